import * as z from 'zod/mini';
import { SettingProblem } from '../operations/setting-problem.ts';
import { json } from '../operations/setting-readers.ts';
import type { Terminal } from './command.ts';
import { UsageProblem } from './problem.ts';

/** The flag of commands that have to know whose accounts are users. */
export const issuerFlags = { issuer: { type: 'string', multiple: true } } as const;

export const issuerHelp = `  --issuer URL      identity provider whose accounts are users;         LECTERN_ISSUER
                    the platform's own first, then further ones
`;

const issuerAddress = z.url({ protocol: /^https?$/ });
const providers = z.array(z.object({ issuer: issuerAddress }));

/**
 * The issuers of the platform's users, its own first.
 *
 * @param named what `--issuer` said
 * @throws {UsageProblem} where nobody says which accounts are users
 */
export function issuersOf(
  named: readonly string[] | undefined,
  { environment }: Pick<Terminal, 'environment'>,
): readonly string[] {
  const unusable = named?.find((issuer) => !z.safeParse(issuerAddress, issuer).success);
  if (unusable !== undefined) throw new UsageProblem(`${unusable} is not an issuer address.`);
  if (named) return named;
  const primary = environment['LECTERN_ISSUER'];
  if (!primary)
    throw new UsageProblem('Give the identity provider with --issuer or LECTERN_ISSUER.');
  try {
    const name = 'LECTERN_FURTHER_IDENTITY_PROVIDERS';
    const further = json(providers)(environment[name] || '[]', name);
    return [primary, ...further.map(({ issuer }) => issuer)];
  } catch (error) {
    if (error instanceof SettingProblem) throw new UsageProblem(error.message, { cause: error });
    throw error;
  }
}

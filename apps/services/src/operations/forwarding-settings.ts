import * as z from 'zod/mini';
import { targetsMaximum } from '../learning-records/forwarding/forwarding.ts';
import type { PlatformOptions } from '../platform.ts';
import { readJsonFile } from './json-file.ts';
import { allowedNetworksSetting } from './network-settings.ts';
import { jsonSetting, SettingProblem, type Environment } from './settings.ts';

const variable = 'LECTERN_FORWARDING';

const text = z.string().check(z.minLength(1));
const prefixes = z.optional(z.array(text).check(z.minLength(1)));
const targets = z
  .array(
    z.strictObject({
      name: z
        .string()
        .check(z.regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, . _ or -')),
      endpoint: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
      // A colon ends the key in Basic credentials (RFC 7617).
      key: z.string().check(z.regex(/^[^:]+$/, 'must be a text without a colon')),
      secret: text,
      version: z.optional(z.enum(['1.0.3', '2.0.0'])),
      verbs: prefixes,
      activities: prefixes,
      from: z.optional(z.enum(['beginning', 'now'])),
    }),
  )
  .check(z.maxLength(targetsMaximum));

/**
 * Where learning records are forwarded to: a file that holds secrets, and networks that are not public
 * and that its addresses may be in.
 *
 * @throws {SettingProblem}
 */
export function readForwardingSettings(
  environment: Environment,
): Pick<PlatformOptions, 'forwarding'> {
  const file = environment[variable];
  if (!file) return {};
  const given = jsonSetting({ [variable]: readJsonFile(variable, file) }, variable, targets) ?? [];
  const names = given.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) throw new SettingProblem(`${variable} names ${twice} twice.`);
  const networks = allowedNetworksSetting(environment, 'LECTERN_FORWARDING_NETWORKS');
  return { forwarding: { targets: given, networks } };
}

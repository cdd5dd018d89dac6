import { parseArgs } from 'node:util';
import { defaultDataFolder, type Surroundings } from '@lectern/services/data-folder';
import { demoAccounts, orderSystemClientId, type DemoAccount } from '../accounts.ts';
import { UsageProblem } from '../problem.ts';

/** Person and provider of a sign-in. */
export interface SignInOptions {
  /** Absent: the order system, for itself. */
  readonly account?: DemoAccount;
  readonly dataFolder: string;
}

const names = [...demoAccounts.map(({ username }) => username), orderSystemClientId].join(', ');

const flags = { data: { type: 'string' }, help: { type: 'boolean' } } as const;

export const help = `Signs in at the Lectern that npm start runs, and prints the headers of a call.

  npm run --silent sign-in -- [flags] <name> | curl -H @- ADDRESS -d BODY

  --data FOLDER  data folder of that Lectern  LECTERN_DATA
  --help         show this

Names: ${names}.
The token among the headers is a secret: it holds for five minutes.
`;

/**
 * @returns `undefined` when help was asked for.
 * @throws {UsageProblem} for an unknown flag or name.
 */
export function readOptions(
  args: readonly string[],
  surroundings: Surroundings,
): SignInOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [name = '', ...others] = positionals;
  const account = demoAccounts.find(({ username }) => username === name);
  if ((!account && name !== orderSystemClientId) || others.length > 0) {
    throw new UsageProblem(`Give one of ${names} and nothing else.`);
  }
  const dataFolder =
    values.data || surroundings.environment['LECTERN_DATA'] || defaultDataFolder(surroundings);
  if (!dataFolder) throw new UsageProblem('Give the data folder with --data.');
  return { dataFolder, ...(account && { account }) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's message goes on with advice about arguments that begin with a dash.
    const [sentence = ''] = error.message.split(/\. |\n/, 1);
    throw new UsageProblem(`${sentence}. See npm run sign-in -- --help.`);
  }
}

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageProblem } from './problem.ts';

/** Where a command is run: what it is told, and where it tells what came of it. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * To the standard output: the result.
   *
   * @throws {OutputClosed} when nobody reads it any more.
   * @throws {CommandProblem} when it cannot be written.
   */
  write(output: string | Uint8Array): Promise<void>;
  /**
   * Gives a secret that the person types, or that the standard input brings.
   *
   * @throws {CommandProblem}
   */
  ask(question: string): Promise<string>;
  /** To the standard error: what is not the result. */
  note(text: string): void;
}

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly help: string;
  /**
   * @param args What follows the command's name.
   * @returns the exit code; nothing: 0
   * @throws {CommandProblem | OutputClosed}
   */
  run(args: readonly string[], terminal: Terminal): Promise<number | void>;
}

/**
 * Reads flags and the one argument that is not a flag.
 *
 * @throws {UsageProblem} for an unknown flag, or when there is not exactly one argument.
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  argument: string,
) {
  const { values, positionals } = parse(args, options, true);
  const [given, ...others] = positionals;
  if (given && others.length === 0) return { values, given };
  throw new UsageProblem(`Give ${argument} and nothing else. See --help.`);
}

/**
 * Reads flags alone.
 *
 * @throws {UsageProblem} for an unknown flag, or anything beside flags.
 */
export function readFlags<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  return parse(args, options, false).values;
}

/**
 * Reads flags, and whatever words stand beside them.
 *
 * @throws {UsageProblem} for an unknown flag.
 */
export function readWords<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  const { values, positionals: words } = parse(args, options, true);
  return { values, words };
}

function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  allowPositionals: boolean,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's message goes on with advice about arguments that begin with a dash.
    const [sentence = ''] = error.message.split(/\. |\n/, 1);
    throw new UsageProblem(`${sentence}. See --help.`);
  }
}

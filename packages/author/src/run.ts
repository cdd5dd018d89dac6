const help = `Commands for content authors.

  lectern-author simulate [ADDRESS|FOLDER] [--port NUMBER]
      Shows the content in the production shell, in scenarios that authors need. Without an address:
      the demo publication. A folder is served and reloads when a file changes.
  lectern-author check [ADDRESS|FOLDER] [--json] [--link NAME=PLACE] [--only ID,ID]
      Opens the content in Chromium and reports which rules of the bridge it follows. Exits with 1 if a rule
      is broken.
  lectern-author new FOLDER
      Creates a folder with starter content.
  lectern-author publish FOLDER [--check] [--url ADDRESS] [--issuer ADDRESS] [--client ID]
      Publishes the folder as its lectern.json says: all at once, or nothing of it. What has not changed
      is not sent again. --check only reports problems.
  lectern-author publications MANDANT [--url ADDRESS] [--issuer ADDRESS] [--client ID]
      Lists what a publisher has published.
  lectern-author roll-back FOLDER [--url ADDRESS] [--issuer ADDRESS] [--client ID]
      Goes back to the previous version.
`;

const usageExitCode = 2;
/** By their names: loading the platform's own class takes longer than a folder to begin with. */
const mendable: ReadonlySet<string> = new Set([
  'AuthorProblem',
  'SimulatorProblem',
  'StartProblem',
  'SettingsProblem',
  'UsageProblem',
]);

/** Runs a command, as its help says. @returns the exit code */
export async function run([command, ...args]: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(help);
    return 0;
  }
  try {
    // Each by itself, so that none waits for what only another needs.
    switch (command) {
      case 'simulate':
        return await (await import('./simulate.ts')).simulate(args);
      case 'check':
        return await (await import('./check.ts')).check(args);
      case 'new':
        return await (await import('./starter/command.ts')).makeStarter(args);
      case 'publish':
        return await (await import('./publish/command.ts')).publish(args);
      case 'publications':
        return await (await import('./publish/command.ts')).publications(args);
      case 'roll-back':
        return await (await import('./publish/command.ts')).rollBack(args);
      case undefined:
      case '--help':
        process.stdout.write(help);
        return 0;
      default:
        process.stderr.write(`Unknown command ${command}.\n\n${help}`);
        return usageExitCode;
    }
  } catch (error) {
    if (error instanceof Error && mendable.has(error.name)) {
      process.stderr.write(`${error.message}\n`);
      return error.name === 'UsageProblem' ? usageExitCode : 1;
    }
    // As parseArgs says it: an unknown flag, or one without its value.
    if (
      error instanceof TypeError &&
      'code' in error &&
      String(error.code).startsWith('ERR_PARSE_ARGS')
    ) {
      // Its second sentence is about arguments that begin with a dash, of which there are none here.
      process.stderr.write(`${error.message.split('. ', 1)[0]}.\n\n${help}`);
      return usageExitCode;
    }
    throw error;
  }
}

import { currentSurroundings } from '@lectern/services/data-folder';
import { StartProblem } from '../problem.ts';
import { help, readOptions } from './options.ts';
import { headersOf } from './headers.ts';

// `npm run sign-in`: signs in without a browser, for calls of the services at a terminal.

try {
  const options = readOptions(process.argv.slice(2), currentSurroundings());
  process.stdout.write(options ? await headersOf(options) : help);
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

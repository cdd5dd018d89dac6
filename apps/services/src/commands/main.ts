#!/usr/bin/env node
import { allowSlowNetworks } from '../outgoing/slow-networks.ts';
import { CommandProblem, OutputClosed } from './problem.ts';
import { runCommand } from './run.ts';
import { askSecret } from './secret-input.ts';

// `npx lectern` puts the packaged Node, which runs TypeScript as it is, first in the path.

// Each write tells of its own error; what cannot be noted can be told nowhere.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

allowSlowNetworks();
process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  write: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(problemOf(error)) : resolve()));
    }),
  ask: askSecret,
  note: (text) => process.stderr.write(text),
});

function problemOf(error: Error): Error {
  if ('code' in error && error.code === 'EPIPE') return new OutputClosed();
  return new CommandProblem(`The output cannot be written: ${error.message}.`, { cause: error });
}

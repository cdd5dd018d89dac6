#!/usr/bin/env node
import { runCommand } from './run.ts';

// `npx lectern` puts the packaged Node, which runs TypeScript as it is, first in the path.

// Whoever reads the output may stop reading.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  write: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  note: (text) => process.stderr.write(text),
});

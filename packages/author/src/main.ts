#!/usr/bin/env node
import process from 'node:process';
import { run } from './run.ts';

// As with `| head`: nobody reads on, and what was begun ends as it would.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await run(process.argv.slice(2));

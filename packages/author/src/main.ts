#!/usr/bin/env node
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import process from 'node:process';
import { run } from './run.ts';

// Node would give up an address of a name after a quarter of a second, and slow networks take longer.
setDefaultAutoSelectFamilyAttemptTimeout(1_500);
// As with `| head`: nobody reads on, and what was begun ends as it would.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await run(process.argv.slice(2));

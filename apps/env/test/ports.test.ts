import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePorts } from '../src/ports.ts';

/* Between finding a port and listening there others look for one, too. */

/** A process that tells the ports that it has found, and lives on. */
async function portsOfAnother() {
  const source = `
    import { findFreePorts } from ${JSON.stringify(new URL('../src/ports.ts', import.meta.url).href)};
    const found = [];
    for (let i = 0; i < 20; i++) found.push(...Object.values(await findFreePorts()));
    process.send(found);
    setInterval(() => {}, 1_000);
  `;
  const entry = `data:text/javascript,${encodeURIComponent(source)}`;
  const child = fork(new URL('../src/ports.ts', import.meta.url), {
    execArgv: ['--import', entry],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [found] = (await once(child, 'message')) as [number[]];
  return { found, end: () => (child.kill('SIGKILL'), once(child, 'exit')) };
}

test('no two living processes find the same ones, though nobody listens there', async () => {
  const others = await Promise.all([portsOfAnother(), portsOfAnother(), portsOfAnother()]);
  const own: number[] = [];
  for (let round = 0; round < 20; round++) own.push(...Object.values(await findFreePorts()));
  const all = [...own, ...others.flatMap(({ found }) => found)];
  expect(all).toHaveLength(320);
  expect(new Set(all).size).toBe(all.length);
});

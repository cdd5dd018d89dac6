import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { limitOfRounds, roundsOf } from '../../../../../test/rounds.ts';
import { startTestProcess } from '../../process.ts';
import type { TestPlatform } from '../../platform.ts';
import { clientOf, keyWith } from './requests.ts';
import { pages, postTo, statement } from './record-store.ts';

/** How many statements are acknowledged before each kill. */
const acknowledgedBefore = [1, 40, 200].slice(0, roundsOf(1));

/** Kills a process to which many write, and reads what the next one has of it. */
async function killAfter(enough: number) {
  const process = await startTestProcess();
  const authorization = await keyWith(process as unknown as TestPlatform, 'all');
  const client = clientOf(process, authorization);
  const verb = { id: `urn:v:${randomUUID()}` };
  const sent: string[][] = [];
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (;;) {
      const batch = Array.from({ length: writer % 2 ? 5 : 1 }, () => statement({ verb }));
      sent.push(batch.map(({ id }) => id));
      const response = await postTo(client, batch).catch(() => undefined);
      if (!response?.ok) return;
      acknowledged.push(...((await response.json().catch(() => [])) as string[]));
      if (acknowledged.length >= enough) process.kill('SIGKILL');
    }
  });
  await Promise.all(writers);
  await process.exited;

  const again = clientOf({ url: await process.startAgain() }, authorization);
  const stored: string[] = [];
  for await (const { statements } of pages(again, { verb: verb.id, limit: '250' })) {
    stored.push(...statements.map(({ id }) => id));
  }
  return { sent, acknowledged, found: stored };
}

test(
  'after a kill each acknowledged statement is there once, and no batch in part',
  async () => {
    for (const enough of acknowledgedBefore) {
      const { sent, acknowledged, found } = await killAfter(enough);
      expect(new Set(found).size).toBe(found.length);
      expect(acknowledged.filter((id) => !found.includes(id))).toEqual([]);
      const isWhole = (batch: readonly string[]) =>
        new Set(batch.map((id) => found.includes(id))).size === 1;
      expect(sent.filter((batch) => !isWhole(batch))).toEqual([]);
      // A request without an acknowledgement can be sent again, stored or not.
      const lost = sent.flat().filter((id) => !acknowledged.includes(id));
      expect(lost.length).toBeGreaterThan(0);
    }
  },
  limitOfRounds(60_000),
);

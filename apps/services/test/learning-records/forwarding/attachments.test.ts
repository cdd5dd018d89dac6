import { hash } from 'node:crypto';
import { sql, type KyselyPlugin } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { createNetworkRule } from '../../../src/outgoing/network-rule.ts';
import { readBatch, readOne } from '../../../src/learning-records/forwarding/batch.ts';
import { sendStatements } from '../../../src/learning-records/forwarding/send.ts';
import { attachmentOf, bodyWith, statementOf, voidingOf } from '../statement-samples.ts';
import { ForwardingWorld } from './forwarding-world.ts';

/* However much a statement names, and however large those beside it are, a request stays bounded. */

const world = new ForwardingWorld();

const mebibyte = 1024 * 1024;
const fileUrl = 'https://files.example/film';

/** Forwards what is stored meanwhile. */
async function forward(store: () => Promise<void>): Promise<void> {
  const { stop } = await world.forwardTo();
  await stop();
  await store();
  await world.forwardTo();
  await world.untilUpToDate();
}

describe('of what is attached', () => {
  test('row 117: a statement brings what came with it, and not what came with another of its person', async () => {
    const own = statementOf({ attachments: [attachmentOf('Quelle')] });
    const naming = statementOf({
      attachments: [{ ...attachmentOf('Quelle'), fileUrl }, attachmentOf('Wasser')],
    });
    await forward(async () => {
      await world.post([], bodyWith([own], 'Quelle'));
      await world.post([], bodyWith([naming], 'Wasser'));
    });
    expect(
      world.hostile.sendings.map(({ contents }) => contents.map((content) => String(content))),
    ).toEqual([['Quelle'], ['Wasser']]);
  });

  test('what somebody names without having it does not come with what another one has', async () => {
    const own = statementOf({ attachments: [attachmentOf('Quelle')] });
    const naming = statementOf({
      actor: { mbox: 'mailto:ben@school.example' },
      attachments: [{ ...attachmentOf('Quelle'), fileUrl }],
    });
    const next = statementOf();
    await forward(async () => {
      await world.post([], bodyWith([own], 'Quelle'));
      await world.post([naming]);
      await world.post([next]);
    });
    const sent = world.hostile.sendings.map(({ statements }) => statements.map(({ id }) => id));
    expect(sent).toEqual([[own.id], [naming.id, next.id]]);
  });

  test('what nobody has brought keeps no statements apart', async () => {
    const naming = ['a', 'b'].map((content) =>
      statementOf({ attachments: [{ ...attachmentOf(content), fileUrl }] }),
    );
    await forward(() => world.post(naming));
    expect(world.hostile.sendings).toHaveLength(1);
    expect(world.hostile.kept).toEqual(naming.map(({ id }) => id));
  });

  test('each content is read once, however often a statement names it', async () => {
    const attachments = Array.from({ length: 300 }, () => attachmentOf('Dampf'));
    const given = statementOf({ attachments });
    await world.post([], bodyWith([given], 'Dampf'));
    let contents = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        contents += result.rows.filter((row) => 'content' in row).length;
        return result;
      },
    };
    const database = world.platform.database.withPlugin(counting);
    const outcome = await sendStatements(
      database,
      { name: world.name, endpoint: world.hostile.endpoint, key: 'k', secret: 's' },
      [(await readOne(database, given.id))!],
      {
        rule: createNetworkRule(['127.0.0.0/8']),
        timeoutInMs: 20_000,
        signal: new AbortController().signal,
      },
    );
    expect(outcome).toEqual({ kind: 'arrived' });
    expect(contents).toBe(1);
  });

  test('what came with voidings from before ends a request, too', async () => {
    const verb = { id: 'http://v.example/did' };
    const wanted = [statementOf({ verb }), statementOf({ verb }), statementOf({ verb })];
    const contents = ['x', 'y', 'z'].map((letter) => letter.repeat(3 * mebibyte));
    const voidings = wanted.map(({ id }, place) =>
      voidingOf(id, { attachments: [attachmentOf(contents[place]!)] }),
    );
    const { stop } = await world.forwardTo({ verbs: [verb.id] });
    await world.post([], bodyWith(voidings, ...contents));
    await world.untilUpToDate();
    await stop();
    await world.post([statementOf(), ...wanted, statementOf()]);
    await world.forwardTo({ verbs: [verb.id] });
    await world.untilUpToDate();
    expect(
      world.hostile.sendings.map((sending) => ({
        ids: sending.statements.map(({ id }) => id),
        hashes: sending.contents.map((content) => hash('sha256', content)),
      })),
    ).toEqual(
      wanted.map(({ id }, place) => ({
        ids: [id, voidings[place]!.id],
        hashes: [hash('sha256', contents[place]!)],
      })),
    );
  });
});

test('of a hundred large statements no more are parsed than one request holds', async () => {
  const { database } = world.platform;
  const { rows } = await sql<{ position: string }>`
    select coalesce(max(sequence), 0)::text as position from lars.statements
  `.execute(database);
  const response = 'x'.repeat(60_000);
  await world.post(Array.from({ length: 100 }, () => statementOf({ result: { response } })));
  const parse = vi.spyOn(JSON, 'parse');
  const batch = await readBatch(database, rows[0]!.position, 100, {});
  const parsed = parse.mock.calls.filter(([text]) => text.length > 60_000);
  parse.mockRestore();
  expect(batch.size).toBeGreaterThan(50);
  expect(parsed).toHaveLength(batch.size);
});

import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { patienceInMs } from '../../../../../test/rounds.ts';
import { createKey } from '../../../src/learning-records/access/api-keys.ts';
import { runRound } from '../../../src/learning-records/forwarding/round.ts';
import { lockStatements } from '../../../src/learning-records/subject/batches.ts';
import { createNetworkRule } from '../../../src/outgoing/network-rule.ts';
import { afterIdleTransactions } from '../../idle-transactions.ts';
import { startTestPlatform, type TestPlatform } from '../../platform.ts';
import { attachmentOf, bodyWith, statementOf, voidingOf } from '../statement-samples.ts';
import { base, clientOf } from '../xapi/requests.ts';
import { ForwardingWorld } from './forwarding-world.ts';
import { rowsOf } from '../../rows.ts';

const world = new ForwardingWorld();

describe('to another store', () => {
  test('everything that is stored arrives, with what is attached, voided, and said by whom', async () => {
    const other = await startTestPlatform({}, {});
    onTestFinished(() => other.close());
    const voided = statementOf();
    const attached = statementOf({ attachments: [attachmentOf('Wasser')] });
    await world.post([statementOf(), voided]);
    await world.post([], bodyWith([attached], 'Wasser'));
    await world.post([voidingOf(voided.id)]);
    const { subject } = await world.platform.identityProvider.signIn('mia').then(async (mia) => {
      const statement = { verb: { id: 'http://v.example/did' }, object: { id: 'urn:lectern:1' } };
      await world.platform.as('lars', mia).dataPut({
        body: { subject: mia.subject, put_dto: { dto_id: 'd', statement } },
      });
      return mia;
    });

    const { key, secret } = await createKey(other.database, { title: 'From', scopes: ['all'] });
    const target = { endpoint: `${other.url}${base}/`, key, secret, from: 'beginning' } as const;
    await world.forwardTo(target);
    await world.untilUpToDate();
    expect(await world.failuresOf()).toEqual([]);

    const kept = async ({ database }: TestPlatform) => {
      const { rows } = await sql<{ statement: Record<string, unknown>; is_voided: boolean }>`
        select statement::jsonb - 'authority' - 'version' as statement, is_voided
        from lars.statements order by sequence
      `.execute(database);
      return rows;
    };
    expect(await kept(other)).toEqual(await kept(world.platform));
    expect(JSON.stringify(await kept(other))).toContain(subject);
    const { rows } =
      await sql`select convert_from(content, 'UTF8') as text from lars.attachments`.execute(
        other.database,
      );
    expect(rows).toEqual([{ text: 'Wasser' }]);

    const [late] = await world.postMany(1);
    const fetched = () =>
      clientOf(other, `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`)(
        `${base}/statements`,
        { parameters: { statementId: late! } },
      );
    await expect.poll(async () => (await fetched()).status).toBe(200);
  });

  test('statements go out as they are, in their order, with credentials and version', async () => {
    await world.forwardTo({ version: '2.0.0' });
    const ids = await world.postMany(3);
    await expect.poll(() => world.hostile.kept).toEqual(ids);
    const [first] = world.hostile.sendings;
    expect(first!.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('k:s').toString('base64')}`,
      'x-experience-api-version': '2.0.0',
    });
    expect(first!.statements[0]).toHaveProperty('authority');
    expect(world.hostile.requests[0]).toEqual({ method: 'POST', url: '/xapi/statements' });
  });

  test('only what it wants, and what takes that back', async () => {
    await world.forwardTo({ verbs: ['http://v.example/'], activities: ['https://a.example/'] });
    const object = { id: 'https://a.example/1' };
    const wanted = statementOf({ verb: { id: 'http://v.example/did' }, object });
    const others = [
      statementOf({ verb: { id: 'http://w.example/did' }, object }),
      statementOf({ verb: { id: 'http://v.example/did' } }),
    ];
    const voiding = voidingOf(wanted.id);
    await world.post([wanted, ...others]);
    await world.post([voiding, voidingOf(others[0]!.id)]);
    await world.untilUpToDate();
    expect(world.hostile.kept).toEqual([wanted.id, voiding.id]);
  });

  test('what may not void a statement does not go where it could, whenever it comes', async () => {
    const { platform } = world;
    const { signIn, servicesClient } = platform.identityProvider;
    const [mia, ben] = [await signIn('mia'), await signIn('ben')];
    const actorOf = ({ subject }: SignedIn) => ({
      actor: { account: { homePage: servicesClient.issuer, name: subject } },
    });
    const post = async ({ token }: SignedIn, statement: object) => {
      const sent = { method: 'POST', body: JSON.stringify(statement) };
      const headers = { 'Content-Type': 'application/json' };
      const answer = await clientOf(platform, `Bearer ${token}`)(`${base}/statements`, {
        ...sent,
        headers,
      });
      expect(answer.status).toBe(200);
    };
    await world.forwardTo();
    const [early, late] = [statementOf(actorOf(ben)), statementOf(actorOf(ben))];
    await post(ben, early);
    for (const { id } of [early, late]) await post(mia, voidingOf(id, actorOf(mia)));
    await world.untilUpToDate();
    expect(world.hostile.kept).toEqual([early.id]);
    // Nor with what it names, where that is voided by who may.
    const own = voidingOf(late.id, actorOf(ben));
    await post(ben, own);
    await world.untilUpToDate();
    expect(world.hostile.kept).toEqual([early.id]);
    await post(ben, late);
    await world.untilUpToDate();
    expect(world.hostile.kept).toEqual([early.id, late.id, own.id]);
  });

  test.each(['before', 'after'])(
    'what voids a statement goes %s it also while their person becomes another one',
    async (when) => {
      const { stop } = await world.forwardTo();
      await stop();
      const voided = statementOf();
      const voiding = voidingOf(voided.id);
      await world.post(when === 'before' ? [voiding] : [voided]);
      await world.post(when === 'before' ? [voided] : [voiding]);
      // Statements move a part at a time.
      await sql`
        with id as (
          update lars.statement_ids set subject = 'another' where statement_id = ${voiding.id}
        )
        update lars.statements set subject = 'another' where statement_id = ${voiding.id}
      `.execute(world.platform.database);
      await world.forwardTo();
      await world.untilUpToDate();
      expect(world.hostile.kept.toSorted()).toEqual([voided.id, voiding.id].toSorted());
    },
  );

  describe('what voids a statement that it wants before that comes', () => {
    const verbs = ['http://v.example/'];
    const wantedOne = () => statementOf({ verb: { id: 'http://v.example/did' } });
    const voidedBefore = async () => {
      const wanted = wantedOne();
      const voiding = voidingOf(wanted.id);
      await world.post([voiding]);
      return { wanted, voiding };
    };

    test('goes with it, after it', async () => {
      await world.forwardTo({ verbs });
      const { wanted, voiding } = await voidedBefore();
      await world.untilUpToDate();
      expect(world.hostile.kept).toEqual([]);
      const next = wantedOne();
      await world.post([wanted, next]);
      await world.untilUpToDate();
      expect(world.hostile.kept).toEqual([wanted.id, voiding.id, next.id]);
    });

    test('goes once where both are there already', async () => {
      const { stop } = await world.forwardTo({ verbs });
      await stop();
      const { wanted, voiding } = await voidedBefore();
      await world.post([wanted]);
      await world.forwardTo({ verbs });
      await world.untilUpToDate();
      expect(world.hostile.kept.toSorted()).toEqual([wanted.id, voiding.id].toSorted());
    });

    test('is recorded beside an older process, which has the row before it locks writers out', async () => {
      const { database } = world.platform;
      await world.forwardTo({ verbs });
      const { wanted, voiding } = await voidedBefore();
      await world.untilUpToDate();
      const older = await database.startTransaction().execute();
      world.hostile.answer((response, sending) => {
        if (sending.statements.length > 1) return response.writeHead(400).end('no');
        if (sending.statements[0]?.id === wanted.id) return world.hostile.keep(response, sending);
        void sql`select from lars.forwardings where target = ${world.name} for update`
          .execute(older)
          .then(() => world.hostile.keep(response, sending));
      });
      world.log.error.mockClear();
      await world.post([wanted]);
      const isWaiting = async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
        `.execute(database);
        return rows.length;
      };
      await expect.poll(isWaiting).toBe(1);
      await lockStatements(older);
      await older.commit().execute();
      await world.untilUpToDate();
      expect(world.hostile.kept).toEqual([wanted.id, voiding.id]);
      expect(world.log.error).not.toHaveBeenCalled();
    });

    test.each(['wanted', 'voiding'] as const)(
      'is told apart from it where one of them is refused: the %s one',
      async (authority) => {
        await world.forwardTo({ verbs });
        const both = await voidedBefore();
        await world.untilUpToDate();
        const refused = both[authority].id;
        world.hostile.answer((response, sending) =>
          sending.statements.some(({ id }) => id === refused)
            ? response.writeHead(400).end('no')
            : world.hostile.keep(response, sending),
        );
        await world.post([both.wanted]);
        const late = wantedOne();
        await world.post([late]);
        await world.untilUpToDate();
        const other = authority === 'wanted' ? both.voiding : both.wanted;
        expect(world.hostile.kept).toEqual([other.id, late.id]);
        expect(await world.failuresOf()).toMatchObject([{ statement_id: refused }]);
      },
    );

    test('keeps nobody from the one that is refused while the other is sent, and is sent again with it', async () => {
      await world.forwardTo({ verbs });
      const { wanted, voiding } = await voidedBefore();
      await world.untilUpToDate();
      const lockWanted = async () => {
        try {
          await sql`
            select from lars.statement_ids where statement_id = ${wanted.id} for update nowait
          `.execute(world.platform.database);
          return 'locked';
        } catch (error) {
          return error;
        }
      };
      const locked: unknown[] = [];
      let isWell = false;
      world.hostile.answer((response, sending) => {
        if (isWell) return world.hostile.keep(response, sending);
        const [first, ...others] = sending.statements;
        if (others.length > 0 || first?.id !== voiding.id) return response.writeHead(400).end('no');
        const refuse = async () => {
          // Well from the second time on: within a round that sends each by itself it does not change.
          isWell = locked.push(await lockWanted()) > 1;
          response.writeHead(503).end();
        };
        void refuse();
      });
      await world.post([wanted]);
      await world.untilUpToDate();
      expect(locked).toEqual(['locked', 'locked']);
      expect(world.hostile.kept).toEqual([wanted.id, voiding.id]);
      expect(await world.failuresOf()).toEqual([]);
    });
  });

  test('a new target begins where its setting says, and goes on there later', async () => {
    const [before] = await world.postMany(1);
    const { stop } = await world.forwardTo({ from: 'now' });
    const [first] = await world.postMany(1);
    await world.untilUpToDate();
    expect(world.hostile.kept).toEqual([first]);
    await stop();
    const [second] = await world.postMany(1);
    await world.forwardTo({ from: 'now' });
    await expect.poll(() => world.hostile.kept).toEqual([first, second]);
    expect(world.hostile.kept).not.toContain(before);
  });

  test('no transaction is open while a store takes its time', async () => {
    const hasEnded: boolean[] = [];
    let refused: string | undefined;
    world.hostile.answer((response, sending) => {
      const isRefused = sending.statements.some(({ id }) => id === refused);
      afterIdleTransactions(world.platform.database, (is) => {
        hasEnded.push(is);
        if (isRefused) response.writeHead(400).end();
        else world.hostile.keep(response, sending);
      });
    });
    const ids = await world.postMany(2);
    [refused] = ids;
    await world.forwardTo({ from: 'beginning' });
    await world.untilUpToDate();
    refused = undefined;
    await world.run('forwarding', 'retry', world.name);
    await expect.poll(() => world.hostile.kept).toEqual(expect.arrayContaining(ids));
    // A batch, its halves, and one that is sent again.
    expect(hasEnded.length).toBeGreaterThan(3);
    expect(hasEnded).not.toContain(false);
  });

  test('beside an older process, which locks its row while it sends, none sends or moves it back', async () => {
    const { database } = world.platform;
    await (await world.forwardTo()).stop();
    const [first] = await world.postMany(1);
    const older = await database.startTransaction().execute();
    await sql`
      select from lars.forwardings where target = ${world.name} for update
    `.execute(older);
    const { endpoint } = world.hostile;
    const target = { name: world.name, endpoint, key: 'k', secret: 's', from: 'now' } as const;
    const limits = {
      rule: createNetworkRule(['127.0.0.0/8']),
      timeoutInMs: patienceInMs,
      signal: new AbortController().signal,
      sizeMaximum: 100,
      pauses: { firstInMs: 20, longestInMs: 60 },
      onRefused: () => {},
    };
    expect(await runRound(database, target, limits)).toEqual({ next: 'later' });
    expect(world.hostile.sendings).toEqual([]);
    await older.commit().execute();
    const [later] = await world.postMany(1);
    await world.forwardTo();
    await expect.poll(() => world.hostile.kept).toEqual([first, later]);

    // It sends the same at the same time, and is further when that has arrived.
    const further = '1000000';
    world.hostile.answer((response, sending) => {
      void rowsOf(database, 'lars.forwardings', { target: world.name })
        .set({ position: further })
        .then(() => world.hostile.keep(response, sending));
    });
    await world.postMany(1);
    await expect.poll(() => world.hostile.kept.length).toBe(3);
    // Waits for what is under way.
    await world.run('forwarding', 'retry', world.name);
    expect((await world.stateOf()).position).toBe(further);
  });

  test('several processes send each statement once, as long as none of them dies', async () => {
    await Promise.all([world.forwardTo(), world.forwardTo(), world.forwardTo()]);
    const ids: string[] = [];
    for (let round = 0; round < 10; round++) ids.push(...(await world.postMany(3)));
    await world.untilUpToDate();
    expect(world.hostile.kept).toEqual(ids);
  });
});

test('there is nothing to say of a target that there is not', async () => {
  expect(await world.run('forwarding', 'retry', 'nobody')).toMatchObject({ code: 1, output: '' });
  expect(await world.run('forwarding', 'retry')).toMatchObject({ code: 2, output: '' });
  expect(await world.run('forwarding', 'remove', 'nobody')).toMatchObject({ code: 2, output: '' });
});

test('of a target that is forgotten nothing is left, and it begins anew where it is named again', async () => {
  world.hostile.answer((response) => response.writeHead(400).end());
  const { stop } = await world.forwardTo();
  await world.postMany(1);
  await expect.poll(() => world.failuresOf()).toHaveLength(1);
  await stop();
  const forgotten = await world.run('forwarding', 'forget', world.name);
  expect(forgotten).toMatchObject({ code: 0, output: `${world.name} is forgotten.\n` });
  expect(await world.failuresOf()).toEqual([]);
  expect(await world.run('forwarding', 'forget', world.name)).toMatchObject({ code: 1 });
  world.hostile.answer(world.hostile.keep);
  await world.forwardTo();
  const ids = await world.postMany(2);
  await world.untilUpToDate();
  expect(world.hostile.kept).toEqual(ids);
});

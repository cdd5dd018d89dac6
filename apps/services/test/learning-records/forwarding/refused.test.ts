import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ForwardingWorld } from './forwarding-world.ts';

const world = new ForwardingWorld();

describe('a statement that a store does not take', () => {
  const refuse = (id: string | undefined, status = 400) =>
    world.hostile.answer((response, sending) => {
      if (!sending.statements.some((statement) => statement.id === id))
        return world.hostile.keep(response, sending);
      response.writeHead(status).end('{"error":\n "no such\u0000 verb"}');
    });

  test('is found among fifty, set aside with the reason, and the others arrive', async () => {
    const { stop } = await world.forwardTo();
    await stop();
    const ids = await world.postMany(50);
    refuse(ids[17]);
    await world.forwardTo();
    await world.untilUpToDate();
    expect(world.hostile.kept).toEqual(ids.filter((id) => id !== ids[17]));
    expect(await world.failuresOf()).toMatchObject([
      { statement_id: ids[17], status: 400, answer: '{"error": "no such verb"}' },
    ]);
    const { output } = await world.run('forwarding', 'failures', world.name);
    expect(output).toMatch(
      new RegExp(`^${ids[17]}  status 400  \\S+  {"error": "no such verb"}\n$`),
    );

    // Sent again in vain, and then not.
    expect((await world.run('forwarding', 'retry', world.name)).output).toBe(
      '1 statement will be sent again.\n',
    );
    const waiting = async () =>
      (await world.failuresOf()).filter(({ is_waiting }) => is_waiting).length;
    await expect.poll(waiting).toBe(0);
    expect(await world.failuresOf()).toHaveLength(1);
    world.hostile.answer(world.hostile.keep);
    await world.run('forwarding', 'retry', world.name);
    await expect.poll(() => world.failuresOf()).toEqual([]);
    expect(world.hostile.kept.at(-1)).toBe(ids[17]);
    expect(await world.stateOf()).toMatchObject({ attempts: 0 });
  });

  test.each([400, 403, 404, 405, 406, 410, 413, 415, 422, 451])(
    'holds up none of the others with status %i, and is told to those who operate the platform',
    async (status) => {
      const { stop } = await world.forwardTo();
      await stop();
      const ids = await world.postMany(12);
      refuse(ids[3], status);
      world.log.warn.mockClear();
      await world.forwardTo();
      await world.untilUpToDate();
      const late = await world.postMany(2);
      await world.untilUpToDate();
      expect(world.hostile.kept).toEqual([...ids.filter((id) => id !== ids[3]), ...late]);
      expect(await world.failuresOf()).toMatchObject([{ statement_id: ids[3], status }]);
      expect(world.log.warn.mock.calls).toEqual([
        [{ target: world.name, status }, expect.any(String)],
      ]);
      const listed = await world.run('forwarding', 'failures', world.name);
      expect(listed.output).toContain(`${ids[3]}  status ${status}`);
      expect((await world.run('forwarding')).output).toMatch(
        new RegExp(`^${world.name}  at \\d+  0 behind  1 refused`, 'm'),
      );
    },
  );

  test.each([200, 401, 403, 500])(
    'is set aside where the store answers %i to whoever reads',
    async (reading) => {
      world.hostile.answerReading((response) => response.writeHead(reading).end('{}'));
      await world.forwardTo();
      const { hostile } = world;
      hostile.answer((response) => response.writeHead(400).end());
      const [id] = await world.postMany(1);
      await world.untilUpToDate();
      expect(await world.failuresOf()).toMatchObject([{ statement_id: id, status: 400 }]);
    },
  );

  test('nor do very many, one after the other, that a key may not write', async () => {
    const { stop } = await world.forwardTo();
    await stop();
    const [before, forbidden, after] = [
      await world.postMany(3),
      await world.postMany(120),
      await world.postMany(3),
    ];
    const isForbidden = new Set(forbidden);
    world.hostile.answer((response, sending) => {
      if (!sending.statements.some(({ id }) => isForbidden.has(id))) {
        return world.hostile.keep(response, sending);
      }
      response.writeHead(403).end();
    });
    await world.forwardTo();
    await world.untilUpToDate();
    expect(world.hostile.kept).toEqual([...before, ...after]);
    const failures = await world.failuresOf();
    expect(failures.map(({ statement_id }) => statement_id)).toEqual(forbidden);

    // The key may from now on.
    world.hostile.answer(world.hostile.keep);
    await world.run('forwarding', 'retry', world.name);
    await expect.poll(() => world.failuresOf()).toEqual([]);
    expect(world.hostile.kept).toEqual([...before, ...after, ...forbidden]);
  });

  test('is sent again where nothing at all is taken: then it is not the statement', async () => {
    const [refused, broken] = [403, 503];
    world.hostile.answer((response, { statements }) =>
      response.writeHead(statements.length > 0 ? refused : broken).end(),
    );
    await world.forwardTo();
    const ids = await world.postMany(2);
    await expect.poll(async () => (await world.stateOf()).attempts).toBeGreaterThan(1);
    expect((await world.stateOf()).last_failure).toContain('status 503');
    expect(await world.failuresOf()).toEqual([]);
    world.hostile.answer(world.hostile.keep);
    await expect.poll(() => world.hostile.kept).toEqual(ids);
  });

  test.each<[string, (known: object | undefined) => [number, (object | undefined)?], number]>([
    ['has it already', (known) => [200, known], 0],
    [
      'has another one of its id',
      (known) => [200, { ...known, verb: { id: 'http://o.example' } }],
      1,
    ],
    ['has none of its id', () => [404], 1],
    ['lets nobody read', () => [403], 0],
  ])('with 409, and %s', async (_what, reading, failures) => {
    world.hostile.answer((response) => response.writeHead(409).end('Conflict'));
    world.hostile.answerReading((response) => {
      const [status, body] = reading(world.hostile.sendings.at(-1)?.statements[0]);
      response.writeHead(status).end(JSON.stringify(body));
    });
    await world.forwardTo();
    await world.postMany(1);
    await world.untilUpToDate();
    expect(await world.failuresOf()).toHaveLength(failures);
  });

  test('stops nothing where it is sent again and the store fails over it', async () => {
    // The two are those that come before their ids are known.
    let refused: readonly (string | undefined)[] | undefined;
    const isBad = ({ statements }: { statements: readonly { id?: string }[] }) =>
      statements.some(({ id }) => refused?.includes(id) ?? true);
    let status = 400;
    let failed = 0;
    world.hostile.answer((response, sending) => {
      if (!isBad(sending)) return world.hostile.keep(response, sending);
      if (status === 500) failed += 1;
      response.writeHead(status).end();
    });
    await world.forwardTo();
    const [bad, worse] = [await world.postMany(1), await world.postMany(1)].flat();
    refused = [bad, worse];
    await expect.poll(async () => (await world.failuresOf()).length).toBe(2);

    status = 500;
    await world.run('forwarding', 'retry', world.name);
    const ids = await world.postMany(3);
    await world.untilUpToDate();
    await expect
      .poll(async () => (await world.failuresOf()).some(({ is_waiting }) => is_waiting))
      .toBe(false);
    expect(world.hostile.kept).toEqual(ids);
    expect(failed).toBe(2);
    expect(await world.failuresOf()).toMatchObject([
      { statement_id: bad, answer: expect.stringContaining('status 500') },
      { statement_id: worse, answer: expect.stringContaining('status 500') },
    ]);

    world.hostile.answer(world.hostile.keep);
    await world.run('forwarding', 'retry', world.name);
    await expect.poll(() => world.failuresOf()).toEqual([]);
    expect(world.hostile.kept).toEqual([...ids, bad, worse]);
  });

  test('one that is erased while it is refused leaves nothing', async () => {
    const [id] = await world.postMany(1);
    const erased = sql`delete from lars.statement_ids where statement_id = ${id}`;
    world.hostile.answer((response) => {
      void erased.execute(world.platform.database).then(() => response.writeHead(400).end('no'));
    });
    await sql`insert into lars.forwardings (target, position)
      select ${world.name}, sequence - 1 from lars.statement_ids where statement_id = ${id}`.execute(
      world.platform.database,
    );
    await world.forwardTo();
    await world.untilUpToDate();
    expect(await world.failuresOf()).toEqual([]);
  });

  test('one that was erased is not sent again', async () => {
    await world.forwardTo();
    const ids = await world.postMany(1);
    refuse(ids[0]);
    await expect.poll(async () => (await world.failuresOf()).length).toBe(1);
    await sql`delete from lars.statement_ids where statement_id = ${ids[0]}`.execute(
      world.platform.database,
    );
    await world.run('forwarding', 'retry', world.name);
    await expect.poll(() => world.failuresOf()).toEqual([]);
  });
});

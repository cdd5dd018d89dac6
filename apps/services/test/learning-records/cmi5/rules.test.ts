import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { base } from '../xapi/requests.ts';
import { allowed, mastery, outcomeOf, startRulesWorld, type RulesWorld } from './rules-world.ts';

const world = startBeforeAll(startRulesWorld);
let fresh: RulesWorld['fresh'];
let run: RulesWorld['run'];
let initialized: RulesWorld['initialized'];

beforeAll(async () => {
  ({ fresh, run, initialized } = world);
});

describe('the order of a session', () => {
  test('initialized, others, completed, passed, terminated', async () => {
    const au = await initialized();
    for (const statement of [
      au.statement('interacted', allowed),
      au.statement('completed'),
      au.statement('passed', mastery(0.8)),
      au.statement('interacted', allowed),
      au.statement('terminated'),
    ]) {
      expect(await outcomeOf(au.send(statement))).toBe('stored');
    }
  });

  test('all at once, too', async () => {
    const au = await run();
    const verbs = ['initialized', 'completed', 'failed', 'terminated'];
    const sent = au.send(...verbs.map((verb) => au.statement(verb)));
    expect(await outcomeOf(sent)).toBe('stored');
  });

  test.each([
    ['completed', {}],
    ['terminated', {}],
    ['interacted', allowed],
  ])('nothing comes before initialized: %s', async (verb, change) => {
    const au = await run();
    expect(await outcomeOf(au.send(au.statement(verb, change)))).toBe(
      '403 STATEMENT_REFUSED statement: the session has not been initialized',
    );
  });

  test.each(['initialized', 'completed', 'passed', 'failed'])('%s comes once', async (verb) => {
    const au = await initialized();
    if (verb !== 'initialized') await au.send(au.statement(verb));
    expect(await outcomeOf(au.send(au.statement(verb)))).toMatch(/^403 .* already/);
  });

  test.each([
    ['passed', 'failed'],
    ['failed', 'passed'],
  ])('%s is not followed by %s', async (first, second) => {
    const au = await initialized();
    expect(await outcomeOf(au.send(au.statement(first)))).toBe('stored');
    expect(await outcomeOf(au.send(au.statement(second)))).toMatch(/^403 STATEMENT_REFUSED/);
  });

  test('nothing new comes after terminated, and what came is told again', async () => {
    const au = await initialized();
    const [interacted, last] = [au.statement('interacted', allowed), au.statement('terminated')];
    await au.send(interacted);
    await au.send(last);
    expect(await outcomeOf(au.send(last))).toBe('stored');
    expect(await outcomeOf(au.send(interacted))).toBe('stored');
    for (const late of [au.statement('completed'), au.statement('interacted', allowed)]) {
      expect(await outcomeOf(au.send(late))).toBe(
        '403 STATEMENT_REFUSED statement: the session has ended',
      );
    }
  });

  test('the times that statements name count', async () => {
    const au = await initialized();
    const early = { timestamp: '2020-01-01T00:00:00Z' };
    expect(await outcomeOf(au.send(au.statement('completed', early)))).toMatch(/^403 .* before/);
    const late = new Date(Date.now() + 60_000).toISOString();
    await au.send(au.statement('interacted', { ...allowed, timestamp: late }));
    expect(await outcomeOf(au.send(au.statement('terminated')))).toMatch(/^403 .* before/);
  });

  test('of a list that breaks a rule nothing is stored', async () => {
    const au = await initialized();
    const good = au.statement('completed');
    expect(await outcomeOf(au.send(good, au.statement('initialized')))).toBe(
      '403 STATEMENT_REFUSED statements[1]: the session has been initialized already',
    );
    const answer = await au.store(`${base}/statements`, {
      parameters: { statementId: good['id'] as string },
    });
    expect(answer.status).toBe(404);
    expect(await outcomeOf(au.send(good))).toBe('stored');
  });

  test('each one of a list that breaks a rule is named', async () => {
    const au = await initialized();
    const wrong = [au.statement('initialized'), au.statement('completed', { result: undefined })];
    const answer = await au.send(wrong[0]!, au.statement('completed'), wrong[1]!);
    const { result_messages } = (await answer.json()) as { result_messages: { text: string }[] };
    expect(result_messages.map(({ text }) => text.split(': ', 1)[0])).toEqual([
      'statements[0]',
      'statements[2]',
    ]);
  });

  test('of two that come at the same time one is stored', async () => {
    const au = await initialized();
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => outcomeOf(au.send(au.statement('completed')))),
    );
    expect(sent.filter((outcome) => outcome === 'stored')).toHaveLength(1);
  });

  test('what comes again under an id that another statement has is told apart', async () => {
    const au = await initialized();
    const first = au.statement('completed');
    await au.send(first);
    const other = { ...first, result: { completion: true, duration: 'PT5S' } };
    expect(await outcomeOf(au.send(other))).toMatch(/^409 STATEMENT_CONFLICT/);
  });

  test('what conflicts with a statement of before has not been told', async () => {
    const au = await initialized();
    const interacted = au.statement('interacted', allowed);
    await au.send(interacted);
    const taken = au.statement('completed', { id: interacted['id'] });
    expect(await outcomeOf(au.send(taken))).toMatch(/^409 STATEMENT_CONFLICT/);
    expect(await outcomeOf(au.send(au.statement('completed')))).toBe('stored');
  });
});

describe('the order of a registration', () => {
  const again = async (first: string, second: string) => {
    const own = fresh();
    const before = await initialized('wind', own);
    await before.send(before.statement(first));
    await before.send(before.statement('terminated'));
    const next = await initialized('wind', own);
    return outcomeOf(next.send(next.statement(second)));
  };

  test.each([
    ['completed', 'completed'],
    ['passed', 'passed'],
    ['passed', 'failed'],
  ])('after %s there is no %s in a later session', async (first, second) => {
    expect(await again(first, second)).toMatch(/^403 .* in this registration/);
  });

  test.each([
    ['failed', 'passed'],
    ['failed', 'failed'],
    ['completed', 'passed'],
  ])('after %s there may be %s in a later session', async (first, second) => {
    expect(await again(first, second)).toBe('stored');
  });

  test('one unit does not count for another', async () => {
    const own = fresh();
    const before = await initialized('wind', own);
    await before.send(before.statement('completed'));
    const other = await initialized('wolken', own);
    expect(await outcomeOf(other.send(other.statement('completed')))).toBe('stored');
  });
});

describe('launch modes', () => {
  test.each(['Browse', 'Review'])('%s tells that it begins and ends alone', async (mode) => {
    const au = await initialized('wolken', fresh(), { launch_mode: mode });
    for (const verb of ['completed', 'passed', 'failed']) {
      expect(await outcomeOf(au.send(au.statement(verb)))).toMatch(
        new RegExp(`^403 STATEMENT_REFUSED .* ${mode}$`),
      );
    }
    expect(await outcomeOf(au.send(au.statement('interacted', allowed)))).toBe('stored');
    expect(await outcomeOf(au.send(au.statement('terminated')))).toBe('stored');
  });
});

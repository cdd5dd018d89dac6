import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base } from '../xapi/requests.ts';
import { allowed, mastery, outcomeOf, startRulesWorld, type RulesWorld } from './rules-world.ts';

let world: RulesWorld;
let fresh: RulesWorld['fresh'];
let run: RulesWorld['run'];
let initialized: RulesWorld['initialized'];

beforeAll(async () => {
  world = await startRulesWorld();
  ({ fresh, run, initialized } = world);
});
afterAll(() => world.close());

describe('the order of a session', () => {
  test('initialized, others, completed, passed, terminated', async () => {
    const one = await initialized();
    for (const statement of [
      one.statement('interacted', allowed),
      one.statement('completed'),
      one.statement('passed', mastery(0.8)),
      one.statement('interacted', allowed),
      one.statement('terminated'),
    ]) {
      expect(await outcomeOf(one.send(statement))).toBe('stored');
    }
  });

  test('all at once, too', async () => {
    const one = await run();
    const verbs = ['initialized', 'completed', 'failed', 'terminated'];
    const sent = one.send(...verbs.map((verb) => one.statement(verb)));
    expect(await outcomeOf(sent)).toBe('stored');
  });

  test.each([
    ['completed', {}],
    ['terminated', {}],
    ['interacted', allowed],
  ])('nothing comes before initialized: %s', async (verb, change) => {
    const one = await run();
    expect(await outcomeOf(one.send(one.statement(verb, change)))).toBe(
      '403 STATEMENT_REFUSED statement: the session has not been initialized',
    );
  });

  test.each(['initialized', 'completed', 'passed', 'failed'])('%s comes once', async (verb) => {
    const one = await initialized();
    if (verb !== 'initialized') await one.send(one.statement(verb));
    expect(await outcomeOf(one.send(one.statement(verb)))).toMatch(/^403 .* already/);
  });

  test.each([
    ['passed', 'failed'],
    ['failed', 'passed'],
  ])('%s is not followed by %s', async (first, second) => {
    const one = await initialized();
    expect(await outcomeOf(one.send(one.statement(first)))).toBe('stored');
    expect(await outcomeOf(one.send(one.statement(second)))).toMatch(/^403 STATEMENT_REFUSED/);
  });

  test('nothing new comes after terminated, and what came is told again', async () => {
    const one = await initialized();
    const [interacted, last] = [one.statement('interacted', allowed), one.statement('terminated')];
    await one.send(interacted);
    await one.send(last);
    expect(await outcomeOf(one.send(last))).toBe('stored');
    expect(await outcomeOf(one.send(interacted))).toBe('stored');
    for (const late of [one.statement('completed'), one.statement('interacted', allowed)]) {
      expect(await outcomeOf(one.send(late))).toBe(
        '403 STATEMENT_REFUSED statement: the session has ended',
      );
    }
  });

  test('the times that statements name count', async () => {
    const one = await initialized();
    const early = { timestamp: '2020-01-01T00:00:00Z' };
    expect(await outcomeOf(one.send(one.statement('completed', early)))).toMatch(/^403 .* before/);
    const late = new Date(Date.now() + 60_000).toISOString();
    await one.send(one.statement('interacted', { ...allowed, timestamp: late }));
    expect(await outcomeOf(one.send(one.statement('terminated')))).toMatch(/^403 .* before/);
  });

  test('of a list that breaks a rule nothing is stored', async () => {
    const one = await initialized();
    const good = one.statement('completed');
    expect(await outcomeOf(one.send(good, one.statement('initialized')))).toBe(
      '403 STATEMENT_REFUSED statements[1]: the session has been initialized already',
    );
    const answer = await one.store(`${base}/statements`, {
      parameters: { statementId: good['id'] as string },
    });
    expect(answer.status).toBe(404);
    expect(await outcomeOf(one.send(good))).toBe('stored');
  });

  test('each one of a list that breaks a rule is named', async () => {
    const one = await initialized();
    const wrong = [one.statement('initialized'), one.statement('completed', { result: undefined })];
    const answer = await one.send(wrong[0]!, one.statement('completed'), wrong[1]!);
    const { result_messages } = (await answer.json()) as { result_messages: { text: string }[] };
    expect(result_messages.map(({ text }) => text.split(': ', 1)[0])).toEqual([
      'statements[0]',
      'statements[2]',
    ]);
  });

  test('of two that come at the same time one is stored', async () => {
    const one = await initialized();
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => outcomeOf(one.send(one.statement('completed')))),
    );
    expect(sent.filter((outcome) => outcome === 'stored')).toHaveLength(1);
  });

  test('what comes again under an id that another statement has is told apart', async () => {
    const one = await initialized();
    const first = one.statement('completed');
    await one.send(first);
    const other = { ...first, result: { completion: true, duration: 'PT5S' } };
    expect(await outcomeOf(one.send(other))).toMatch(/^409 STATEMENT_CONFLICT/);
  });

  test('what conflicts with a statement of before has not been told', async () => {
    const one = await initialized();
    const interacted = one.statement('interacted', allowed);
    await one.send(interacted);
    const taken = one.statement('completed', { id: interacted['id'] });
    expect(await outcomeOf(one.send(taken))).toMatch(/^409 STATEMENT_CONFLICT/);
    expect(await outcomeOf(one.send(one.statement('completed')))).toBe('stored');
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
    const one = await initialized('wolken', fresh(), { launch_mode: mode });
    for (const verb of ['completed', 'passed', 'failed']) {
      expect(await outcomeOf(one.send(one.statement(verb)))).toMatch(
        new RegExp(`^403 STATEMENT_REFUSED .* ${mode}$`),
      );
    }
    expect(await outcomeOf(one.send(one.statement('interacted', allowed)))).toBe('stored');
    expect(await outcomeOf(one.send(one.statement('terminated')))).toBe('stored');
  });
});

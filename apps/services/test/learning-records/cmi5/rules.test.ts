import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base } from '../xapi/requests.ts';
import {
  bringIn,
  cmi5Category,
  extension,
  launchUnit,
  moveOnCategory,
  runUnit,
  unit,
  type Change,
  type Course,
  type RunningUnit,
} from './course.ts';
import { startSchool, type School } from './school.ts';

let school: School;
let weather: Course;

beforeAll(async () => {
  school = await startSchool();
  weather = await bringIn(school.platform, school.publisher, [
    unit('wolken', { mastery_score: 0.6 }),
    unit('wind'),
  ]);
});
afterAll(() => school.platform.close());

async function run(name = 'wolken', of: Course = fresh(), change = {}): Promise<RunningUnit> {
  return runUnit(school.platform, await launchUnit(school.platform, school.mia, of, name, change));
}
async function initialized(...given: Parameters<typeof run>): Promise<RunningUnit> {
  const one = await run(...given);
  expect(await outcomeOf(one.send(one.statement('initialized')))).toBe('stored');
  return one;
}
const fresh = (): Course => ({ ...weather, key: { course_id: randomUUID(), issue_id: '1' } });

async function outcomeOf(sent: Promise<Response>): Promise<string> {
  const answer = await sent;
  if (answer.ok) return 'stored';
  const { result_messages } = (await answer.json()) as {
    result_messages: [{ code: string; text: string }];
  };
  return `${answer.status} ${result_messages[0].code} ${result_messages[0].text}`;
}

const allowed = { verb: { id: 'https://verlag.example/verbs/drehte' }, category: [] };
const mastery = (score: number) => ({
  result: { score: { scaled: score }, duration: 'PT1S', success: score >= 0.6 },
  extensions: { [`${extension}masteryscore`]: 0.6 },
});

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

describe('what a statement has', () => {
  const wrong: readonly (readonly [string, string, Change])[] = [
    ['no id', 'completed', { id: undefined }],
    ['no time', 'completed', { timestamp: undefined }],
    ['a time of another zone', 'completed', { timestamp: '2036-01-01T00:00:00+02:00' }],
    ['a time in the year 0', 'interacted', { ...allowed, timestamp: '0000-01-01T00:00:00Z' }],
    ['no session', 'completed', { extensions: { [`${extension}sessionid`]: undefined } }],
    [
      'another session',
      'interacted',
      {
        ...allowed,
        extensions: { [`${extension}sessionid`]: randomUUID() },
      },
    ],
    ['another registration', 'interacted', { ...allowed, registration: randomUUID() }],
    ['no id of the publisher', 'interacted', { ...allowed, grouping: [] }],
    ['another object', 'completed', { object: { id: 'https://verlag.example/anderes' } }],
    ['a verb of the platform', 'launched', {}],
    ['a verb of nobody', 'completed', { verb: { id: 'https://verlag.example/verbs/drehte' } }],
    [
      'a score on completed',
      'completed',
      {
        result: { completion: true, duration: 'PT1S', score: { scaled: 1 } },
      },
    ],
    ['no duration', 'completed', { result: { completion: true } }],
    ['no duration at the end', 'terminated', { result: undefined }],
    ['no completion', 'completed', { result: { duration: 'PT1S' }, category: [cmi5Category] }],
    [
      'completion on passed',
      'passed',
      {
        result: { success: true, completion: true, duration: 'PT1S' },
      },
    ],
    [
      'success on completed',
      'completed',
      {
        result: { success: true, completion: true, duration: 'PT1S' },
      },
    ],
    ['success on failed', 'failed', { result: { success: true, duration: 'PT1S' } }],
    ['no category of moveOn', 'completed', { category: [cmi5Category] }],
    [
      'a category of moveOn without an outcome',
      'terminated',
      {
        category: [cmi5Category, moveOnCategory],
      },
    ],
    [
      'a progress of 101',
      'terminated',
      {
        result: {
          duration: 'PT1S',
          extensions: { 'https://w3id.org/xapi/cmi5/result/extensions/progress': 101 },
        },
      },
    ],
    [
      'a raw score alone',
      'passed',
      {
        result: { success: true, duration: 'PT1S', score: { raw: 5 } },
      },
    ],
    [
      'a score below 0',
      'failed',
      {
        ...mastery(0),
        result: { success: false, duration: 'PT1S', score: { scaled: -0.1 } },
      },
    ],
    [
      'passed below the mastery score',
      'passed',
      {
        ...mastery(0.5),
        result: { success: true, duration: 'PT1S', score: { scaled: 0.59 } },
      },
    ],
    [
      'failed from the mastery score on',
      'failed',
      {
        ...mastery(0.6),
        result: { success: false, duration: 'PT1S', score: { scaled: 0.6 } },
      },
    ],
    ['a score without the mastery score', 'passed', { ...mastery(0.9), extensions: {} }],
    [
      'another mastery score',
      'passed',
      {
        ...mastery(0.9),
        extensions: { [`${extension}masteryscore`]: 0.5 },
      },
    ],
    [
      'a group',
      'completed',
      {
        actor: { objectType: 'Group', account: { homePage: 'https://x.example', name: 'x' } },
      },
    ],
    [
      'a statement to void',
      'voided',
      {
        verb: { id: 'http://adlnet.gov/expapi/verbs/voided' },
        object: { objectType: 'StatementRef', id: randomUUID() },
        category: [],
      },
    ],
  ];

  test.each(wrong)('is refused with %s', async (_title, verb, change) => {
    const one = await initialized();
    expect(await outcomeOf(one.send(one.statement(verb, change)))).toMatch(
      /^403 (?:STATEMENT_REFUSED|SUBJECT_FORBIDDEN)/,
    );
    expect(await outcomeOf(one.send(one.statement('terminated')))).toBe('stored');
  });

  test.each([
    ['passed', mastery(0.6)],
    ['failed', mastery(0.599)],
    ['passed', {}],
    ['failed', {}],
  ])('%s is judged by the mastery score where there is one: %#', async (verb, change) => {
    const one = await initialized();
    expect(await outcomeOf(one.send(one.statement(verb, change)))).toBe('stored');
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

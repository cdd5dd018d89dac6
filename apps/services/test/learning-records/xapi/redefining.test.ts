import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { coursesOfActivities } from '../../../src/learning-records/store/activity-courses.ts';
import { makePublisher } from '../../publishing/publication.ts';
import { publishedCourse } from '../published-course.ts';
import { agentOf, base, clientOf, keyWith, refusalOf } from './requests.ts';
import { postTo, startRecordStore, statement } from './record-store.ts';
import { rowsOf } from '../../rows.ts';

/* Rights to define activities. Courses are of LECTERN. */

const store = startBeforeAll(startRecordStore);
let publisher: SignedIn;
let other: SignedIn;
let mia: SignedIn;
let course: string;

beforeAll(async () => {
  const { signIn } = store.platform.identityProvider;
  [publisher, other, mia] = await Promise.all([signIn('lea'), signIn('thomas'), signIn('mia')]);
  await makePublisher(store.platform, publisher, 'LECTERN');
  await makePublisher(store.platform, other, 'ANDERER');
  course = randomUUID();
  await publishedCourse(store.platform.database, course);
});

const as = (who: SignedIn) => clientOf(store.platform, `Bearer ${who.token}`);

async function say(who: SignedIn, id: string, definition: object): Promise<void> {
  const actor = JSON.parse(agentOf(store.platform, who.subject)) as object;
  const sent = await postTo(as(who), statement({ actor, object: { id, definition } }));
  expect(sent.status).toBe(200);
}

/** Definition of an activity for a tool, which sees all. */
async function definitionOf(activityId: string): Promise<object | undefined> {
  const answer = await store.client(`${base}/activities`, { parameters: { activityId } });
  return ((await answer.json()) as { definition?: object }).definition;
}

const putProfile = (who: SignedIn, activityId: string) =>
  as(who)(`${base}/activities/profile`, {
    method: 'PUT',
    parameters: { activityId, profileId: 'regeln' },
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
    body: '{}',
  });

const ofCourse = () => `https://verlag.example/${course}/${randomUUID()}`;
const ofNone = () => `https://verlag.example/${randomUUID()}`;
const named = (de: string) => ({ name: { de } });

describe('row 82: what belongs to a published course', () => {
  test.each([
    ['as a part of its id', ofCourse],
    ['in a query', () => `https://verlag.example/${randomUUID()}?course=${course}`],
    ['beside an own course', () => `${ofCourse()}/${course}`],
    ['by a structure that was not launched', () => `${store.platform.url}/lars/cmi5/activities/x`],
  ])('is not redefined by another publisher: %s', async (_title, idOf) => {
    const id = idOf();
    await store.post(statement({ object: { id, definition: named('Richtig') } }));
    await say(other, id, { name: { de: 'Falsch', fr: 'Faux' } });
    expect(await definitionOf(id)).toEqual(named('Richtig'));
    expect(await refusalOf(putProfile(other, id))).toBe('403 PERMISSION_MISSING');
  });

  test('is not told first by another publisher either', async () => {
    const id = ofCourse();
    await say(other, id, named('Falsch'));
    expect(await definitionOf(id)).toBeUndefined();
  });

  test('is redefined, and its profile written, by its publisher', async () => {
    const id = ofCourse();
    await store.post(statement({ object: { id, definition: named('Alt') } }));
    await say(publisher, id, { name: { fr: 'Neuf' } });
    expect(await definitionOf(id)).toEqual({ name: { de: 'Alt', fr: 'Neuf' } });
    expect((await putProfile(publisher, id)).status).toBe(204);
  });

  test('a learner defines for nobody; its publisher does, with nothing left of it', async () => {
    const id = ofCourse();
    await say(mia, id, {
      name: { de: 'Falsch', fr: 'Faux' },
      interactionType: 'true-false',
      correctResponsesPattern: ['true'],
    });
    expect(await definitionOf(id)).toBeUndefined();
    await say(publisher, id, named('Richtig'));
    expect(await definitionOf(id)).toEqual(named('Richtig'));
    await say(mia, id, named('Falsch'));
    expect(await definitionOf(id)).toEqual(named('Richtig'));
  });

  test('a learner defines for nobody before the course is published either', async () => {
    const later = randomUUID();
    const id = `https://verlag.example/${later}/1`;
    await say(mia, id, named('Falsch'));
    await publishedCourse(store.platform.database, later);
    expect(await definitionOf(id)).toBeUndefined();
  });

  test('row 94: a tool that may not define is one that comes first', async () => {
    const tool = clientOf(store.platform, await keyWith(store.platform, 'statements/write'));
    const [id, free] = [ofCourse(), ofNone()];
    for (const object of [id, free].map((iri) => ({ id: iri, definition: named('Falsch') }))) {
      expect((await postTo(tool, statement({ object }))).status).toBe(200);
    }
    expect([await definitionOf(id), await definitionOf(free)]).toEqual([
      undefined,
      named('Falsch'),
    ]);
    await say(publisher, id, { name: { fr: 'Juste' } });
    await say(publisher, free, { name: { fr: 'Juste' } });
    expect([await definitionOf(id), await definitionOf(free)]).toEqual([
      { name: { fr: 'Juste' } },
      { name: { fr: 'Juste' } },
    ]);
  });

  test('row 94: a publisher defines for nobody before it is published', async () => {
    const later = randomUUID();
    const id = `https://verlag.example/${later}/1`;
    await say(other, id, { name: { de: 'Falsch' } });
    await say(other, id, { name: { fr: 'Faux' } });
    expect(await definitionOf(id)).toEqual({ name: { de: 'Falsch', fr: 'Faux' } });
    await publishedCourse(store.platform.database, later);
    expect(await definitionOf(id)).toBeUndefined();
    await say(other, id, named('Falsch'));
    expect(await definitionOf(id)).toBeUndefined();
    await say(publisher, id, named('Richtig'));
    expect(await definitionOf(id)).toEqual(named('Richtig'));
  });

  test('row 94: its own publisher says it again, and a tool need not', async () => {
    const later = randomUUID();
    const [id, byTool] = [1, 2].map((number) => `https://verlag.example/${later}/${number}`);
    await say(publisher, id!, named('Richtig'));
    await store.post(statement({ object: { id: byTool!, definition: named('Richtig') } }));
    await publishedCourse(store.platform.database, later);
    expect([await definitionOf(id!), await definitionOf(byTool!)]).toEqual([
      undefined,
      named('Richtig'),
    ]);
    await say(publisher, id!, named('Richtig'));
    expect(await definitionOf(id!)).toEqual(named('Richtig'));
  });

  test('a learner defines for nobody what the content of a course says by data/put', async () => {
    const id = ofNone();
    await store.platform.as('lars', mia).dataPut({
      body: {
        subject: mia.subject,
        courses: [course],
        put_dto: {
          dto_id: 'x',
          statement: {
            id: randomUUID(),
            verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
            object: { id, definition: named('Falsch') },
          },
        },
      },
    });
    expect(await definitionOf(id)).toBeUndefined();
  });
});

describe('row 96: a course that is called like what stands in the ids of others', () => {
  test.each([
    ['their scheme', () => 'https'],
    ['their host', () => 'verlag.example'],
    ['scheme and host', () => 'https://verlag.example'],
    ['what the platform puts before names', () => 'activities'],
    ['it, and more of it', () => `${store.platform.url}/lars/cmi5`],
  ])('has none of their activities: %s', async (_what, nameOf) => {
    const name = nameOf();
    await publishedCourse(store.platform.database, name, ['bezahlt']);
    const ids = [ofNone(), ofCourse(), `${store.platform.url}/lars/cmi5/activities/x`, name];
    const coursesOf = await coursesOfActivities(store.platform.database, ids);
    expect([...coursesOf.values()]).toEqual([[], [course], [''], [name]]);
    await rowsOf(store.platform.database, 'clag.courses', { course_id: name }).delete();
  });
});

describe('row 116: a course that is called like a word in the ids of another publisher', () => {
  const publishedByOther = async (course_id: string) => {
    const { database } = store.platform;
    await publishedCourse(database, course_id, ['bezahlt']);
    await rowsOf(database, 'clag.courses', { course_id }).set({ mandant_identifier: 'ANDERER' });
  };

  test.each([
    ['after it', (word: string) => `https://verlag.example/${course}/${word}/1`],
    ['before it', (word: string) => `https://verlag.example/${word}/${course}/1`],
    ['in a query', (word: string) => `https://verlag.example/${course}/1?teil=${word}`],
    ['percent-encoded', (word: string) => `https://verlag.example/${course}%2F${word}`],
    ['as its beginning', (word: string) => `${word}:${course}/1`],
  ])('takes and hides none of its activities: %s', async (_where, idOf) => {
    const word = `wort-${randomUUID()}`;
    const id = idOf(word);
    await say(publisher, id, named('Richtig'));
    await publishedByOther(word);
    await say(other, id, named('Falsch'));
    expect(await definitionOf(id)).toEqual(named('Richtig'));
    expect(await refusalOf(putProfile(other, id))).toBe('403 PERMISSION_MISSING');
    await say(publisher, id, { name: { fr: 'Juste' } });
    expect(await definitionOf(id)).toEqual({ name: { de: 'Richtig', fr: 'Juste' } });
    expect((await putProfile(publisher, id)).status).toBe(204);
    const answer = await as(mia)(`${base}/activities`, { parameters: { activityId: id } });
    expect(await answer.json()).toMatchObject({ definition: { name: { de: 'Richtig' } } });
  });

  test('is the one of the activity where it was there first', async () => {
    const [word, later] = [`wort-${randomUUID()}`, randomUUID()];
    await publishedByOther(word);
    await publishedCourse(store.platform.database, later);
    const id = `https://verlag.example/${later}/${word}`;
    const coursesOf = await coursesOfActivities(store.platform.database, [id]);
    expect(coursesOf.get(id)).toEqual([word]);
  });

  test('takes no activity that the platform has named for a structure', async () => {
    const { database, url } = store.platform;
    const name = randomUUID();
    await publishedByOther(name);
    await database.insertInto('lars.cmi5_activities').values({ name, course_id: course }).execute();
    const id = `${url}/lars/cmi5/activities/${name}`;
    expect((await coursesOfActivities(database, [id])).get(id)).toEqual([course]);
  });
});

describe('row 93: what could be of hundreds of courses', () => {
  const parts = Array.from({ length: 200 }, (_, place) => `t${place}`);

  test.each([
    ['by its parts', () => `https://verlag.example/${randomUUID()}/${parts.join('/')}`],
    [
      'by a part that comes often',
      () => `https://verlag.example/${randomUUID()}${'/a'.repeat(200)}`,
    ],
    ['by parts that are encoded', () => `${ofNone()}/${parts.map((dir) => `${dir}%2f`).join('')}`],
    ['after them all', () => `https://verlag.example${'/a'.repeat(200)}/${course}`],
  ])('is looked for in none, and said by tools alone: %s', async (_title, idOf) => {
    const id = idOf();
    await say(mia, id, named('Falsch'));
    await say(publisher, id, named('Falsch'));
    expect(await definitionOf(id)).toBeUndefined();
    expect(await refusalOf(putProfile(publisher, id))).toBe('403 PERMISSION_MISSING');
    await store.post(statement({ object: { id, definition: named('Richtig') } }));
    expect(await definitionOf(id)).toEqual(named('Richtig'));
    const answer = await as(mia)(`${base}/activities`, { parameters: { activityId: id } });
    expect(await answer.json()).toEqual({ objectType: 'Activity', id });
  });

  test('beside as many others as a page has', async () => {
    const ids = Array.from({ length: 600 }, () => ofNone());
    const all = await coursesOfActivities(store.platform.database, [...ids, ofCourse()]);
    expect([...all.values()].map((courses) => courses.length)).toEqual([...ids.map(() => 0), 1]);
  });
});

describe('row 82: what belongs to no course', () => {
  test('is redefined by whoever publishes', async () => {
    const id = ofNone();
    await say(publisher, id, named('Alt'));
    await say(other, id, named('Neu'));
    expect(await definitionOf(id)).toEqual(named('Neu'));
  });

  test('row 94: has its profile of tools alone, as it may come to be of a course', async () => {
    const later = randomUUID();
    const id = `https://verlag.example/${later}/1`;
    for (const who of [publisher, other, mia]) {
      expect(await refusalOf(putProfile(who, id))).toBe('403 PERMISSION_MISSING');
    }
    await publishedCourse(store.platform.database, later);
    expect(await refusalOf(putProfile(other, id))).toBe('403 PERMISSION_MISSING');
    expect((await putProfile(publisher, id)).status).toBe(204);
  });

  test('is what a learner has said first, until somebody who publishes, or a tool, says it', async () => {
    const tool = clientOf(
      store.platform,
      await keyWith(store.platform, 'statements/write', 'define'),
    );
    for (const redefine of [
      (id: string) => say(other, id, named('Richtig')),
      (id: string) => postTo(tool, statement({ object: { id, definition: named('Richtig') } })),
    ]) {
      const id = ofNone();
      await say(mia, id, { name: { de: 'Erste', fr: 'Première' } });
      expect(await definitionOf(id)).toEqual({ name: { de: 'Erste', fr: 'Première' } });
      await redefine(id);
      expect(await definitionOf(id)).toEqual(named('Richtig'));
    }
  });
});

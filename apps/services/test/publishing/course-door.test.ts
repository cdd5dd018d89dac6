import { randomUUID } from 'node:crypto';
import { cmi5StructureFile } from '@lectern/contracts/calls/learning-records/cmi5-structure';
import { CallFailed } from '@lectern/contracts/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { startFileWorld, type Person } from '../files/file-world.ts';
import { keyWith, clientOf } from '../learning-records/xapi/requests.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { makePublisher, publish, sendFile, sha256, smallIssue, beginOf } from './publication.ts';
import type { Publication } from './publication.ts';
import { insertRows, rowsOf } from '../rows.ts';

/*
 * Parts of a course by call and caller: the texts and files that file access would give, and titles where the
 * publisher makes them public.
 */

const product = 'see-produkt';
const bytes = 'Nur mit Lizenz.';
const film = {
  path: 'film.txt',
  content_hash: sha256(bytes),
  size_in_bytes: bytes.length,
  media_type: 'text/plain',
  is_public: false,
};

const issues = {
  'titles public': {
    ...smallIssue,
    course_id: 'offen',
    products: [product],
    titles: 'public',
    files: [film],
  },
  'titles licensed': {
    ...smallIssue,
    course_id: 'lizenziert',
    products: [product],
    files: [film],
  },
  free: { ...smallIssue, course_id: 'frei' },
  // No licence opens its file.
  'without product': { ...smallIssue, course_id: 'ohne', files: [film] },
} as const satisfies Record<string, Publication>;

type IssueName = keyof typeof issues;

const world = startBeforeAll(startFileWorld);
let structureHash: string;
/** The file of the issue with licensed titles. */
let file_reference: string;
const people = {} as Record<Caller, Person>;

const callers = [
  'without a licence',
  'with an expired licence',
  'with a licence that begins later',
  'with a licence of another publisher',
  'with a licence without a seat',
  'with a licence and no device',
  'with a licence',
  'with a licence of the class',
  'teaching a class that works with it',
  'teaching another class',
  'publishing it',
] as const;
type Caller = (typeof callers)[number];

const seesTexts: readonly Caller[] = [
  'with a licence',
  'with a licence of the class',
  'publishing it',
];
const seesTitles: readonly Caller[] = [...seesTexts, 'teaching a class that works with it'];

const hour = 3_600_000;

beforeAll(async () => {
  const { platform } = world;
  for (const caller of callers) {
    people[caller] = await world.newPerson(caller.startsWith('teaching') ? 'teacher' : undefined);
  }
  const publisher = people['publishing it'];
  await makePublisher(platform, publisher, 'LECTERN');
  const { structure_hash } = await publisher.as('lars').cmi5PutStructure({
    body: {
      structure: {
        id: 'https://verlag.example/see',
        title: { de: 'See' },
        description: { de: 'See' },
        blocks: [],
        aus: [
          {
            id: 'https://verlag.example/see/1',
            title: { de: 'Enten' },
            description: { de: 'Enten' },
            url: '1.html',
            launch_method: 'AnyWindow',
            move_on: 'Completed',
          },
        ],
      },
    },
  });
  structureHash = structure_hash;
  for (const issue of Object.values(issues)) await bringIn(issue);

  const of = { product_reference: product };
  const license = (caller: Caller, change: object = {}) =>
    world.license(people[caller], { ...of, ...change });
  await license('with an expired licence', { valid_until: new Date(Date.now() - hour) });
  await license('with a licence that begins later', { valid_from: new Date(Date.now() + hour) });
  await license('with a licence of another publisher', { mandant_identifier: 'ANDERER' });
  await license('with a licence without a seat', { seats: 3 });
  await license('with a licence and no device');
  await world.database
    .deleteFrom('lima.devices')
    .where('subject', '=', people['with a licence and no device'].subject)
    .execute();
  await license('with a licence');
  const inClass = people['with a licence of the class'];
  const group_id = await world.newGroup(people['teaching a class that works with it'], inClass);
  await world.license(await world.newPerson(), {
    ...of,
    license_strategy: 'LICENSE_STRATEGY_GROUP',
    group_id,
  });
  await world.database
    .insertInto('lima.devices')
    .values({ subject: inClass.subject, device_identifier: 'device-1' })
    .execute();
  await world.newGroup(people['teaching another class'], people['without a licence']);
});

/** Publishes an issue with its file and the structure, and has a publisher's tool tell of an activity. */
async function bringIn(issue: Publication): Promise<void> {
  const { platform, database } = world;
  const publisher = people['publishing it'];
  const { course_id, issue_id, files } = issue;
  if (files.length > 0) {
    const begun = await publisher.as('clag').publishingBegin({ body: beginOf(issue) });
    const { files: named } = await publisher.as('clag').publishingAddFiles({
      body: { course_id, issue_id, version: begun.version, files: [film] },
    });
    const [file] = named;
    if (issue === issues['titles licensed']) ({ file_reference } = file!);
    await sendFile(platform, publisher, beginOf(issue), film, file!.file_reference, bytes);
  }
  await publish(platform, publisher, issue);
  await insertRows(database, 'clag.version_files', {
    course_id,
    issue_id,
    version: 1,
    path: cmi5StructureFile,
    file_reference: structureHash,
    content_hash: structureHash,
    size_in_bytes: 300,
    media_type: 'application/json',
    is_public: issue.files.length === 0,
  });
  const sent = await clientOf(platform, await keyWith(platform, 'all'))('/lars/xapi/statements', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      actor: { mbox: 'mailto:werkzeug@verlag.example' },
      verb: { id: 'http://adlnet.gov/expapi/verbs/experienced' },
      object: { id: activityOf(issue), definition: { name: { de: 'Wie heisst das?' } } },
    }),
  });
  expect(sent.status).toBe(200);
}

const activityOf = ({ course_id }: Publication) => `https://verlag.example/${course_id}/enten`;

interface Ask {
  readonly of: 'texts' | 'titles';
  /** @returns whether something of the course came out */
  readonly ask: (person: Person, issue: Publication) => Promise<boolean>;
}

const scopeOf = (
  { subject }: Person,
  { course_id, issue_id }: Pick<Publication, 'course_id' | 'issue_id'>,
) => ({
  subject,
  course_id_dto: { course_id },
  issue_id_dto: { issue_id },
});

/** True where a call answers; of the refusals only that something is not there. */
async function answers(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof CallFailed && error.code?.endsWith('_NOT_FOUND')) return false;
    throw error;
  }
}

const xapiOf = (person: Person, path: string, parameters: Record<string, string>) =>
  clientOf(world.platform, `Bearer ${person.token}`)(`/lars/xapi/${path}`, { parameters });

const calls: Readonly<Record<string, Ask>> = {
  'search in an issue': {
    of: 'texts',
    async ask(person, issue) {
      const body = { ...scopeOf(person, issue), query: 'gründeln' };
      return (await person.as('clag').searchCourse({ body })).hits.length > 0;
    },
  },
  'search in all issues': {
    of: 'texts',
    async ask(person, issue) {
      const { issue_id_dto: _, ...scope } = scopeOf(person, issue);
      const { hits } = await person.as('clag').searchCourse({ body: { ...scope, query: 'enten' } });
      return hits.length > 0;
    },
  },
  completions: {
    of: 'texts',
    async ask(person, issue) {
      const body = { ...scopeOf(person, issue), prefix: 'grün' };
      return (await person.as('clag').searchAutocomplete({ body })).completions.length > 0;
    },
  },
  'list of files': {
    of: 'texts',
    async ask(person, { course_id, issue_id }) {
      const paths = [film.path, cmi5StructureFile];
      const body = { course_id, issue_id, paths };
      const asked = person.as('clag').publishingGetFiles({ body });
      return (await answers(asked)) && (await asked).files.length > 0;
    },
  },
  'structure of a course': {
    of: 'texts',
    ask({ subject, as }, { course_id, issue_id }) {
      const body = { subject, course_id, issue_id, structure_hash: structureHash };
      return answers(as('lars').cmi5GetProgress({ body }));
    },
  },
  'definition of an activity': {
    of: 'texts',
    async ask(person, issue) {
      const answer = await xapiOf(person, 'activities', { activityId: activityOf(issue) });
      expect(answer.status).toBe(200);
      return 'definition' in ((await answer.json()) as object);
    },
  },
  'definition in an own statement': {
    of: 'texts',
    async ask(person, issue) {
      const statementId = randomUUID();
      await person.as('lars').dataPut({
        body: {
          subject: person.subject,
          put_dto: {
            dto_id: 'enten',
            statement: {
              id: statementId,
              verb: { id: 'http://adlnet.gov/expapi/verbs/experienced' },
              object: { id: activityOf(issue) },
            },
          },
        },
      });
      const answer = await xapiOf(person, 'statements', { statementId, format: 'canonical' });
      const { object } = (await answer.json()) as { object: object };
      return 'definition' in object;
    },
  },
  'profile of an activity': {
    of: 'texts',
    async ask(person, issue) {
      const answer = await xapiOf(person, 'activities/profile', { activityId: activityOf(issue) });
      expect([200, 403]).toContain(answer.status);
      return answer.status === 200;
    },
  },
  'table of topics': {
    of: 'titles',
    ask: (person, issue) =>
      answers(person.as('clag').topicTocGetAttributesForIssue({ body: scopeOf(person, issue) })),
  },
  'table of exercises': {
    of: 'titles',
    ask: (person, issue) =>
      answers(
        person.as('clag').exerciseTocGetAttributesForIssueAndGroup({
          body: { ...scopeOf(person, issue), exercise_group_id: 'enten' },
        }),
      ),
  },
  'link to a topic': {
    of: 'titles',
    ask: ({ as }, { course_id, issue_id }) =>
      answers(
        as('clag').linkResolveTopic({
          body: {
            course_reference: course_id,
            issue_reference: issue_id,
            topic_reference: 'ufer-1',
          },
        }),
      ),
  },
  'link to an exercise of the newest issue': {
    of: 'titles',
    ask: ({ as }, { course_id }) =>
      answers(
        as('clag').linkResolveExercise({
          body: { course_reference: course_id, exercise_reference: 'enten' },
        }),
      ),
  },
  outline: {
    of: 'titles',
    ask: ({ subject, as }, { course_id }) =>
      answers(as('lars').progressGetOutline({ body: { subject, course_id } })),
  },
};

describe.each(Object.keys(calls))('row 62: %s', (name) => {
  const { of, ask } = calls[name]!;
  const sees = of === 'texts' ? seesTexts : seesTitles;

  test.each<[IssueName, readonly Caller[]]>([
    ['titles licensed', sees],
    ['titles public', of === 'titles' ? callers : sees],
    ['free', callers],
    ['without product', ['publishing it']],
  ])('of the issue %s is for those who may see it', async (issue, expected) => {
    const asked = await Promise.all(callers.map((caller) => ask(people[caller], issues[issue])));
    expect(callers.filter((_, index) => asked[index])).toEqual(
      callers.filter((caller) => expected.includes(caller)),
    );
  });
});

test('file access gives a file to the same callers, by one of their licences', async () => {
  const given = async (caller: Caller): Promise<boolean> => {
    const { subject, as } = people[caller];
    const { licenses } = await as('lima').licenseGetForUser({ body: { subject }, query: {} });
    const asked = licenses.map(({ license_code, product_reference }) =>
      as('atma').fileAccessV2({
        body: {
          file_access_dtos: [
            {
              dto_id: 'film',
              file_reference,
              asset_stage: 'ASSET_STAGE_PROD',
              asset_type: 'ASSET_TYPE_WEB_PUB',
              version: 0,
              subject,
              device_identifier: 'device-1',
              license_code,
              product_reference,
            },
          ],
        },
      }),
    );
    const outcomes = await Promise.allSettled(asked);
    return outcomes.some(({ status }) => status === 'fulfilled');
  };
  const outcomes = await Promise.all(callers.map(given));
  // A publisher needs no licence for what it sent, and has no address of it without one.
  const expected = seesTexts.filter((caller) => caller !== 'publishing it');
  expect(callers.filter((_, index) => outcomes[index])).toEqual(expected);
});

describe('what is a person’s own', () => {
  test('stays readable where the licence has expired', async () => {
    const person = people['with an expired licence'];
    const issue = issues['titles licensed'];
    const scope = scopeOf(person, issue);
    const clag = person.as('clag');
    await clag.annotationsSaveForTopic({
      body: {
        ...scope,
        topic_dto: { topic_id: 'ufer-2' },
        notes: [
          {
            note_id: randomUUID(),
            note_type: 'SIDENOTE',
            title: 'Enten',
            content: { note_content_type: 'PLAIN_TEXT', text: 'Sie gründeln.' },
            version: 0,
          },
        ],
      },
    });
    const { hits } = await clag.searchCourse({ body: { ...scope, query: 'gründeln' } });
    expect(hits.map(({ search_source }) => search_source)).toEqual(['note']);
    const read = await clag.annotationsGetForTopic({
      body: { ...scope, topic_dto: { topic_id: 'ufer-2' } },
    });
    expect(read.notes).toHaveLength(1);
  });

  test('progress is told without titles, and without what was not begun', async () => {
    const person = people['with an expired licence'];
    const { course_id } = issues['titles licensed'];
    const { subject } = person;
    const asked = () =>
      person.as('lars').progressGetForSubject({
        body: { subject, course_id, filter_type: 'SUB_THEMA', filter_id: 'ufer-2' },
      });
    await person.as('lars').dataPut({
      body: {
        subject,
        put_dto: {
          dto_id: 'enten',
          statement: {
            verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
            object: { id: `https://verlag.example/${course_id}/enten` },
            context: {
              contextActivities: { grouping: [{ id: `https://verlag.example/${course_id}` }] },
            },
          },
        },
      },
    });
    const { exercises } = await asked();
    expect(exercises).toEqual([expect.objectContaining({ exercise_id: 'enten' })]);
    expect(exercises![0]).not.toHaveProperty('title');
  });

  test('row 92: of a course that is not seen nobody learns that it is there', async () => {
    const [learner, leader] = await Promise.all([world.newPerson(), world.newPerson('teacher')]);
    const group_id = await world.newGroup(leader, learner);
    const { issue_id, course_id } = issues['titles licensed'];
    for (const asked of [
      { course_id },
      { course_id, issue_id },
      { course_id: 'none' },
      { course_id, issue_id: 'none' },
    ]) {
      const bodyOf = ({ subject }: Person) => ({ subject, ...asked, filter_type: 'NONE' as const });
      const outcomes = await Promise.all([
        codeOf(learner.as('lars').progressGetForSubject({ body: bodyOf(learner) })),
        codeOf(leader.as('lars').progressGetForGroup({ body: { ...bodyOf(leader), group_id } })),
      ]);
      expect(outcomes).toEqual(['ISSUE_NOT_FOUND', 'ISSUE_NOT_FOUND']);
    }
  });

  test('row 92: a class without a course tells of none that is not seen', async () => {
    const [learner, leader] = await Promise.all([world.newPerson(), world.newPerson('teacher')]);
    const { subject } = leader;
    const group_id = await world.newGroup(leader, learner);
    const toldOf = async ({ course_id, issue_id }: { course_id: string; issue_id: string }) => {
      const [{ members }, { version }] = await Promise.all([
        leader.as('clag').exerciseGetForGroup({
          body: { ...scopeOf(leader, { course_id, issue_id }), group_id, exercise_ids: ['enten'] },
        }),
        leader.as('lars').progressGetVersionForGroup({ body: { subject, group_id, course_id } }),
      ]);
      return { members, version };
    };
    const none = await toldOf({ course_id: 'none', issue_id: 'none' });
    expect(await toldOf(issues['titles licensed'])).toEqual(none);
    const seen = await toldOf(issues['titles public']);
    expect(seen.members).toMatchObject([{ subject: learner.subject, without_course: true }]);
    expect(seen.version).not.toBe(none.version);
  });
});

test('a teacher reads the titles of a course that the class works with', async () => {
  const { subject, as } = people['teaching a class that works with it'];
  const { group_id } = await rowsOf(world.database, 'gres.subject_groups', { subject }).one(
    'group_id',
  );
  const { exercises } = await as('lars').progressGetForGroup({
    body: {
      subject,
      group_id,
      course_id: issues['titles licensed'].course_id,
      filter_type: 'SUB_THEMA',
      filter_id: 'ufer-2',
    },
  });
  expect(exercises![0]!.title).toBe('Wie heisst das?');
});

import { randomUUID } from 'node:crypto';
import { cmi5StructureFile } from '@lectern/contracts/calls/learning-records/cmi5-structure';
import { sql } from 'kysely';
import { subjectOfFurtherIssuer } from '../../src/storage/subject-names.ts';
import type { JwtIssuer } from '../issuer.ts';
import { giveRole, type TestPlatform } from '../platform.ts';
import { beginOf, publish, sendFile, sha256, type Publication } from '../publishing/publication.ts';
import type { Names } from './named-things.ts';
import { first, second } from './publishers.ts';
import { insertRows, rowsOf } from '../rows.ts';

/*
 * A class with somebody of every standing in it, and a course of the first publisher that it works with.
 * Everybody has done the same; what is theirs has a mark in it that no request has.
 */

/** How somebody stands to the class. */
export const standings = [
  'joined by itself',
  'named by the school',
  'member since later',
  'asking to join',
  'invited',
  'invited too long ago',
  'declined',
  'removed',
  'member with more rights',
  'stranger',
] as const;
export type Standing = (typeof standings)[number];

/** Stands in the names by which the platform knows somebody. */
export const nameMarkOf = (standing: Standing) => `name-mark-${standings.indexOf(standing)}-`;
/** Stands in everything that somebody has done. */
export const dataMarkOf = (standing: Standing) => `data-mark-${standings.indexOf(standing)}-`;

/** Names of the class, the course and what is in it. */
export const schoolNames = {
  group: 'c0ffee00-0000-4000-8000-0000000000c1',
  provider: 'marked-provider',
  course: 'marked-course',
  issue: 'marked-issue',
  thema: 'marked-thema',
  topic: 'marked-topic',
  exercise: 'marked-exercise',
  path: 'marked.txt',
  unit: 'https://verlag.example/marked/unit',
  word: 'Schilf',
  beginning: 'zauber',
  license: 'marked-license',
} as const satisfies Names;

const bytes = 'Only who has a licence reads this.';
/** Stand in what a licence opens: in texts, and in the list of files. */
export const textMarks = ['zauberwort', sha256(bytes)] as const;
/** Stands in titles. */
export const titleMark = 'titelmarke';

const { course: course_id, issue: issue_id } = schoolNames;

const issue: Publication = {
  mandant_identifier: first.mandant,
  course_id,
  issue_id,
  title: titleMark,
  channel: 'WEBPUB',
  topics: [
    { topic_id: schoolNames.thema, title: titleMark },
    {
      topic_id: schoolNames.topic,
      parent_topic_id: schoolNames.thema,
      title: titleMark,
      text: `Schilf und das ${textMarks[0]}.`,
    },
  ],
  exercises: [
    {
      exercise_id: schoolNames.exercise,
      topic_id: schoolNames.topic,
      title: titleMark,
      basic_answer_type: 'match_keyboard',
      difficulty: 'medium',
      text: `Schilf und das ${textMarks[0]}.`,
    },
  ],
  files: [
    {
      path: schoolNames.path,
      content_hash: sha256(bytes),
      size_in_bytes: bytes.length,
      media_type: 'text/plain',
      is_public: false,
    },
  ],
  products: [first.product],
};

export interface MarkedPerson {
  readonly subject: string;
  readonly token: string;
}

/** Where a school is made. */
interface SchoolPlatform extends Pick<TestPlatform, 'as' | 'database' | 'url'> {
  /** Of the accounts that statements name people by. */
  readonly homePage: string;
}

/** The class and the course. */
export interface MarkedSchool {
  readonly teacher: MarkedPerson;
  readonly people: Readonly<Record<Standing, MarkedPerson>>;
  /** {@link schoolNames}, with what only publishing gives. */
  readonly names: Names;
}

/**
 * Makes the school; the publishers are there.
 *
 * @param teacherSub Who leads the class, as the issuer calls it.
 */
export async function makeSchool(
  platform: SchoolPlatform,
  issuer: JwtIssuer,
  teacherSub: string,
): Promise<MarkedSchool> {
  const { database } = platform;
  const newPerson = async (sub: string, role?: string): Promise<MarkedPerson> => {
    const subject = subjectOfFurtherIssuer(issuer.options.issuer, sub);
    if (role) await giveRole(database, subject, role);
    return { subject, token: await issuer.sign(issuer.claims(sub)) };
  };
  const teacher = await newPerson(teacherSub, 'teacher');
  const people = Object.fromEntries(
    await Promise.all(
      standings.map(async (standing, index) => [standing, await newPerson(`marked-${index}`)]),
    ),
  ) as Record<Standing, MarkedPerson>;
  await database
    .insertInto('aua.users')
    .values(
      standings.map((standing) => ({
        subject: people[standing].subject,
        given_name: nameMarkOf(standing),
        family_name: nameMarkOf(standing),
        email: `${nameMarkOf(standing)}@schule.example`,
      })),
    )
    .execute();
  const published = await publishCourse(platform, await newPerson('marked-publisher', 'publisher'));
  await makeClass(platform, teacher, people);
  for (const standing of standings) await leaveTraces(platform, people[standing], standing);
  await moveOn(platform, teacher, people);
  await assign(platform, teacher);
  return { teacher, people, names: { ...schoolNames, ...published } };
}

async function publishCourse(
  platform: Pick<TestPlatform, 'as' | 'database'>,
  publisher: MarkedPerson,
): Promise<Names> {
  const { database } = platform;
  const { subject } = publisher;
  await insertRows(database, 'aua.users', { subject, mandant_groups: [first.mandant] });
  const { structure_hash } = await platform.as('lars', publisher).cmi5PutStructure({
    body: {
      structure: {
        id: 'https://verlag.example/marked',
        title: { de: titleMark },
        description: { de: titleMark },
        blocks: [],
        aus: [
          {
            id: schoolNames.unit,
            title: { de: titleMark },
            description: { de: titleMark },
            url: '1.html',
            launch_method: 'AnyWindow',
            move_on: 'Completed',
          },
        ],
      },
    },
  });
  const clag = platform.as('clag', publisher);
  const begin = beginOf(issue);
  const { version } = await clag.publishingBegin({ body: begin });
  const { files } = await clag.publishingAddFiles({
    body: { course_id, issue_id, version, files: [...issue.files] },
  });
  const { file_reference } = files[0]!;
  await sendFile(platform, publisher, begin, issue.files[0]!, file_reference, bytes);
  await publish(platform, publisher, issue);
  await insertRows(database, 'clag.version_files', {
    course_id,
    issue_id,
    version,
    path: cmi5StructureFile,
    file_reference: structure_hash,
    content_hash: structure_hash,
    size_in_bytes: 300,
    media_type: 'application/json',
    is_public: false,
  });
  return { structure: structure_hash, file: file_reference };
}

const { group: group_id, provider: provider_id } = schoolNames;

async function makeClass(
  platform: Pick<TestPlatform, 'as' | 'database'>,
  teacher: MarkedPerson,
  people: MarkedSchool['people'],
): Promise<void> {
  const { database } = platform;
  const gres = platform.as('gres', teacher);
  await gres.groupsCreateNew({
    body: { subject: teacher.subject, group_id, provider_id, name: 'Klasse' },
  });
  await add(platform, teacher, [
    people['joined by itself'],
    people['named by the school'],
    people['removed'],
    people['member with more rights'],
    people['invited'],
    people['invited too long ago'],
    people['declined'],
  ]);
  for (const standing of [
    'joined by itself',
    'named by the school',
    'removed',
    'member with more rights',
  ] as const) {
    await accept(platform, people[standing]);
  }
  await rowsOf(database, 'gres.members', { subject: people['named by the school'].subject }).set({
    origin: 'school',
  });
  const { group } = await gres.groupsInspect({ body: { subject: teacher.subject, group_id } });
  const asking = people['asking to join'];
  await platform
    .as('gres', asking)
    .groupsJoin({ body: { subject: asking.subject, join_code: group.join_code! } });
  const { subject } = people['named by the school'];
  // The owner is nobody else of the class: what is its own alone, the class does not work with.
  const owner = { subject: 'owner-of-the-class-license', license_code: 'marked-class-license' };
  const license = { mandant_identifier: first.mandant, product_reference: first.product };
  await insertRows(database, 'lima.licenses', [
    { ...license, ...owner, license_strategy: 'LICENSE_STRATEGY_GROUP', group_id },
    {
      ...license,
      subject,
      license_code: schoolNames.license,
      license_strategy: 'LICENSE_STRATEGY_USER',
    },
  ]);
  await insertRows(database, 'lima.group_licenses', { ...owner, group_id });
  const device = { subject, device_identifier: 'device-1' };
  await database.insertInto('lima.devices').values(device).execute();
  // The product has a number of devices that it may be used on.
  await insertRows(database, 'lima.device_products', { ...device, ...license });
}

/** Gives the class an assignment. */
async function assign(platform: Pick<TestPlatform, 'as'>, teacher: MarkedPerson): Promise<void> {
  await platform.as('clag', teacher).assignmentSaveForGroup({
    body: {
      subject: teacher.subject,
      course_id_dto: { course_id },
      issue_id_dto: { issue_id },
      group_id,
      assignment: {
        assignment_id: randomUUID(),
        title: 'Lies',
        targets: [{ exercise_id: schoolNames.exercise }],
        begins_at: '2026-01-05T07:00:00.000Z',
        solutions_open: false,
        version: 0,
      },
    },
  });
}

function add(
  platform: Pick<TestPlatform, 'as'>,
  teacher: MarkedPerson,
  whom: readonly MarkedPerson[],
) {
  const memberships = whom.map(({ subject }) => ({
    subject,
    group_role: 'member' as const,
    membership_types: [],
  }));
  return platform.as('gres', teacher).groupsAddMemberships({ body: { group_id, memberships } });
}

function accept(platform: Pick<TestPlatform, 'as'>, who: MarkedPerson) {
  const memberships = [{ subject: who.subject, membership_types: [] }];
  return platform.as('gres', who).groupsAcceptMemberships({ body: { group_id, memberships } });
}

function revoke(platform: Pick<TestPlatform, 'as'>, who: MarkedPerson, whom: MarkedPerson) {
  const memberships = [{ subject: whom.subject }];
  return platform.as('gres', who).groupsRevokeMemberships({ body: { group_id, memberships } });
}

/** Leaves marks of a person in the course and on the platform. */
async function leaveTraces(
  platform: SchoolPlatform,
  who: MarkedPerson,
  standing: Standing,
): Promise<void> {
  const { subject, token } = who;
  const mark = dataMarkOf(standing);
  const scope = { course_id_dto: { course_id }, issue_id_dto: { issue_id } };
  await insertRows(platform.database, 'aua.properties', { subject, key: 'mark', value: mark });
  await platform.as('lars', who).dataPut({
    body: {
      subject,
      put_dto: {
        dto_id: schoolNames.exercise,
        statement: {
          id: randomUUID(),
          verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
          object: { id: activityId },
          result: { response: mark },
          context: {
            contextActivities: { grouping: [{ id: `https://verlag.example/${course_id}` }] },
          },
        },
      },
    },
  });
  await platform.as('clag', who).localStoreItemSetForModel({
    body: {
      ...scope,
      topic_dto: { topic_id: schoolNames.topic },
      local_store_items: [{ segment: 's', key: 'k', value: mark }],
    },
  });
  await platform.as('clag', who).annotationsSaveForTopic({
    body: {
      subject,
      ...scope,
      topic_dto: { topic_id: schoolNames.topic },
      notes: [
        {
          note_id: randomUUID(),
          note_type: 'SIDENOTE',
          title: mark,
          content: { note_content_type: 'PLAIN_TEXT', text: `Schilf ${mark}` },
          version: 0,
        },
      ],
    },
  });
  await platform.as('clag', who).exerciseSaveUserData({
    body: {
      subject,
      ...scope,
      answers: [
        {
          exercise_id: schoolNames.exercise,
          answer_id: 'a',
          content: { basic_answer_type: 'essay', text: `${mark} alone`, shared_text: mark },
          is_done: true,
          version: 0,
        },
      ],
    },
  });
  const agent = JSON.stringify({
    objectType: 'Agent',
    account: { homePage: platform.homePage, name: subject },
  });
  const query = new URLSearchParams({ activityId, stateId, agent }).toString();
  const answer = await fetch(`${platform.url}/lars/xapi/activities/state?${query}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'X-Experience-API-Version': '1.0.3' },
    body: mark,
  });
  if (answer.status !== 204) throw new Error(await answer.text());
}

export const activityId = `https://verlag.example/${course_id}/${schoolNames.exercise}`;
export const stateId = 'marked-state';

/** Changes memberships once everybody has left marks. */
async function moveOn(
  platform: Pick<TestPlatform, 'as' | 'database'>,
  teacher: MarkedPerson,
  people: MarkedSchool['people'],
): Promise<void> {
  const { database } = platform;
  const later = people['member since later'];
  await add(platform, teacher, [later]);
  await accept(platform, later);
  for (const standing of [
    'joined by itself',
    'named by the school',
    'member since later',
    'removed',
    'member with more rights',
  ] as const) {
    const { subject } = people[standing];
    const sharing_types = ['Answers', 'Notes', 'Media'] as const;
    await platform.as('gres', people[standing]).usersUpdate({
      body: {
        subject,
        group_id,
        sharings: [{ course_id, issue_id, sharing_types: [...sharing_types] }],
      },
    });
  }
  await revoke(platform, teacher, people['removed']);
  await revoke(platform, people['declined'], people['declined']);
  for (const table of ['gres.members', 'gres.subject_groups'] as const) {
    await database
      .updateTable(table)
      .set({ invited_until: sql<Date>`now()` })
      .where('subject', '=', people['invited too long ago'].subject)
      .execute();
  }
  await giveRole(database, people['member with more rights'].subject, second.role);
}

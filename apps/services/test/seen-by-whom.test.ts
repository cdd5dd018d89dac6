import { isDeepStrictEqual } from 'node:util';
import { builtInRoles, type Permission } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { startJwtIssuer } from './issuer.ts';
import { clientOf } from './learning-records/xapi/requests.ts';
import { about, ask, goneFields, unknownFields, type Names } from './marked/named-things.ts';
import { first, firstMark, makePublishers, second } from './marked/publishers.ts';
import {
  activityId,
  dataMarkOf,
  makeSchool,
  nameMarkOf,
  standings,
  stateId,
  textMarks,
  titleMark,
  type MarkedPerson,
  type MarkedSchool,
} from './marked/school.ts';
import { giveRole, startBeforeAll, startTestPlatform } from './platform.ts';
import { guardedCalls, type ServedCall } from './served-calls.ts';
import { insertRows } from './rows.ts';

/*
 * The role matrix by what roles do not say: how somebody stands to a class, whose publisher it is, and who
 * has a licence. Everybody makes every call of the contract about all of these; each thing has a mark in it,
 * and the table says which calls may give which mark to whom. A call that is new is made, too; what it gives
 * out has to be said here.
 */

const ofSchool = [
  'teacher of the class',
  'pupil with a licence',
  'pupil who is invited',
  'pupil of no class',
] as const;
const callers = [
  ...ofSchool,
  'order system of another publisher',
  'person of another publisher',
  'support',
] as const;
type Caller = (typeof callers)[number];

/** Marks by what they stand in. */
const marks: Readonly<Record<string, readonly string[]>> = {
  'texts of the course': textMarks,
  'titles of the course': [titleMark],
  'things of the first publisher': [firstMark],
  ...Object.fromEntries(standings.map((standing) => [`name: ${standing}`, [nameMarkOf(standing)]])),
  ...Object.fromEntries(standings.map((standing) => [`data: ${standing}`, [dataMarkOf(standing)]])),
};

let school: MarkedSchool;
const people = {} as Record<Caller, MarkedPerson>;

const issuer = startBeforeAll(startJwtIssuer);
const platform = startBeforeAll(() =>
  startTestPlatform({ furtherIdentityProviders: [issuer.options] }),
);
beforeAll(async () => {
  const { database, as, url, identityProvider } = platform;
  await makePublishers(database, issuer.options.issuer);
  const { issuer: homePage } = identityProvider.servicesClient;
  school = await makeSchool({ database, as, url, homePage }, issuer, 'teacher');
  const sign = async (sub: string, role: string, client_id = 'shell') => {
    const who = await issuer.signIn(sub, { client_id });
    await giveRole(database, who.subject, role);
    return who;
  };
  people['teacher of the class'] = school.teacher;
  people['pupil with a licence'] = school.people['named by the school'];
  people['pupil who is invited'] = school.people['invited'];
  people['pupil of no class'] = school.people['stranger'];
  people['order system of another publisher'] = await sign(
    second.client,
    second.role,
    second.client,
  );
  people['person of another publisher'] = await sign('person-of-second', second.role);
  people.support = await sign('support', 'support');
  await insertRows(database, 'aua.users', {
    subject: people['person of another publisher'].subject,
    mandant_groups: [second.mandant],
  });
});

/** Roles by caller; calls that none of them allows are for the role matrix. */
const roleOf: Readonly<Record<Caller, string>> = {
  'teacher of the class': 'teacher',
  'pupil with a licence': 'student',
  'pupil who is invited': 'student',
  'pupil of no class': 'student',
  'order system of another publisher': second.role,
  'person of another publisher': second.role,
  support: 'support',
};

/** True where a caller holds a permission; the role of publishers' callers holds all but a few. */
function isHeld(caller: Caller, permission: string | undefined): boolean {
  const role = roleOf[caller];
  const held: readonly string[] | undefined = (
    builtInRoles as Record<string, readonly Permission[]>
  )[role];
  return held ? held.includes(permission ?? '') : permission !== undefined;
}

/** Calls that read come first, since the others change what there is. */
const reads =
  /get|search|list|check|verify|inspect|resolve|lookUp|complete|download|access|students|seats|groups$/i;
const reading = guardedCalls.filter(({ name }) => reads.test(name));
/** A caller that has erased itself gets no answers any more. */
const [others, erasing] = [false, true].map((isErasing) =>
  guardedCalls.filter(
    (served) => !reading.includes(served) && (served.name === 'userDeleteOwn') === isErasing,
  ),
) as [ServedCall[], ServedCall[]];
const changing = [...others, ...erasing];

/** Requests of a call about the marked things: for the caller, for others where it may, and about others. */
function bodiesOf(caller: Caller, { call, example }: ServedCall): unknown[] {
  const names: Names = { ...first, ...school.names };
  const own = people[caller].subject;
  const others =
    caller === 'teacher of the class'
      ? standings.map((standing) => school.people[standing].subject)
      : [
          school.people['joined by itself'].subject,
          school.people['invited'].subject,
          first.subject,
        ];
  const aboutOthers = others.map((subject) => about(example.body, { ...names, subject }));
  const [oneOfThem] = aboutOthers;
  const ofOwn = withSubject(about(example.body, { ...names, subject: own }), own);
  if (isEqual(withSubject(oneOfThem, own), ofOwn)) {
    // It names nobody but whose data it is about.
    const mayAskForOthers = isHeld(caller, call.permissionForOthers);
    return isEqual(oneOfThem, ofOwn)
      ? [ofOwn]
      : [ofOwn, ...(mayAskForOthers ? aboutOthers : [oneOfThem])];
  }
  return [ofOwn, ...aboutOthers.map((body) => withSubject(body, own))];
}

const isEqual = isDeepStrictEqual;

/** Calls by what they gave out. */
type Heard = Map<string, Set<string>>;

function listen(heard: Heard, call: string, text: string): void {
  const lowered = text.toLowerCase();
  for (const [what, ofWhat] of Object.entries(marks)) {
    if (!ofWhat.some((mark) => lowered.includes(mark))) continue;
    heard.set(what, (heard.get(what) ?? new Set()).add(call));
  }
}

async function makeCalls(
  caller: Caller,
  calls: readonly ServedCall[],
  heard: Heard,
): Promise<void> {
  for (const served of calls.filter(({ call }) => isHeld(caller, call.permission))) {
    for (const body of bodiesOf(caller, served)) {
      const { text } = await ask(platform, served, people[caller], body);
      listen(heard, served.title, text);
    }
  }
}

/** The same of the record store, which is no part of the contract. */
async function readRecords(caller: Caller, heard: Heard): Promise<void> {
  const client = clientOf(platform, `Bearer ${people[caller].token}`);
  const { issuer: homePage } = platform.identityProvider.servicesClient;
  const ask = async (resource: string, parameters: Record<string, string>) => {
    const answer = await client(`/lars/xapi/${resource}`, { parameters });
    listen(heard, `xapi.${resource}`, await answer.text());
  };
  await ask('statements', {});
  for (const standing of standings) {
    const account = { homePage, name: school.people[standing].subject };
    const agent = JSON.stringify({ objectType: 'Agent', account });
    await ask('activities/state', { activityId, stateId, agent });
    if (caller === 'teacher of the class') await ask('statements', { agent });
  }
}

/** A body with this subject as whose data the call is about; others that it names stay. */
function withSubject(body: unknown, subject: string): unknown {
  const isNamed = typeof body === 'object' && body !== null && 'subject' in body;
  return isNamed ? { ...body, subject } : body;
}

test('of every field of the contract it is said what it names', () => {
  expect({ unknown: unknownFields(), gone: goneFields() }).toEqual({ unknown: [], gone: [] });
});

/** Calls by which somebody reads its own name and what it has done. */
const ownName = ['aua.userGet', 'aua.userUpdateUserInfo', 'aua.userDownloadOwn'];
const ownData = [
  'aua.userDownloadOwn',
  'aua.userGetProperties',
  'clag.annotationsGetForTopic',
  'clag.cloudSynchForIssue',
  'clag.exerciseGetUserData',
  'clag.exerciseSaveAndGetUserData',
  'clag.searchCourse',
  'xapi.activities/state',
  'xapi.statements',
];
const titles = [
  'clag.linkResolveExercise',
  'clag.linkResolveTopic',
  'clag.topicTocGetAttributesForIssue',
  'lars.progressGetForSubject',
  'lars.progressGetOutline',
];
const ofMember = ['xapi.activities/state', 'xapi.statements'];
const ofClass = [
  'clag.assignmentGetForGroup',
  'clag.exerciseGetForGroup',
  'gres.groupsInspect',
  'lars.progressGetForGroup',
];
const given: Readonly<Record<Caller, Readonly<Record<string, readonly string[]>>>> = {
  'teacher of the class': {
    'titles of the course': [
      ...titles,
      'clag.exerciseTocGetAttributesForIssueAndGroup',
      'lars.progressGetForGroup',
    ],
    // By whom a leader lets in, and has in the class; not whom it has invited.
    'name: asking to join': ['gres.groupsInspect'],
    'name: joined by itself': ofClass,
    'name: named by the school': ofClass,
    'name: member since later': ofClass,
    'data: joined by itself': ['clag.exerciseGetForGroup', ...ofMember],
    'data: named by the school': ['clag.exerciseGetForGroup', ...ofMember],
  },
  'pupil with a licence': {
    'texts of the course': [
      'clag.publishingGetFiles',
      'clag.searchAutocomplete',
      'clag.searchCourse',
    ],
    'titles of the course': [...titles, 'clag.searchCourse'],
    'name: named by the school': ownName,
    'data: named by the school': ownData,
  },
  'pupil who is invited': { 'name: invited': ownName, 'data: invited': ownData },
  'pupil of no class': { 'name: stranger': ownName, 'data: stranger': ownData },
  'order system of another publisher': {},
  'person of another publisher': {},
  // The control: there is something of everybody.
  support: {
    'things of the first publisher': [
      'lima.licenseOrderGetForUser',
      'osc.orderSystemUserRelationGetInfo',
    ],
    ...Object.fromEntries(standings.map((standing) => [`data: ${standing}`, ofMember])),
    ...Object.fromEntries(
      (['joined by itself', 'invited'] as const).flatMap((standing) => [
        [`name: ${standing}`, ['aua.userGet', 'aua.userQuickSearch']],
        [`data: ${standing}`, ['aua.userGetProperties', ...ofMember]],
      ]),
    ),
  },
};

describe('rows 57, 62 and 67, row 132: what anybody hears by all calls', () => {
  const heard = Object.fromEntries(callers.map((caller) => [caller, new Map() as Heard])) as Record<
    Caller,
    Heard
  >;

  beforeAll(async () => {
    await Promise.all(
      callers.map(async (caller) => {
        await makeCalls(caller, reading, heard[caller]);
        await readRecords(caller, heard[caller]);
      }),
    );
    // Publishers' callers change something in `publishers-apart.test.ts`. The teacher comes last: with the class
    // all that it opens is gone.
    for (const caller of [...ofSchool].toReversed()) {
      await makeCalls(caller, changing, heard[caller]);
    }
  });

  test.each(callers)('%s', (caller) => {
    const sorted = (calls: Iterable<string>) => [...calls].toSorted();
    const shown = [...heard[caller]].map(([what, calls]) => [what, sorted(calls)] as const);
    const wanted = Object.entries(given[caller]).map(([what, calls]) => [what, sorted(calls)]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(wanted));
  });
});

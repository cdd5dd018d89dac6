import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { clientOf, keyWith, type Client } from '../xapi/requests.ts';
import {
  bringIn,
  course,
  extension,
  findStatements,
  launchUnit,
  runUnit,
  unit,
  type Course,
  type RunningUnit,
} from './course.ts';
import { startSchool } from './school.ts';
import { rowsOf } from '../../rows.ts';

/* States after a break between a session's row and its statements. */

const school = startBeforeAll(startSchool);
let weather: Course;
let reader: Client;

beforeAll(async () => {
  weather = await bringIn(school.platform, school.publisher, [unit('wolken'), unit('wind')]);
  reader = clientOf(school.platform, await keyWith(school.platform, 'all/read'));
});

const fresh = (): Course => ({ ...weather, key: { course_id: randomUUID(), issue_id: '1' } });
const launch = (of: Course, name = 'wolken') => launchUnit(school.platform, school.mia, of, name);
const run = async (of: Course, name = 'wolken') => runUnit(school.platform, await launch(of, name));

const verbs: Readonly<Record<string, string>> = {
  abandoned: 'https://w3id.org/xapi/adl/verbs/abandoned',
  satisfied: 'https://w3id.org/xapi/adl/verbs/satisfied',
};
const verbOf = (verb: string) => verbs[verb] ?? `http://adlnet.gov/expapi/verbs/${verb}`;

/** While the work goes on the database breaks off where a row like this is written. */
async function breaking(at: string, condition: string, work: () => Promise<unknown>) {
  const { database } = school.platform;
  await sql
    .raw(/* sql */ `
      create or replace function public.break_off() returns trigger language plpgsql as $$
      begin
        if ${condition} then raise exception 'broken off'; end if;
        return new;
      end $$;
      create trigger break_off ${at} for each row execute function public.break_off();
    `)
    .execute(database);
  try {
    await work();
  } finally {
    await sql.raw(`drop trigger break_off on ${at.split(' on ')[1]!}`).execute(database);
  }
}
const breakingAt = (verb: string, work: () => Promise<unknown>) =>
  breaking(
    'before insert on lars.statements',
    `new.verb = lars.term('verb', '${verbOf(verb)}')`,
    work,
  );

const toldIn = async ({ registration }: { registration: string }, verb: string) =>
  findStatements(reader, { registration, verb: verbOf(verb) });
const sessionOf = ({ sessionId }: { sessionId: string }) =>
  rowsOf(school.platform.database, 'lars.cmi5_sessions', { session_id: sessionId }).one();
async function started(of: Course): Promise<RunningUnit> {
  const au = await run(of);
  expect((await au.send(au.statement('initialized'))).status).toBe(200);
  return au;
}

test('an end that is not stored is none: the unit can tell it for as long as before', async () => {
  const au = await started(fresh());
  const end = au.statement('terminated');
  await breakingAt('terminated', async () => {
    expect((await au.send(end)).status).toBe(500);
  });
  expect(await sessionOf(au)).toMatchObject({ ended_at: null, told: { initialized: {} } });
  expect((await sessionOf(au)).told).not.toHaveProperty('terminated');
  expect((await au.send(end)).status).toBe(200);
  expect(await toldIn(au, 'terminated')).toHaveLength(1);
  expect((await sessionOf(au)).ended_by).toBe('terminated');
});

test('where the session cannot be changed its statements are not stored either', async () => {
  const au = await started(fresh());
  const [completed, end] = [au.statement('completed'), au.statement('terminated')];
  await breaking('before update on lars.cmi5_sessions', 'true', async () => {
    expect((await au.send(completed, end)).status).toBe(500);
  });
  expect(await toldIn(au, 'completed')).toEqual([]);
  expect((await au.send(completed, end)).status).toBe(200);
  expect(await toldIn(au, 'completed')).toHaveLength(1);
  expect(await toldIn(au, 'terminated')).toHaveLength(1);
});

test('what somebody else has stored under its id counts for the session once it tells it', async () => {
  const au = await run(fresh());
  const initialized = au.statement('initialized');
  const learner = clientOf(school.platform, `Bearer ${school.mia.token}`);
  await learner('/lars/xapi/statements', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(initialized),
  });
  expect((await au.send(initialized)).status).toBe(200);
  expect((await au.send(au.statement('terminated'))).status).toBe(200);
});

describe('abandoned', () => {
  test('is told by the next launch where it could not be before', async () => {
    const own = fresh();
    const au = await started(own);
    await breakingAt('abandoned', () => expect(launch(own, 'wind')).rejects.toThrow());
    expect((await sessionOf(au)).ended_at).toBeNull();
    await launch(own, 'wind');
    expect((await sessionOf(au)).ended_by).toBe('abandoned');
    expect(await toldIn(au, 'abandoned')).toHaveLength(1);
  });

  test('is not told of a session that never was: a launch is there whole or not at all', async () => {
    const own = fresh();
    await breakingAt('launched', () => expect(launch(own)).rejects.toThrow());
    const { registration } = await launch(own);
    expect(await toldIn({ registration }, 'launched')).toHaveLength(1);
    expect(await toldIn({ registration }, 'abandoned')).toEqual([]);
  });

  test('is all but one of many launches at the same time', async () => {
    const own = fresh();
    const units = await Promise.all(
      ['wolken', 'wind', 'wolken', 'wind'].map((name) => launch(own, name)),
    );
    const sessions = await Promise.all(units.map(sessionOf));
    expect(sessions.filter(({ ended_at }) => !ended_at)).toHaveLength(1);
    expect(await toldIn(units[0]!, 'launched')).toHaveLength(4);
    expect(await toldIn(units[0]!, 'abandoned')).toHaveLength(3);
  });
});

test('of two launches of a unit at the same time the launch data is of the one that is open', async () => {
  const own = fresh();
  for (let round = 0; round < 25; round += 1) {
    const launches = await Promise.all([launch(own), launch(own)]);
    const sessions = await Promise.all(launches.map(sessionOf));
    const open = launches.filter((_, place) => !sessions[place]!.ended_at);
    expect(open).toHaveLength(1);
    const au = await runUnit(school.platform, open[0]!);
    const answer = await au.store('/lars/xapi/activities/state', {
      parameters: {
        activityId: au.activityId,
        registration: au.registration,
        agent: JSON.stringify(au.actor),
        stateId: 'LMS.LaunchData',
      },
    });
    expect(await answer.json()).toMatchObject({
      contextTemplate: { extensions: { [`${extension}sessionid`]: au.sessionId } },
    });
  }
});

describe('satisfied', () => {
  const only = () => bringIn(school.platform, school.publisher, [unit('wolken')]);
  const partsOf = async (of: { registration: string }) =>
    (await toldIn(of, 'satisfied')).map(({ context }) => context.contextActivities.grouping[0].id);

  test('is told with the next statement where it could not be before', async () => {
    const au = await started(await only());
    const completed = au.statement('completed');
    await breakingAt('satisfied', async () => {
      expect((await au.send(completed)).status).toBe(500);
    });
    expect(await partsOf(au)).toEqual([]);
    expect((await au.send(completed)).status).toBe(200);
    expect(await partsOf(au)).toEqual([course]);
  });

  test('is told with the end, and with the next launch', async () => {
    const own = await only();
    const au = await started(own);
    await breakingAt('satisfied', () => au.send(au.statement('completed')));
    await au.send(au.statement('terminated'));
    expect(await partsOf(au)).toEqual([course]);

    const other = await only();
    const two = await started(other);
    await breakingAt('satisfied', () => two.send(two.statement('completed')));
    await launch(other);
    expect(await partsOf(two)).toEqual([course]);
  });

  test('is told of what asks for nothing with the second launch, too', async () => {
    const own = await bringIn(school.platform, school.publisher, [
      unit('vorwort', { move_on: 'NotApplicable' }),
    ]);
    await breakingAt('satisfied', () => expect(launch(own, 'vorwort')).rejects.toThrow());
    const { registration } = await launch(own, 'vorwort');
    expect(await partsOf({ registration })).toEqual([course]);
  });
});

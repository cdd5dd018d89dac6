import { hash } from 'node:crypto';
import { onConnection } from '../database.ts';
import { apiKey } from './database.ts';
import {
  courseId,
  courses,
  digits,
  exerciseId,
  exercisesOfPupil,
  exercisesOfTopic,
  sittingsAtOnce,
  statementOf,
  statementsOfSitting,
  topicId,
  verbId,
  verbs,
  type StatementParts,
  type World,
} from './world.ts';

const insertSize = 50_000;

/** How the API key is named in what it stores. */
const authority = {
  objectType: 'Agent',
  name: apiKey.title,
  account: { homePage: 'http://localhost/lars/xapi', name: apiKey.key },
} as const;
const { homePage, name } = authority.account;
const authorityKey = `,${hash('sha256', `account:${homePage}|${name}`, 'base64url').slice(0, 22)}`;

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const number = (value: string) => `lpad((${value})::text, ${digits}, '0')`;
/** 32 bits of a hash, by their place. */
const numberIn = (md5: string, place: number) =>
  `('x' || substr(${md5}, ${place * 8 + 1}, 8))::bit(32)::bigint`;
const uuid = (md5: string) =>
  `overlay(overlay(${md5} placing '4' from 13) placing '8' from 17)::uuid`;
const array = (elements: readonly string[]) => `array[${elements.join(', ')}]`;

/** Values for the places in the template of a statement, in this order. */
const filled = [
  'id',
  'pupil',
  'verb',
  'exercise',
  'topic',
  'course',
  'registration',
  'timestamp',
  'score',
] as const satisfies readonly (keyof StatementParts | 'id')[];

/** JSON as the store makes it, with places for `format`. */
function templateOf({ issuer }: World): string {
  const place = (part: (typeof filled)[number]) => `%${filled.indexOf(part) + 1}$s`;
  const parts = Object.fromEntries(filled.map((part) => [part, place(part)]));
  const sent = statementOf(issuer, parts as unknown as StatementParts);
  const { object, context, result, ...others } = sent;
  // A place is no number yet.
  const raw = `"${place('score')}"`;
  return JSON.stringify({
    id: place('id'),
    ...others,
    result: { ...result, score: { ...result.score, raw: place('score') } },
    object,
    context,
    version: '1.0.0',
    authority,
  }).replace(raw, place('score'));
}

/**
 * Statements from $1 to $2, each in the row that the store makes of it. What is remembered of exercises
 * and pupils is hashed once.
 */
function insertOf(world: World): string {
  const { pupils, exercises, beganAt, stepInMs, signedIn } = world;
  const round = statementsOfSitting * sittingsAtOnce;
  const sitting = `(n / ${round} * ${sittingsAtOnce} + n % ${sittingsAtOnce})`;
  const named = [...signedIn]
    .map(([pupil, subject]) => `when ${pupil} then ${text(subject)}`)
    .join(' ');
  const stored = `${text(new Date(beganAt).toISOString())}::timestamptz
    + n * ${stepInMs} * interval '1 millisecond'`;
  return `
    with pupils as materialized (
      select pupil, subject, lars.term('related-agent', subject) as term
      from generate_series(0, ${pupils - 1}) pupil, lateral (
        select case pupil ${named} else 'pupil-' || ${number('pupil')} end as subject
      ) named
    ), exercises as materialized (
      select exercise, topic, course, lars.term('activity', id) as activity, ${array([
        "lars.term('related-activity', id)",
        `lars.term('related-activity', ${text(topicId(''))} || topic)`,
        `lars.term('related-activity', ${text(courseId(''))} || course)`,
      ])} as terms, ${array([
        `lars.term('course', 'exercise-' || ${number('exercise')})`,
        "lars.term('course', 'topic-' || topic)",
        "lars.term('course', 'course-' || course)",
      ])} as courses
      from generate_series(0, ${exercises - 1}) exercise, lateral (
        select ${text(exerciseId(''))} || ${number('exercise')} as id,
          ${number(`exercise / ${exercisesOfTopic}`)} as topic,
          ${number(`exercise % ${courses}`)} as course
      ) named
    ), verbs as materialized (
      select place - 1 as verb, name, lars.term('verb', ${text(verbId(''))} || name) as term
      from unnest(${array(verbs.map(text))}) with ordinality listed (name, place)
    ), numbered as (
      select n, ${stored} as stored, md5('id ' || n) as id, md5('sitting ' || ${sitting}) as sitting,
        md5('statement ' || n) as own
      from generate_series($1::bigint, $2::bigint) n
    ), chosen as (
      select *, ${numberIn('sitting', 0)} % ${pupils} as pupil_number from numbered
    )
    insert into lars.statements (
      subject, stored, sequence, statement_id, verb, activity, registration, authority,
      terms, courses, statement
    )
    select subject, stored, n + 1, ${uuid('id')}, verbs.term, activity, ${uuid('sitting')},
      lars.term('authority', ${text(authorityKey)}), ${array(['pupils.term', `lars.term('related-agent', ${text(authorityKey)})`])}
        || exercises.terms, exercises.courses,
      format($3::text, ${uuid('id')}, subject, name, ${number('exercise')}, topic, course,
        ${uuid('sitting')},
        to_char(stored at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        ${numberIn('own', 2)} % 101)::json
    from chosen
      join pupils on pupil = pupil_number
      join exercises on exercise = (
        pupil * ${exercisesOfPupil} + ${numberIn('own', 0)} % ${exercisesOfPupil}
      ) % ${exercises}
      join verbs on verb = ${numberIn('own', 1)} % ${verbs.length}
    order by n
  `;
}

/**
 * Fills the tables with statements, as if an API key had stored them one after the other.
 *
 * @returns how many seconds it took, with what a database does by itself afterwards
 */
export async function loadStatements(
  databaseUrl: string,
  world: World,
  statements: number,
): Promise<number> {
  const begin = performance.now();
  await onConnection(databaseUrl, async (client) => {
    // To sort an index in memory takes a fraction of the time.
    await client.query(`set maintenance_work_mem = '512MB'`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = 'lars.statements'::regclass and not indisprimary
    `);
    for (const { name: index } of indexes) await client.query(`drop index ${index}`);
    const template = templateOf(world);
    const insert = insertOf(world);
    for (let first = 0; first < statements; first += insertSize) {
      const last = Math.min(first + insertSize, statements) - 1;
      await client.query(insert, [first, last, template]);
    }
    await client.query(`
      insert into lars.statement_ids (statement_id, subject, stored, sequence)
      select statement_id, subject, stored, sequence from lars.statements
    `);
    await client.query(`select setval('lars.statement_sequence', $1)`, [statements]);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('vacuum analyze lars.statements, lars.statement_ids');
    await client.query('checkpoint');
  });
  return (performance.now() - begin) / 1000;
}

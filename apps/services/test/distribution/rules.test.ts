import { readdirSync, readFileSync } from 'node:fs';
import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { commandsOf } from '../../src/storage/migrate.ts';
import { schema } from '../../src/storage/schema.ts';
import { brokenRules, type Surroundings } from './rules.ts';
import { statementsOfFunction } from './function-statements.ts';
import { startedSurroundings } from './surroundings.ts';

/* Rules of Citus, each with a statement that it takes and one that it refuses; and the functions of the schema. */

let surroundings: Surroundings;
beforeAll(async () => {
  await loadModule();
  surroundings = startedSurroundings();
});

const taken = [
  // About one key, nearly everything.
  `select 1 from clag.issue_changes where subject = $1 for update`,
  `select (select count(*) from lars.states other where other.subject = $1) from lars.states where subject = $1`,
  `select * from lars.states where subject = $1 and not exists (
     select 1 from lars.statements where statements.subject = states.subject) limit (select $2::bigint)`,
  `select (select count(*) from lars.statements where subject = $1) from lars.states one
   where subject = $1 limit (select $2::bigint)`,
  `insert into lars.states (subject, etag) values ($1, $2) on conflict (subject) do update set etag = $3`,
  `select * from unnest($2::text[]) given (id) cross join lateral (
     select * from clag.content_items where subject = $1 and item_id = given.id offset 0) item`,
  `select * from (select subject, 1 as place from clag.content_items
     union all select subject, 2 from clag.local_store_items) item where item.subject = $1 limit (select $2::bigint)`,
  `update clag.content_sizes size set items = (
     select count(*) from clag.content_items item where item.subject = size.subject) where size.subject = $1`,
  `with gone as (delete from clag.content_items where subject = $1 returning version)
   delete from clag.issue_changes where subject = $1`,
  `insert into lars.states (subject, updated_at) values ($1, clock_timestamp())
   on conflict (subject) do update set updated_at = greatest(states.updated_at, excluded.updated_at)`,
  `update lars.states stored set updated_at = greatest(stored.updated_at, statement_timestamp()) where subject = $1`,
  `insert into clag.content_items (subject, item_id) select $1, given.* from unnest($2::text[]) given`,
  // About several keys.
  `select one.*, (select count(*) from lars.statements where statements.subject = one.subject) from lars.states one`,
  `select * from lars.statements where stored > $1 order by stored limit 10`,
  `select count(*) from lars.statements where subject = any($1) group by subject`,
  `select statement.* from unnest($1::text[]) given (subject) join lars.statements statement using (subject)`,
  `select * from lars.statements one join lars.attachments other using (subject)`,
  `select * from lars.statements one join lars.attachments other on (other.subject, other.sha2) = (one.subject, $1)`,
  `select * from lars.states one where exists (select 1 from lars.statements where statements.subject = one.subject)`,
  `(select * from lars.statements where subject = $1 limit 1) union all
   (select * from lars.statements where subject = $2 limit 1)`,
  `update lars.statement_ids set subject = $1 where statement_id = any($2)`,
  `delete from lars.refused_statements where refused_id = $1`,
  `delete from lars.refused_statements where subject in (select subject from aua.users)`,
  `select * from lars.states where subject = $1 and state_key in (select key from unnest($2::bytea[]) key)`,
  `select * from lars.states one left join unnest($1::text[]) given (subject) on one.subject = given.subject`,
  `insert into clag.content_sizes (subject, items) select subject, 0 from clag.content_items group by subject`,
  `with counted as materialized (select stored from lars.statements)
   select * from generate_series(1, 9) place left join counted on true`,
  // A page that each machine makes of its own keys, or one of a given key.
  ...[
    `select subject, count(*) as found from lars.states group by subject`,
    `select distinct subject from lars.states`,
    `select subject, row_number() over (partition by subject order by etag) from lars.states`,
    `select subject, row_number() over each from lars.states window each as (partition by subject)`,
    `select subject, row_number() over (each order by etag) from lars.states window each as (partition by subject)`,
  ].map(
    (page) => `select 1 from (${page}) page where exists (
      select 1 from lars.statements where statements.subject = page.subject)`,
  ),
  `select 1 from (select subject from lars.states where subject = $1 limit 10) page where exists (
     select 1 from lars.statements where statements.subject = page.subject)`,
  `select json_build_object('year', year, 'count', count) from (
     select extract(year from stored) as year, count(*) from lars.statements group by year) said`,
  `select year, coalesce(sum(size), 0) from (
     select extract(year from stored) as year, length(statement::text) as size from lars.statements) said group by year`,
  // Such a result joins by any column.
  `select * from (select * from lars.states limit 10) page join lars.statements on statement_id = page.etag`,
  // Without a key.
  `select from aua.users where exists (select from lima.licenses) for update`,
];

/** Statements by the rule that each of them breaks. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'an aggregate beside a column of a subquery': [
    `select json_build_object('year', year, 'count', count(*)) from (
       select extract(year from stored) as year from lars.statements) said group by year`,
  ],
  'gen_random_uuid is volatile, in UPDATE': [
    `update clag.issue_changes set epoch = gen_random_uuid()`,
  ],
  'clock_timestamp is volatile, in UPDATE': [
    `update lars.states set updated_at = clock_timestamp() where subject = $1`,
  ],
  'random is volatile, in DELETE': [
    `delete from lars.states where subject = $1 and random() < 0.5`,
  ],
  'date_trunc is stable, in UPDATE': [
    `update lars.states set updated_at = date_trunc('day', updated_at)`,
  ],
  'now is stable, in UPDATE': [
    `update lars.states set updated_at = coalesce(updated_at, now()) where subject = $1`,
  ],
  'clock_timestamp is volatile, in DO UPDATE': [
    `insert into lars.states (subject) values ($1) on conflict (subject) do update set updated_at = clock_timestamp()`,
  ],
  'now is stable, in DO UPDATE': [
    `insert into lars.states (subject) values ($1) on conflict (subject) do update set updated_at = now()`,
  ],
  'to_char is stable, in RETURNING': [
    `delete from lars.states where subject = $1 returning to_char(updated_at, 'Y')`,
  ],
  'a subquery in VALUES': [`insert into lars.states (subject, etag) values ($1, (select 'a'))`],
  'a subquery in LIMIT': [
    `select (select count(*) from lars.statements where statements.subject = one.subject) from lars.states one
    where subject = $1 limit (select $2::bigint)`,
    `select * from lars.statements order by stored limit (select 5)`,
  ],
  'a parameter after INSERT … SELECT': [
    `insert into lars.states (subject, etag) select $1, given from unnest($2::text[]) given
    on conflict (subject) do update set etag = $3`,
  ],
  'FOR UPDATE without the key': [
    `select (select count(*) from lars.statements where statements.subject = one.subject) from lars.states one
    where subject = $1 for update`,
    `select 1 from lars.statements where sequence = $1 for share`,
    `select 1 from clag.issue_changes where subject in ($1, $2) for update`,
    `select * from lars.states where exists (select 1 from aua.users where subject = $1) for update`,
    `select * from lars.states one where not exists (
       select 1 from lars.statements other where other.subject = one.subject and other.subject = $1) for update`,
  ],
  'an empty select list': [
    `select exists (select from lars.statement_ids where statement_id = $1)`,
  ],
  'a join off the key': [
    `select * from lars.statement_ids id join lars.statements found on found.sequence = id.sequence`,
    `select * from lars.statement_ids id join lars.statements using (subject) where id.statement_id = $1`,
    `update lars.statements set is_voided = true from lars.statement_ids id
    where statements.sequence = id.sequence`,
  ],
  'a correlated subquery off the key': [
    `select * from lars.states one where exists (select 1 from lars.statements where statements.dto_id = one.etag)`,
    `select from lars.forwardings one where exists (select 1 from lars.statements where sequence > one.position)`,
    // A page of several keys is a result on its way, which no subquery can name.
    `select page.subject, (
       select kept.version from clag.answer_versions kept
       where kept.subject = page.subject and kept.version = page.version)
     from (
       select version.*, count(*) over () as found from clag.content_items version
       where subject = any($1) order by bytes limit 10) page`,
    `select page.subject from (
       select version.*, count(*) over () as found from clag.content_items version
       where subject = any($1) order by bytes limit 10) page
     where exists (
       select 1 from clag.answer_versions kept where kept.subject = page.subject and kept.version = page.version)`,
    ...[
      `select * from lars.states limit 10`,
      `select * from lars.states offset 10`,
      `select subject, count(*) over () from lars.states`,
      `select subject, count(*) over each from lars.states window each as (partition by etag)`,
      `select max(subject) as subject from lars.states`,
      `select max(subject) as subject from lars.states group by etag`,
      `select distinct on (etag) subject, etag from lars.states`,
      `(select subject from lars.states limit 1) union all (select subject from lars.statements limit 1)`,
      `select one.subject from (select subject from lars.states limit 10) one`,
    ].flatMap((page) => [
      `select 1 from (${page}) page where exists (
         select 1 from lars.statements where statements.subject = page.subject)`,
      `with page as (${page}) select (
         select count(*) from lars.statements where statements.subject = page.subject) from page`,
    ]),
  ],
  'a subquery among the results': [
    `select target, (select max(sequence) from lars.statements) from lars.forwardings`,
  ],
  'a lateral subquery': [
    `select * from unnest($1::text[]) given (subject)
     cross join lateral (select * from lars.statements where subject = given.subject limit 1) found`,
  ],
  'an outer join of a table with a key to one without': [
    `select * from unnest($1::text[]) given (subject) left join lars.states on states.subject = given.subject`,
    `select * from lars.states right join unnest($1::text[]) given (subject) on states.subject = given.subject`,
    `select * from lars.states full join unnest($1::text[]) given (subject) on states.subject = given.subject`,
  ],
  'a join with a table of the coordinator': [
    `select * from aua.users join lars.states using (subject)`,
  ],
  'a subquery about a table of the coordinator': [
    `select * from lars.statements one where exists (select 1 from lars.voidings where statement_id = one.refers_to)`,
    `select * from lars.states one
    where subject = $1 and exists (select 1 from aua.users where users.subject = one.subject)`,
    `delete from lars.states
    where subject = $1 and exists (select 1 from aua.users where users.subject = states.subject)`,
    `delete from lars.states where exists (select 1 from aua.users where users.subject = etag)`,
  ],
  MERGE: [
    `merge into lars.states using aua.users on false when matched then delete`,
    `merge into aua.users using lars.states on states.subject = users.subject when matched then do nothing`,
  ],
  'store_statement is volatile, in UPDATE': [
    `update lars.states set etag = lars.store_statement(etag) where subject = $1`,
  ],
  'unheard_of is volatile, in UPDATE': [
    `update lars.states set etag = unheard_of(etag) where subject = $1`,
  ],
  'one statement writes several keys': [
    `with gone as (delete from lars.statements where subject = $1 returning statement_id)
     delete from lars.statement_ids using gone where statement_ids.statement_id = gone.statement_id`,
  ],
  'rows of one key are written under another one': [
    `insert into lars.states (subject, etag) select $2, etag from lars.states where subject = $1`,
  ],
  'a key is changed': [`update lars.states set subject = $2 where subject = $1`],
  'a recursive query': [
    `with recursive chain as (
       select refers_to from lars.statements where refers_to = $1
       union all select statements.refers_to from chain join lars.statements on statement_id = chain.refers_to)
     select * from chain`,
  ],
};

test.each(taken)('taken: %s', (statement) => {
  expect(brokenRules(statement, surroundings)).toEqual([]);
});

const refusals = Object.entries(refused).flatMap(([rule, statements]) =>
  statements.map((statement) => [rule, statement] as const),
);
test.each(refusals)('%s: %s', (rule, statement) => {
  expect(brokenRules(statement, surroundings)).toContain(rule);
});

const byKeyAlone = [
  `select count(*) from lars.statements where subject = $1 and stored > $2`,
  `select * from lars.states where subject = $1 order by etag limit $2`,
  `delete from lars.states where subject = $1`,
  `insert into lars.states (subject, etag) values ($1, $2)`,
  `select from aua.users where subject = $1 and exists (select from lima.licenses)`,
];
const byMore = [
  `select 1 from lars.states one join lars.statements two on one.subject = two.subject where one.subject = $1`,
  `select (select count(*) from lars.states where subject = $1)`,
  `select * from lars.statements cross join lateral json_to_record(statement) said (verb json) where subject = $1`,
  `with one as (select * from lars.states where subject = $1) select * from one`,
  `select etag from lars.states where subject = $1 union all select etag from lars.states where subject = $1`,
  `delete from lars.states using unnest($2::text[]) given (etag) where subject = $1 and states.etag = given.etag`,
  `insert into lars.states (subject, etag) select $1, unnest($2::text[])`,
  `select count(*) from lars.states where etag = $1`,
];
test.each([...byKeyAlone, ...byMore])('planned once, a statement is about one table: %s', (one) => {
  const rule = 'planned once, and not about one table by its key';
  const rules = brokenRules(one, { ...surroundings, isPlannedOnce: true });
  expect(rules.includes(rule)).toBe(byMore.includes(one));
});

const folder = new URL('../../src/storage/functions/', import.meta.url);
const functions = new Map(
  readdirSync(folder).map((file) => [
    file.replace(/\.sql$/, ''),
    readFileSync(new URL(file, folder), 'utf8'),
  ]),
);
test.each([...functions])('%s keeps the rules', (name, file) => {
  const { variables, statements, isPlannedOnce } = statementsOfFunction(file);
  const callers = [...functions.values()].filter((other) => other.includes(`${name}(`));
  const isCalledSo = callers.some((other) => statementsOfFunction(other).isPlannedOnce);
  const broken = statements.flatMap((statement) =>
    brokenRules(statement, {
      ...surroundings,
      variables,
      isPlannedOnce: isPlannedOnce || isCalledSo,
    }).map((rule) => [rule, statement]),
  );
  expect(broken).toEqual([]);
});

test('a function of SQL names no table with a key', () => {
  const sqlFunction = (body: string) =>
    statementsOfFunction(`create function lars.f() returns bigint language sql return (${body})`);
  expect(() => sqlFunction('select count(*) from lars.statements')).toThrow('Only a function');
  expect(sqlFunction('select count(*) from lars.voidings')).toMatchObject({ statements: [] });
});

test.each([
  ...schema.migrations,
  ['a text', `-- ; it's\nselect ';''--;'; do $$ begin; end $$;\n-- the end;`],
])('the commands of %s are taken apart', (_name, text) => {
  const { stmts } = parseSync(text) as { stmts: readonly unknown[] };
  const commands = commandsOf(text).map((command) => parseSync(command) as { stmts: unknown[] });
  expect(commands.map((command) => command.stmts.length)).toEqual(stmts.map(() => 1));
});

import type { ActivityDefinition, Statement } from '@lectern/contracts/xapi';
import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../storage/database.ts';
import { activitiesOf, mergeDefinition } from '../model/definitions.ts';

/** What is known of activities beyond the statements that say it (xAPI 1.0.3, Data 3.2). */
export interface DefinitionStore {
  /** Takes over what statements say of activities. */
  learn(statements: readonly Statement[], teller: Teller): Promise<void>;
  /** @returns those that are known, by activity id */
  of(activityIds: readonly string[]): Promise<Definitions>;
}

/** Who says what activities are. */
interface Teller {
  /** Else only activities of which nothing is known yet get a definition. */
  readonly mayRedefine: boolean;
  /** With whom it is erased; absent: a tool, with nobody. */
  readonly person: string | undefined;
}

type Definitions = ReadonlyMap<string, ActivityDefinition>;

/**
 * What is kept of an activity at most, in characters of JSON: a canonical statement has it of each activity
 * that it names. Longer ones stay in the statements that say them.
 */
const definitionMaximum = 16 * 1024;

/** The same definitions come again and again: what is in the tables already is not looked up. */
const lastSaidInCharacters = 16 * 1024 * 1024;
/** How long what another process changed may stand, though it is said differently here again and again. */
const lastSaidInMs = 600_000;

/** Definitions that are looked up together: each has up to {@link definitionMaximum} characters. */
const togetherMaximum = 256;

/**
 * @param onFailure The statements are kept by then, so whoever sent them hears nothing of it: what was not
 *   learned comes with the next statement that says it. It may throw where they are sent again.
 */
export function createDefinitionStore(
  database: Database,
  onFailure: (error: unknown) => void,
): DefinitionStore {
  const lastSaid = new LRUCache<string, string>({
    maxSize: lastSaidInCharacters,
    sizeCalculation: (json, name) => name.length + json.length,
    ttl: lastSaidInMs,
  });

  return {
    of: (activityIds) => definitionsOf(database, activityIds),
    async learn(statements, teller) {
      const news = new Map<string, ActivityDefinition>();
      const said = new Map<string, string>();
      for (const { id, definition } of statements.flatMap(activitiesOf)) {
        const name = `${teller.mayRedefine}\n${id}`;
        const json = JSON.stringify(definition);
        if ((said.get(name) ?? lastSaid.get(name)) === json) continue;
        said.set(name, json);
        const before = news.get(id);
        const after = before ? mergeDefinition(before, definition) : definition;
        if (JSON.stringify(after).length <= definitionMaximum) news.set(id, after);
      }
      if (news.size === 0) return;
      try {
        const all = [...news];
        for (let from = 0; from < all.length; from += togetherMaximum) {
          const some = new Map(all.slice(from, from + togetherMaximum));
          await store(database, some, teller);
        }
      } catch (error) {
        onFailure(error);
        return;
      }
      for (const [name, json] of said) lastSaid.set(name, json);
    },
  };
}

async function definitionsOf(database: Database, ids: readonly string[]): Promise<Definitions> {
  const { rows } = await sql<{ activity_id: string; definition: ActivityDefinition }>`
    select activity_id, definition from lars.activities
    where activity_key in (select ${keyOf(sql`id`)} from unnest(${ids}::text[]) id)
  `.execute(database);
  return new Map(rows.map(({ activity_id, definition }) => [activity_id, definition]));
}

/** An index holds no names of any length. */
function keyOf(id: RawBuilder<unknown>): RawBuilder<Buffer> {
  return sql<Buffer>`sha256(convert_to(${id}, 'UTF8'))`;
}

async function store(
  database: Database,
  definitions: Definitions,
  { mayRedefine, person }: Teller,
): Promise<void> {
  if (!mayRedefine) return void (await add(database, definitions, person));
  // Mostly all of it is known already, and nothing is written.
  const known = await definitionsOf(database, [...definitions.keys()]);
  const added = await add(
    database,
    only(definitions, ([id]) => !known.has(id)),
    person,
  );
  const changed = only(definitions, ([id, definition]) => {
    const before = known.get(id);
    return before ? isChanged(before, definition) : !added.has(id);
  });
  if (changed.size > 0) await merge(database, changed, person);
}

function only(
  definitions: Definitions,
  isMeant: (one: readonly [id: string, definition: ActivityDefinition]) => boolean,
): Definitions {
  return new Map([...definitions].filter(isMeant));
}

function isChanged(before: ActivityDefinition, definition: ActivityDefinition): boolean {
  return JSON.stringify(mergeDefinition(before, definition)) !== JSON.stringify(before);
}

/** @returns those that nobody has added in between */
async function add(
  database: Database,
  definitions: Definitions,
  person: string | undefined,
): Promise<ReadonlySet<string>> {
  if (definitions.size === 0) return new Set();
  const ids = [...definitions.keys()];
  const given = ids.map((id) => JSON.stringify(definitions.get(id)));
  // Everybody in one order, or two who write the same two would wait for each other.
  const { rows } = await sql<{ activity_id: string }>`
    insert into lars.activities (activity_key, activity_id, definition, subject)
    select ${keyOf(sql`id`)}, id, definition::json, ${person ?? null}
    from unnest(${ids}::text[], ${given}::text[]) given (id, definition)
    order by 1
    on conflict do nothing
    returning activity_id
  `.execute(database);
  return new Set(rows.map(({ activity_id }) => activity_id));
}

/** Adds what is said of activities to what is known of them. */
async function merge(
  database: Database,
  definitions: Definitions,
  person: string | undefined,
): Promise<void> {
  const ids = [...definitions.keys()];
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ activity_id: string; definition: ActivityDefinition }>`
      select activity_id, definition from lars.activities
      where activity_key in (select ${keyOf(sql`id`)} from unnest(${ids}::text[]) id)
      order by activity_key for no key update
    `.execute(transaction);
    const merged = rows.map(({ activity_id, definition }) =>
      JSON.stringify(mergeDefinition(definition, definitions.get(activity_id)!)),
    );
    await sql`
      update lars.activities known
      set definition = given.definition::json, updated_at = now(), subject = ${person ?? null}
      from unnest(${rows.map(({ activity_id }) => activity_id)}::text[], ${merged}::text[])
        given (id, definition)
      where known.activity_key = ${keyOf(sql`given.id`)} and known.definition::text <> given.definition
        and length(given.definition) <= ${definitionMaximum}
    `.execute(transaction);
  });
}

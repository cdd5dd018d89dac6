import type { ActivityDefinition, Statement } from '@lectern/contracts/xapi';
import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../storage/database.ts';
import { activitiesOf, mergeDefinition } from '../model/definitions.ts';
import { coursesOfActivities } from './activity-courses.ts';

/** What is known of activities beyond the statements that say it (xAPI 1.0.3, Data 3.2). */
export interface DefinitionStore {
  /** Takes over what statements say of activities. */
  learn(statements: readonly Statement[], teller: Teller): Promise<void>;
  /**
   * What a learner was the first to say of an activity of a published course is left out: there the
   * publisher, its structure or a tool says it.
   *
   * @returns those that are known, by activity id
   */
  of(activityIds: readonly string[]): Promise<Definitions>;
}

/**
 * Of these activities, those of which somebody says anew what they are. Of others it only tells what nobody has
 * told yet.
 */
export type Redefining = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

export const everyActivity: Redefining = async (ids) => new Set(ids);
export const noActivity: Redefining = async () => new Set();

/** Who says what activities are. */
interface Teller {
  readonly mayRedefine: Redefining;
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
    async of(activityIds) {
      const known = await knownOf(database, activityIds);
      const byLearners = [...known].filter(([, one]) => one.saidByLearner).map(([id]) => id);
      if (byLearners.length === 0) return definitionsIn(known);
      const coursesOf = await coursesOfActivities(database, byLearners);
      return only(definitionsIn(known), ([id]) => !coursesOf.get(id)?.length);
    },
    async learn(statements, { mayRedefine, person }) {
      const told = statements.flatMap(activitiesOf);
      if (told.length === 0) return;
      const said = new Map<string, string>();
      try {
        const redefined = await mayRedefine([...new Set(told.map(({ id }) => id))]);
        const news = new Map<string, ActivityDefinition>();
        for (const { id, definition } of told) {
          const name = `${redefined.has(id)}\n${id}`;
          const json = JSON.stringify(definition);
          if ((said.get(name) ?? lastSaid.get(name)) === json) continue;
          said.set(name, json);
          const before = news.get(id);
          const after = before ? mergeDefinition(before, definition) : definition;
          if (JSON.stringify(after).length <= definitionMaximum) news.set(id, after);
        }
        const all = [...news];
        for (let from = 0; from < all.length; from += togetherMaximum) {
          const some = new Map(all.slice(from, from + togetherMaximum));
          await store(database, some, redefined, person);
        }
      } catch (error) {
        onFailure(error);
        return;
      }
      for (const [name, json] of said) lastSaid.set(name, json);
    },
  };
}

interface Known {
  readonly definition: ActivityDefinition;
  readonly saidByLearner: boolean;
}

interface KnownRow {
  readonly activity_id: string;
  readonly definition: ActivityDefinition;
  readonly said_by_learner: boolean;
}

async function knownOf(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await sql<KnownRow>`
    select activity_id, definition, said_by_learner from lars.activities
    where activity_key in (select ${keyOf(sql`id`)} from unnest(${ids}::text[]) id)
  `.execute(database);
  return new Map(
    rows.map(({ activity_id, definition, said_by_learner: saidByLearner }) => [
      activity_id,
      { definition, saidByLearner },
    ]),
  );
}

function definitionsIn(known: ReadonlyMap<string, Known>): Definitions {
  return new Map([...known].map(([id, { definition }]) => [id, definition]));
}

/** What a learner was the first to say counts no longer. */
function merged({ definition, saidByLearner }: Known, given: ActivityDefinition) {
  return saidByLearner ? given : mergeDefinition(definition, given);
}

/** An index holds no names of any length. */
function keyOf(id: RawBuilder<unknown>): RawBuilder<Buffer> {
  return sql<Buffer>`sha256(convert_to(${id}, 'UTF8'))`;
}

async function store(
  database: Database,
  definitions: Definitions,
  redefined: ReadonlySet<string>,
  person: string | undefined,
): Promise<void> {
  const first = only(definitions, ([id]) => !redefined.has(id));
  await add(database, first, { person, saidByLearner: person !== undefined });
  const anew = only(definitions, ([id]) => redefined.has(id));
  if (anew.size === 0) return;
  // Mostly all of it is known already, and nothing is written.
  const known = await knownOf(database, [...anew.keys()]);
  const unknown = only(anew, ([id]) => !known.has(id));
  const added = await add(database, unknown, { person, saidByLearner: false });
  const changed = only(anew, ([id, definition]) => {
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

function isChanged(before: Known, definition: ActivityDefinition): boolean {
  return (
    before.saidByLearner ||
    JSON.stringify(merged(before, definition)) !== JSON.stringify(before.definition)
  );
}

/** @returns those that nobody has added in between */
async function add(
  database: Database,
  definitions: Definitions,
  { person, saidByLearner }: { readonly person: string | undefined; saidByLearner: boolean },
): Promise<ReadonlySet<string>> {
  if (definitions.size === 0) return new Set();
  const ids = [...definitions.keys()];
  const given = ids.map((id) => JSON.stringify(definitions.get(id)));
  // Everybody in one order, or two who write the same two would wait for each other.
  const { rows } = await sql<{ activity_id: string }>`
    insert into lars.activities (activity_key, activity_id, definition, subject, said_by_learner)
    select ${keyOf(sql`id`)}, id, definition::json, ${person ?? null}, ${saidByLearner}
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
    const { rows } = await sql<KnownRow>`
      select activity_id, definition, said_by_learner from lars.activities
      where activity_key in (select ${keyOf(sql`id`)} from unnest(${ids}::text[]) id)
      order by activity_key for no key update
    `.execute(transaction);
    const after = rows.map(({ activity_id, definition, said_by_learner: saidByLearner }) =>
      JSON.stringify(merged({ definition, saidByLearner }, definitions.get(activity_id)!)),
    );
    await sql`
      update lars.activities known
      set definition = given.definition::json, updated_at = now(), subject = ${person ?? null},
        said_by_learner = false
      from unnest(${rows.map(({ activity_id }) => activity_id)}::text[], ${after}::text[])
        given (id, definition)
      where known.activity_key = ${keyOf(sql`given.id`)}
        and (known.said_by_learner or known.definition::text <> given.definition)
        and length(given.definition) <= ${definitionMaximum}
    `.execute(transaction);
  });
}

import type { ActivityDefinition, Statement } from '@lectern/contracts/xapi';
import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../storage/database.ts';
import { activitiesOf, mergeDefinition } from '../model/definitions.ts';
import { coursesOfActivities } from './activity-courses.ts';

/** Definitions of activities, kept beyond their statements (xAPI 1.0.3, Data 3.2). */
export interface DefinitionStore {
  /** Takes over what statements say of activities. */
  learn(statements: readonly Statement[], teller: Teller): Promise<void>;
  /**
   * Of an activity of a published course its publisher, its structure or a tool says what it is: what somebody was
   * the first to say is left out, and what a publisher has said while it was of no course.
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

/** A source of definitions. */
interface Teller {
  readonly mayRedefine: Redefining;
  /** The person with whom it is erased; absent: a tool's. */
  readonly person: string | undefined;
}

type Definitions = ReadonlyMap<string, ActivityDefinition>;

/**
 * Largest kept definition, in characters of JSON: a canonical statement has it of each activity that it names. a
 * canonical statement has it of each activity that it names. Longer ones stay in the statements that say them.
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

  const ofNoCourse = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const coursesOf = await coursesOfActivities(database, ids);
    return new Set(ids.filter((id) => !coursesOf.get(id)?.length));
  };

  return {
    async of(activityIds) {
      const known = await knownOf(database, activityIds);
      const doubtful = [...known].filter(([, one]) => one.saidByLearner || one.saidOfNone);
      if (doubtful.length === 0) return definitionsIn(known);
      const ids = doubtful.map(([id]) => id);
      const coursesOf = await coursesOfActivities(database, ids);
      return only(definitionsIn(known), ([id]) => !coursesOf.get(id)?.length);
    },
    async learn(statements, { mayRedefine, person }) {
      const told = statements.flatMap(activitiesOf);
      if (told.length === 0) return;
      const said = new Map<string, string>();
      try {
        const redefined = await mayRedefine([...new Set(told.map(({ id }) => id))]);
        const ofNone = person === undefined ? new Set<string>() : await ofNoCourse([...redefined]);
        const news = new Map<string, ActivityDefinition>();
        for (const { id, definition } of told) {
          const name = `${redefined.has(id)} ${ofNone.has(id)}\n${id}`;
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
          await store(database, some, { redefined, ofNone, person });
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
  readonly saidOfNone: boolean;
}

interface KnownRow {
  readonly activity_id: string;
  readonly definition: ActivityDefinition;
  readonly said_by_learner: boolean;
  readonly said_of_none: boolean;
}

const knownColumns = sql`activity_id, definition, said_by_learner, said_of_none`;

function knownOfRow({ definition, said_by_learner, said_of_none }: KnownRow): Known {
  return { definition, saidByLearner: said_by_learner, saidOfNone: said_of_none };
}

async function knownOf(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await sql<KnownRow>`
    select ${knownColumns} from lars.activities
    where activity_key in (select ${keyOf(sql`id`)} from unnest(${ids}::text[]) id)
  `.execute(database);
  return new Map(rows.map((row) => [row.activity_id, knownOfRow(row)]));
}

function definitionsIn(known: ReadonlyMap<string, Known>): Definitions {
  return new Map([...known].map(([id, { definition }]) => [id, definition]));
}

/**
 * A first word of a learner, or of somebody about no course, counts no longer once a publisher of the course, or a
 * tool, defines the activity.
 */
function merged(
  { definition, saidByLearner, saidOfNone }: Known,
  given: ActivityDefinition,
  isOfNone: boolean,
) {
  const isOver = saidByLearner || (saidOfNone && !isOfNone);
  return isOver ? given : mergeDefinition(definition, given);
}

/** A definition with its source and right. */
interface Telling {
  /** Said anew. */
  readonly redefined: ReadonlySet<string>;
  /** Of these, those that a publisher says while they are of no course. */
  readonly ofNone: ReadonlySet<string>;
  readonly person: string | undefined;
}

/** An index holds no names of any length. */
function keyOf(id: RawBuilder<unknown>): RawBuilder<Buffer> {
  return sql<Buffer>`sha256(convert_to(${id}, 'UTF8'))`;
}

async function store(
  database: Database,
  definitions: Definitions,
  telling: Telling,
): Promise<void> {
  const { redefined, ofNone } = telling;
  const first = only(definitions, ([id]) => !redefined.has(id));
  await add(database, first, telling);
  const anew = only(definitions, ([id]) => redefined.has(id));
  if (anew.size === 0) return;
  // Mostly all of it is known already, and nothing is written.
  const known = await knownOf(database, [...anew.keys()]);
  const unknown = only(anew, ([id]) => !known.has(id));
  const added = await add(database, unknown, telling);
  const changed = only(anew, ([id, definition]) => {
    const before = known.get(id);
    return before ? isChanged(before, definition, ofNone.has(id)) : !added.has(id);
  });
  if (changed.size > 0) await merge(database, changed, telling);
}

function only(
  definitions: Definitions,
  isMeant: (one: readonly [id: string, definition: ActivityDefinition]) => boolean,
): Definitions {
  return new Map([...definitions].filter(isMeant));
}

function isChanged(before: Known, definition: ActivityDefinition, isOfNone: boolean): boolean {
  return (
    before.saidByLearner ||
    (before.saidOfNone && !isOfNone) ||
    JSON.stringify(merged(before, definition, isOfNone)) !== JSON.stringify(before.definition)
  );
}

/** @returns those that nobody has added in between */
async function add(
  database: Database,
  definitions: Definitions,
  { redefined, ofNone, person }: Telling,
): Promise<ReadonlySet<string>> {
  if (definitions.size === 0) return new Set();
  const ids = [...definitions.keys()];
  const given = ids.map((id) => JSON.stringify(definitions.get(id)));
  // Everybody in one order, or two who write the same two would wait for each other.
  const { rows } = await sql<{ activity_id: string }>`
    insert into lars.activities
      (activity_key, activity_id, definition, subject, said_by_learner, said_of_none)
    select ${keyOf(sql`id`)}, id, definition::json, ${person ?? null}, is_first, is_of_none
    from unnest(
      ${ids}::text[], ${given}::text[], ${ids.map((id) => !redefined.has(id))}::boolean[],
      ${ids.map((id) => ofNone.has(id))}::boolean[]
    ) given (id, definition, is_first, is_of_none)
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
  { ofNone, person }: Telling,
): Promise<void> {
  const ids = [...definitions.keys()];
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<KnownRow>`
      select ${knownColumns} from lars.activities
      where activity_key in (select ${keyOf(sql`id`)} from unnest(${ids}::text[]) id)
      order by activity_key for no key update
    `.execute(transaction);
    const named = rows.map(({ activity_id }) => activity_id);
    const after = rows.map((row) => {
      const given = definitions.get(row.activity_id)!;
      return JSON.stringify(merged(knownOfRow(row), given, ofNone.has(row.activity_id)));
    });
    await sql`
      update lars.activities known
      set definition = given.definition::json, updated_at = now(), subject = ${person ?? null},
        said_by_learner = false, said_of_none = is_of_none
      from unnest(
        ${named}::text[], ${after}::text[], ${named.map((id) => ofNone.has(id))}::boolean[]
      ) given (id, definition, is_of_none)
      where known.activity_key = ${keyOf(sql`given.id`)}
        and (known.said_by_learner or (known.said_of_none and not is_of_none)
          or known.definition::text <> given.definition)
        and length(given.definition) <= ${definitionMaximum}
    `.execute(transaction);
  });
}

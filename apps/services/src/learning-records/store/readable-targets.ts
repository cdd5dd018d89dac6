import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { statementsAt } from './statement-place.ts';

/** Longer chains are not followed; what begins one is found by what it says itself. */
const linksMaximum = 100;

/** A statement that was found, perhaps by what another one says. */
export interface Referring {
  readonly id: string;
  /** The statement that its object refers to. */
  readonly refersTo: string | null;
  /** True where it was found by its terms: it has those of the one that it refers to, too. */
  readonly isByTerms: boolean;
}

/** A statement that others refer to. */
interface Target {
  readonly id: string;
  readonly refersTo: string | null;
  readonly isReadable: boolean | null;
}

/**
 * Looks whether one reader may read what statements refer to.
 *
 * A statement is found by what the one that it refers to says, and so on. Anybody may refer to any id: so
 * a reader who may not read all of them would learn what others have recorded, by asking for it.
 *
 * @param isReadable of a statement `found`
 * @returns leaves out each statement that was found by terms and refers to what its reader may not read
 */
export function readableTargets(
  database: Database,
  isReadable: RawBuilder<unknown>,
): <Found extends Referring>(found: readonly Found[]) => Promise<readonly Found[]> {
  // Pages of one search often refer to the same statements. Missing ones are looked for again: they may come meanwhile.
  const targets = new Map<string, Target>();
  const columns = sql`found.statement_id as id, found.refers_to as "refersTo",
    ${isReadable} as "isReadable"`;
  return async (found) => {
    /** The next link of each chain, by the statement that begins it. */
    let open = new Map(
      found.flatMap(({ id, refersTo, isByTerms }) =>
        isByTerms && refersTo !== null ? [[id, refersTo] as const] : [],
      ),
    );
    const hidden = new Set<string>();
    for (let links = 1; open.size > 0; links++) {
      const unknown = [...new Set(open.values())].filter((id) => !targets.has(id));
      for (const row of await statementsAt<Target>(database, unknown, columns)) {
        targets.set(row.id, row);
      }
      const next = new Map<string, string>();
      for (const [id, link] of open) {
        const target = targets.get(link);
        if (!target) continue;
        if (target.isReadable !== true || links === linksMaximum) hidden.add(id);
        else if (target.refersTo !== null) next.set(id, target.refersTo);
      }
      open = next;
    }
    return found.filter(({ id }) => !hidden.has(id));
  };
}

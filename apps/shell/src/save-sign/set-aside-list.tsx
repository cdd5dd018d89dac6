import type { SetAside } from '../outbox/model/outcome.ts';
import { texts } from '../texts/texts.ts';
import { describeSetAside, type ReadableSetAside } from './describe-set-aside.ts';
import type { Titles } from './titles.ts';

interface SetAsideListProps {
  readonly entries: readonly SetAside[];
  readonly titles: Titles;
}

/** Entries that were set aside, by their state. */
export function SetAsideList({ entries, titles }: SetAsideListProps) {
  const readable = entries.filter((entry) => entry.kind !== 'unreadable');
  const conflicts = readable.filter(isInConflict);
  const refused = readable.filter((entry) => !isInConflict(entry));
  const unreadable = entries.length - readable.length;
  return (
    <>
      {refused.length > 0 && (
        <section>
          <h3>{texts.setAside.refusedTitle}</h3>
          <Entries entries={refused} titles={titles} />
        </section>
      )}
      {conflicts.length > 0 && (
        <section>
          <h3>{texts.setAside.conflictTitle}</h3>
          <p>{texts.setAside.conflict}</p>
          <Entries entries={conflicts} titles={titles} />
        </section>
      )}
      {unreadable > 0 && (
        <section>
          <h3>{texts.setAside.unreadableTitle}</h3>
          <p>{texts.setAside.unreadable(unreadable)}</p>
        </section>
      )}
    </>
  );
}

interface EntriesProps {
  readonly entries: readonly ReadableSetAside[];
  readonly titles: Titles;
}

function Entries({ entries, titles }: EntriesProps) {
  return (
    <ul>
      {entries
        .map((entry) => describeSetAside(entry, titles))
        .map(({ id, title, facts, why }) => (
          <li key={id}>
            <p className="set-aside-title">{title}</p>
            {facts.map((fact) => (
              <p key={fact}>{fact}</p>
            ))}
            {why !== undefined && <p className="set-aside-why">{why}</p>}
          </li>
        ))}
    </ul>
  );
}

function isInConflict(entry: ReadableSetAside): boolean {
  return entry.kind === 'items' && entry.why === 'conflict';
}

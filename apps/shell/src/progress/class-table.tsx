import { useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { fileNameOf, saveFile } from '../save-file.ts';
import { locale, texts } from '../texts/texts.ts';
import { AnswerLink } from './answer-link.tsx';
import { classCsv, titleOf } from './class-csv.ts';
import {
  defaultOrder,
  exerciseIn,
  inOrder,
  inPlace,
  isBy,
  pressed,
  pupilsOf,
  themaIn,
  type Order,
} from './class-order.ts';
import { ExerciseMark, Moment, StateSign, ThemaMark } from './marks.tsx';
import type { Member, Outline, Shown } from './progress-source.ts';
import { useIsNarrow } from './use-is-narrow.ts';

interface ClassTableProps {
  readonly shown: Shown;
  readonly members: readonly Member[];
  /** The choice that the rows are for. */
  readonly rows: string;
  readonly outline: Outline;
  /** Title of the table, for the name of the file. */
  readonly label: string;
  readonly onThema: (thema_id: string) => void;
}

/** Pupils by Thema, or by exercise once one has been chosen; those who need help come first. */
export function ClassTable({ shown, members, rows, outline, label, onThema }: ClassTableProps) {
  const { themen, exercises } = shown;
  // Rows are put in order by a press and another choice, and then stay, though their marks change (WCAG 2.2, 2.2.2).
  const [ordered, setOrdered] = useState({ by: defaultOrder, rows, shown, members });
  if (ordered.rows !== rows || (ordered.shown.behind_count && ordered.shown !== shown)) {
    setOrdered({ by: ordered.by, rows, shown, members });
  }
  const chosen = ordered.by;
  const ids =
    exercises?.map(({ exercise_id }) => exercise_id) ?? themen.map(({ thema_id }) => thema_id);
  // A column may have gone with another choice.
  const isThere = typeof chosen.by !== 'object' || ids.includes(chosen.by.id);
  const order = isThere ? chosen : defaultOrder;
  const then = inOrder(pupilsOf(ordered.members), ordered.shown, order, locale);
  const pupils = inPlace(inOrder(pupilsOf(members), shown, order, locale), then);
  const sorting = {
    order,
    onOrder: (by: Order) => setOrdered({ by, rows, shown, members }),
  };
  const isNarrow = useIsNarrow();
  const tools = (
    <div className="progress-tools">
      <Button
        isQuiet
        onClick={() => {
          const file = new Blob([classCsv(pupils, shown, outline)], { type: 'text/csv' });
          saveFile(file, fileNameOf(label, 'csv', new Date()));
        }}
      >
        {texts.progress.asFile}
      </Button>
      <Button isQuiet onClick={() => print()}>
        {texts.progress.print}
      </Button>
    </div>
  );
  if (members.length === 0) return tools;
  return (
    <>
      {!isNarrow && tools}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keyboard */}
      <section className="progress-scroll" tabIndex={0} aria-label={texts.progress.tableOfClass}>
        <table>
          <thead className={ids.length > 8 ? 'progress-many' : undefined}>
            <tr>
              <SortedHead {...sorting} column="name" title={texts.progress.pupil} />
              <SortedHead {...sorting} column="again" title={texts.progress.states.AGAIN} />
              {exercises
                ? exercises.map(({ exercise_id, title }) => (
                    <SortedHead
                      key={exercise_id}
                      {...sorting}
                      column={{ id: exercise_id }}
                      title={title ?? exercise_id}
                    />
                  ))
                : themen.map(({ thema_id }) => (
                    <SortedHead
                      key={thema_id}
                      {...sorting}
                      column={{ id: thema_id }}
                      title={titleOf(outline, thema_id)}
                    >
                      <ThemaButton {...{ thema_id, outline, onThema }} />
                    </SortedHead>
                  ))}
              <SortedHead {...sorting} column="lastActive" title={texts.progress.lastActive} />
            </tr>
          </thead>
          <tbody>
            {pupils.map((pupil) => (
              <tr key={pupil.subject}>
                <th scope="row">
                  <bdi>{pupil.name}</bdi>
                </th>
                <td>
                  {pupil.againCount > 0 && (
                    <span className="progress-mark">
                      <StateSign state="AGAIN" /> <b>{pupil.againCount}</b>
                    </span>
                  )}
                  {pupil.againCount === 0 && <span className="progress-quiet">0</span>}
                </td>
                {exercises
                  ? exercises.map((exercise) => {
                      const progress = exerciseIn(pupil.progress, exercise.exercise_id);
                      const mark = <ExerciseMark progress={progress} />;
                      return (
                        <td key={exercise.exercise_id}>
                          {progress ? (
                            <AnswerLink {...{ exercise, pupil }}>{mark}</AnswerLink>
                          ) : (
                            mark
                          )}
                        </td>
                      );
                    })
                  : themen.map(({ thema_id, exercises_count }) => (
                      <td key={thema_id}>
                        <ThemaMark
                          progress={themaIn(pupil.progress, thema_id)}
                          exercisesCount={exercises_count}
                        />
                      </td>
                    ))}
                <td>
                  <Moment moment={pupil.progress.last_active_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {isNarrow && tools}
    </>
  );
}

interface SortedHeadProps {
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly column: Order['by'];
  readonly title: string;
  /** Shown in place of the title. */
  readonly children?: ReactNode;
}

/** Head of a column, with a button that puts the rows in the order of the column. */
function SortedHead({ order, onOrder, column, title, children = title }: SortedHeadProps) {
  const direction = order.isDescending ? 'descending' : 'ascending';
  const sorted = isBy(order, column) ? direction : undefined;
  return (
    // Named by its title alone: otherwise each cell would be read with the button, too.
    <th scope="col" aria-label={title} aria-sort={sorted}>
      <span className="progress-head">
        {children}
        <button
          className="progress-sort"
          type="button"
          aria-label={texts.progress.sortBy(title)}
          title={texts.progress.sortBy(title)}
          onClick={() => onOrder(pressed(order, column))}
        >
          <svg viewBox="0 0 12 16" aria-hidden="true">
            {sorted !== 'descending' && <path d="M6 2l4 4.5H2z" />}
            {sorted !== 'ascending' && <path d="M6 14l4-4.5H2z" />}
          </svg>
        </button>
      </span>
    </th>
  );
}

interface ThemaButtonProps {
  readonly thema_id: string;
  readonly outline: Outline;
  readonly onThema: (thema_id: string) => void;
}

/** Leads to the exercises of a Thema. */
export function ThemaButton({ thema_id, outline, onThema }: ThemaButtonProps) {
  const title = titleOf(outline, thema_id);
  return (
    <button
      className="progress-drill"
      type="button"
      title={texts.progress.showThema(title)}
      onClick={() => onThema(thema_id)}
    >
      {title}
      <span aria-hidden="true">{'\u00A0›'}</span>
    </button>
  );
}

import { languageOf } from '@lectern/languages';
import { locale, texts } from '../texts/texts.ts';
import { exerciseIn, themaIn, type Pupil } from './class-order.ts';
import { exerciseStates, stateCountsOf, stateOf, wholePercent } from './exercise-states.ts';
import type { Outline, Shown } from './progress-source.ts';

type Cell = string | number | Date | undefined;

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\uFEFF';

/** What the table of a class shows, in its order, as comma-separated values (RFC 4180). */
export function classCsv(
  pupils: readonly Pupil[],
  { themen, exercises }: Pick<Shown, 'themen' | 'exercises'>,
  outline: Outline,
): string {
  const words = texts.progress;
  const ofColumns = exercises
    ? exercises.flatMap(({ exercise_id, title = exercise_id }) => [
        title,
        `${title}: ${words.score}`,
      ])
    : themen.flatMap(({ thema_id }) => {
        const title = titleOf(outline, thema_id);
        return [
          ...exerciseStates.map((state) => `${title}: ${words.states[state]}`),
          `${title}: ${words.meanScore}`,
        ];
      });
  const rows = pupils.map(({ name, againCount, progress }) => {
    const cells: readonly Cell[] = exercises
      ? exercises.flatMap(({ exercise_id }) => {
          const exercise = exerciseIn(progress, exercise_id);
          return [words.states[stateOf(exercise)], inPercent(exercise?.best_score)];
        })
      : themen.flatMap(({ thema_id, exercises_count }) => {
          const thema = themaIn(progress, thema_id);
          const counts = stateCountsOf(thema, exercises_count);
          return [...exerciseStates.map((state) => counts[state]), inPercent(thema?.mean_score)];
        });
    return [name, againCount, ...cells, dateOf(progress.last_active_at)];
  });
  const head = [words.pupil, words.states.AGAIN, ...ofColumns, words.lastActive];
  return byteOrderMark + [head, ...rows].map(lineOf).join('');
}

export function titleOf({ themen }: Outline, id: string): string {
  return themen.find(({ thema_id }) => thema_id === id)?.title ?? id;
}

/** Spreadsheets take the separator of the user's language: where a comma stands in numbers, or stood, a semicolon. */
function lineOf(cells: readonly Cell[]): string {
  const separator = languageOf(locale) === 'en' ? ',' : ';';
  return `${cells.map(fieldOf).join(separator)}\r\n`;
}

const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
const number = /^\s*\d[\d\s.,:/-]*(?:e\d+\s*)?$/i;

/**
 * Texts are quoted. A text that a spreadsheet would take for a formula has an apostrophe before it, as OWASP says (CSV
 * injection): names and titles are what others have written. So has one that it would take for a number or a date, such as
 * the title 1.2.
 */
function fieldOf(cell: Cell): string {
  if (cell instanceof Date) return `"${localTime(cell)}"`;
  if (typeof cell !== 'string') return String(cell ?? '');
  const isText = !formula.test(cell) && !number.test(cell);
  const text = isText ? cell : `'${cell}`;
  return `"${text.replaceAll('"', '""')}"`;
}

function inPercent(share: number | undefined): Cell {
  return share === undefined ? undefined : `${wholePercent(share)}%`;
}

function dateOf(moment: string | undefined): Cell {
  return moment === undefined ? undefined : new Date(moment);
}

/** As spreadsheets of every language read it. */
function localTime(at: Date): string {
  const padded = (part: number) => String(part).padStart(2, '0');
  const day = [at.getFullYear(), padded(at.getMonth() + 1), padded(at.getDate())].join('-');
  return `${day} ${padded(at.getHours())}:${padded(at.getMinutes())}`;
}

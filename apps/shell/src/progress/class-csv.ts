import { languageOf } from '@lectern/languages';
import { localTime } from '../routes/moments.ts';
import { locale, texts } from '../texts/texts.ts';
import { exerciseIn, themaIn, type Pupil } from './class-order.ts';
import { exerciseStates, stateCountsOf, stateOf, wholePercent } from './exercise-states.ts';
import type { Outline, Shown } from './progress-source.ts';

type Cell = string | number | Date | { readonly percent: number } | undefined;

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\uFEFF';

/** The table of a class, in its order, and the pupils without the course, as comma-separated values (RFC 4180). */
export function classCsv(
  pupils: readonly Pupil[],
  { themen, exercises, withoutCourse = [] }: Pick<Shown, 'themen' | 'exercises' | 'withoutCourse'>,
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
  const others = withoutCourse.map(({ name }): readonly Cell[] => [
    name,
    words.isWithoutCourse,
    ...head.slice(2).map(() => undefined),
  ]);
  const names = dateNames();
  return byteOrderMark + [head, ...rows, ...others].map((row) => lineOf(row, names)).join('');
}

export function titleOf({ themen }: Outline, id: string): string {
  return themen.find(({ thema_id }) => thema_id === id)?.title ?? id;
}

/** Spreadsheets take the separator of the user's language: where a comma stands in numbers, or stood, a semicolon. */
function lineOf(cells: readonly Cell[], names: ReadonlySet<string>): string {
  const separator = languageOf(locale) === 'en' ? ',' : ';';
  return `${cells.map((cell) => fieldOf(cell, names)).join(separator)}\r\n`;
}

const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** Shown as it is written, also as a number. */
const wholeNumber = /^(?:0|[1-9]\d{0,14})$/;

/**
 * Texts are quoted. A text that a spreadsheet would take for a formula has an apostrophe before it, as OWASP says (CSV
 * injection): names and titles are what others have written. So has one that it would take for a number or a date, such as
 * the titles 1.2 and 1. Mai.
 */
function fieldOf(cell: Cell, names: ReadonlySet<string>): string {
  if (cell instanceof Date) return `"${localTime(cell)}"`;
  if (typeof cell === 'object') return `"${cell.percent}%"`;
  if (typeof cell !== 'string') return String(cell ?? '');
  const isText = !formula.test(cell) && (wholeNumber.test(cell) || !isValue(cell, names));
  const text = isText ? cell : `'${cell}`;
  return `"${text.replaceAll('"', '""')}"`;
}

/** True where a spreadsheet may read a number, a time or a date: digits, and between them no words but names of dates. */
function isValue(text: string, names: ReadonlySet<string>): boolean {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^\((.*)\)$/, '$1')
    .replace(/(\d)e([+-]?\d)/, '$1$2')
    .replace(/(\d)\s*[ap]m$/, '$1');
  const words = plain.split(/[\d\s.,:/%'’+-]+/);
  return /\d/.test(plain) && words.every((word) => word === '' || names.has(word));
}

/** Names of days and months in small letters, whole and short. */
function dateNames(): ReadonlySet<string> {
  const months = Array.from({ length: 12 }, (_, month) => new Date(2026, month));
  const days = Array.from({ length: 7 }, (_, day) => new Date(2026, 0, 1 + day));
  const names = (['long', 'short'] as const).flatMap((style) => [
    ...months.map(new Intl.DateTimeFormat(locale, { month: style }).format),
    ...days.map(new Intl.DateTimeFormat(locale, { weekday: style }).format),
  ]);
  return new Set(names.map((name) => name.toLowerCase().replace('.', '')));
}

function inPercent(share: number | undefined): Cell {
  return share === undefined ? undefined : { percent: wholePercent(share) };
}

function dateOf(moment: string | undefined): Cell {
  return moment === undefined ? undefined : new Date(moment);
}

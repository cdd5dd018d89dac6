import type { ChoiceExercise } from '../course/model.ts';
import type { Verdict } from './exercise.ts';

/** Scores pairs: which card lies at which target, against where it belongs. */
export function scorePairs(
  solution: Readonly<Record<string, string>>,
  placed: Readonly<Record<string, string>>,
): Verdict {
  const parts: Record<string, boolean> = {};
  for (const [card, target] of Object.entries(solution)) {
    const chosen = placed[card];
    if (chosen !== undefined) parts[card] = chosen === target;
  }
  return verdictOf(parts, Object.keys(solution).length);
}

/** Scores typed words. An empty gap is missing, not wrong. */
export function scoreGaps(
  gaps: Readonly<Record<string, readonly string[]>>,
  typed: Readonly<Record<string, string>>,
): Verdict {
  const parts: Record<string, boolean> = {};
  for (const [gap, words] of Object.entries(gaps)) {
    const word = comparable(typed[gap] ?? '');
    if (word) parts[gap] = words.some((fitting) => comparable(fitting) === word);
  }
  return verdictOf(parts, Object.keys(gaps).length);
}

/**
 * Scores a choice. With several right answers every choice counts, also the one rightly left alone;
 * marked is only what was chosen, so that the marks do not give the rest away.
 */
export function scoreChoice(
  { choices, several }: Pick<ChoiceExercise, 'choices' | 'several'>,
  chosen: ReadonlySet<string>,
): Verdict {
  const parts: Record<string, boolean> = {};
  for (const { id, right } of choices) if (chosen.has(id)) parts[id] = right;
  if (chosen.size === 0)
    return { right: 0, total: several ? choices.length : 1, missing: 1, parts };
  return {
    right: several
      ? choices.filter(({ id, right }) => chosen.has(id) === right).length
      : Number(Object.values(parts).every(Boolean)),
    total: several ? choices.length : 1,
    missing: 0,
    parts,
  };
}

function verdictOf(parts: Readonly<Record<string, boolean>>, total: number): Verdict {
  const judged = Object.values(parts);
  return {
    right: judged.filter(Boolean).length,
    total,
    missing: total - judged.length,
    parts,
  };
}

/**
 * Of a clipboard or a keyboard, and not seen: soft hyphens, joiners, marks of direction. More than annotations leave out,
 * since joiners change how a passage looks.
 */
const unseen = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/**
 * Forgives capitals, spaces around, ß for ss, and what keyboards make by themselves, such as ’ for ' and a full stop for
 * two spaces: the exercise asks for the word, not its spelling.
 */
export function comparable(word: string): string {
  return (
    word
      .replace(unseen, '')
      .replace(/[\u2018\u2019\u201B\u02BC\u00B4\u0060]/g, "'")
      .replace(/[«»\u201C-\u201F]/g, '"')
      .replace(/[\p{Pd}\u2212]/gu, '-')
      // Ligatures and letters of full width alone: 10² is not 102.
      .replace(/[\uFB00-\uFB06\uFF01-\uFF5E]/g, (letter) => letter.normalize('NFKC'))
      .normalize('NFC')
      .trim()
      // A word that is a full stop stays.
      .replace(/(\S)\s*\.$/, '$1')
      .replace(/\s+/g, ' ')
      .toLocaleLowerCase('de')
      .replaceAll('ß', 'ss')
  );
}

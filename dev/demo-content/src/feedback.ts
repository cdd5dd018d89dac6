import type { AnswerType } from './course/model.ts';
import type { Verdict } from './exercises/exercise.ts';

/** The feedback to a checked answer: first what went well, then what to do next. */
export function feedbackFor(answerType: AnswerType, verdict: Verdict): string {
  const { right, total, missing, parts } = verdict;
  const answered = Object.values(parts);
  const allAnsweredRight = answered.every(Boolean);
  if (right === total) return 'Richtig, alles stimmt!';
  if (answered.length === 0) return 'Hier ist noch nichts. Probier es einfach aus!';
  // Numbers would tell how many choices are right, and so which.
  if (answerType === 'choice') {
    if (total === 1) return 'Noch nicht ganz. Überlege noch einmal und wähle neu.';
    return allAnsweredRight
      ? 'Was du angekreuzt hast, stimmt. Aber da ist noch mehr!'
      : 'Gut überlegt, aber noch nicht ganz. Sieh dir die markierten Antworten noch einmal an.';
  }
  const count = `${right} von ${total} ${right === 1 ? 'stimmt' : 'stimmen'}.`;
  if (allAnsweredRight)
    return `${count} Weiter so, ${missing} ${missing === 1 ? 'fehlt' : 'fehlen'} noch.`;
  if (right === 0)
    return 'Noch nicht ganz. Lies oben noch einmal nach und versuche es dann wieder.';
  return `${count} Sieh dir die markierten Stellen noch einmal an.`;
}

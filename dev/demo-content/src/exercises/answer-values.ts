import type { AnswerContent } from '@lectern/sdk';
import type { AnswerValue, AnswerValues } from '@lectern/sdk/answers';
import type { Exercise } from '../course/model.ts';
import { sheetHeight, sheetWidth } from './strokes.ts';

export interface Kept {
  /** In the form of the exercise's own view, JSON values only; undefined: not answered yet. */
  readonly value: unknown;
  /** Solved, or said to be finished. It stays so whatever changes later. */
  readonly done: boolean;
  /** Of the check of this value, in percent. */
  readonly score?: number | undefined;
  /** Texts of the value when it was said to be finished: what teachers may see of them. */
  readonly shared?: unknown;
}

/** The tasks of an exercise. A drawing can be described beside. */
export const [answerId, descriptionId] = ['answer', 'description'] as const;

/** The answers that the platform keeps of an exercise; none before the first input. */
export function valuesOf({ answerType }: Exercise, { value, ...kept }: Kept): AnswerValues {
  if (value === undefined) return {};
  const { shared, done, score } = kept;
  const as = (content: AnswerContent): AnswerValue => ({
    content,
    is_done: done,
    ...(score !== undefined && { score_in_percent: score }),
  });
  switch (answerType) {
    case 'essay':
      return { [answerId]: as(essay(value, shared)) };
    case 'choice': {
      const choice_ids = Array.isArray(value) ? value.map(String) : [];
      return { [answerId]: as({ basic_answer_type: 'choice', choice_ids }) };
    }
    case 'match_keyboard': {
      const gaps = pairsIn(value).map(([gap_id, text]) => ({ gap_id, text }));
      const filled = gaps.filter(({ text }) => text !== '');
      return { [answerId]: as({ basic_answer_type: 'match_keyboard', gaps: filled }) };
    }
    case 'match_position': {
      const labels = pairsIn(value).map(([label_id, position_id]) => ({ label_id, position_id }));
      return { [answerId]: as({ basic_answer_type: 'match_position', labels }) };
    }
    case 'match_place': {
      const cards = pairsIn(value).map(([card_id, place_id]) => ({ card_id, place_id }));
      return { [answerId]: as({ basic_answer_type: 'match_place', cards }) };
    }
    case 'sketchpad': {
      const { strokes, description } = membersOf(value);
      const drawing = {
        width: sheetWidth,
        height: sheetHeight,
        strokes: Array.isArray(strokes) ? (strokes as number[][]) : [],
      };
      return {
        [answerId]: as({ basic_answer_type: 'sketchpad', drawing }),
        [descriptionId]: as(essay(description, membersOf(shared)['description'])),
      };
    }
  }
}

/** The reverse of {@link valuesOf}. An answer of another type than the exercise's is none. */
export function keptOf({ answerType }: Exercise, answers: AnswerValues): Kept {
  const answer = answers[answerId];
  if (answer?.content.basic_answer_type !== answerType) return { value: undefined, done: false };
  const kept = { done: answer.is_done, score: answer.score_in_percent };
  const { content } = answer;
  switch (content.basic_answer_type) {
    case 'essay':
      return { ...kept, value: content.text, shared: content.shared_text };
    case 'choice':
      return { ...kept, value: content.choice_ids };
    case 'match_keyboard':
      return { ...kept, value: object(content.gaps.map(({ gap_id, text }) => [gap_id, text])) };
    case 'match_position':
      return {
        ...kept,
        value: object(content.labels.map(({ label_id, position_id }) => [label_id, position_id])),
      };
    case 'match_place':
      return {
        ...kept,
        value: object(content.cards.map(({ card_id, place_id }) => [card_id, place_id])),
      };
    case 'sketchpad': {
      const described = answers[descriptionId]?.content;
      const { text, shared_text } =
        described?.basic_answer_type === 'essay' ? described : essay('');
      const value = { strokes: content.drawing.strokes, description: text };
      return { ...kept, value, shared: { description: shared_text } };
    }
  }
}

function essay(text: unknown, shared?: unknown) {
  return {
    basic_answer_type: 'essay' as const,
    text: textOf(text),
    ...(typeof shared === 'string' && { shared_text: shared }),
  };
}

function pairsIn(value: unknown): readonly (readonly [string, string])[] {
  return Object.entries(membersOf(value)).map(([name, text]) => [name, textOf(text)]);
}

function object(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs);
}

export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

import type { FeedbackContent } from '@lectern/sdk';
import { el } from '../dom.ts';

/** Longest text of a feedback, in UTF-16 code units. */
const textMaximumLength = 4_000;

export type FeedbackKind = FeedbackContent['feedback_kind'];

export const kindWords: Readonly<Record<FeedbackKind, string>> = {
  seen: 'Gesehen',
  comment: 'Kommentar',
  again: 'Noch einmal',
};

export function createField(): HTMLTextAreaElement {
  return el('textarea', { rows: '3', maxlength: String(textMaximumLength) });
}

/** Undefined for a comment without a text. */
export function contentOf(feedback_kind: FeedbackKind, text: string): FeedbackContent | undefined {
  if (feedback_kind === 'seen') return { feedback_kind };
  if (text) return { feedback_kind, text };
  return feedback_kind === 'again' ? { feedback_kind } : undefined;
}

export function textOf(content: FeedbackContent): string {
  return ('text' in content && content.text) || '';
}

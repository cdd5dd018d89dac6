import type { Body } from '@lectern/contracts';
import type { searchCalls } from '@lectern/contracts/calls/annotations/search';
import type { Clues } from './clues.ts';

type Restrictions = Omit<Body<typeof searchCalls.searchAutocomplete>, 'prefix' | 'limit'>;

export type Target = 'topic' | 'exercise' | 'note';

/** Where a subject searches. */
export interface Place {
  readonly subject: string;
  readonly courseId: string;
  /** Absent: all issues of the course. */
  readonly issueId: string | undefined;
  readonly targets: readonly Target[];
  readonly inTitles: boolean;
  readonly inTexts: boolean;
}

export function placeOf(body: Restrictions): Place {
  const { search_scopes: scopes = ['text', 'title'] } = body;
  return {
    subject: body.subject,
    courseId: body.course_id_dto.course_id,
    issueId: body.issue_id_dto?.issue_id,
    targets: body.search_targets ?? ['topic', 'exercise', 'note'],
    inTitles: scopes.includes('title'),
    inTexts: scopes.includes('text'),
  };
}

/** A search: clues, place, and the hit after which it goes on. */
export interface Question extends Place {
  readonly clues: Clues;
  readonly after: Position | undefined;
  /** Most hits. */
  readonly most: number;
}

/**
 * Where a page ended: at a hit of that worth. Among equals a subject's own come first, by number; then
 * those of the course, by issue and number.
 */
export interface Position {
  readonly score: number;
  /** Absent: it was one of the subject's own. */
  readonly issueId?: string | undefined;
  readonly number: string;
}

/** A hit without its excerpt. */
export interface Found {
  readonly score: number;
  /** All words stand in the title. */
  readonly is_titled: boolean;
  readonly issue_id: string;
  readonly title: string;
  /** The text, or a piece of it that begins before the first word found. */
  readonly text: string;
  /** A part of the text stands before the piece. */
  readonly is_cut: boolean;
}

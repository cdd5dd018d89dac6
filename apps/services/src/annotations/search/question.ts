import type { Body } from '@lectern/contracts';
import type { searchCalls } from '@lectern/contracts/calls/annotations/search';
import { sql } from 'kysely';
import { parameter } from '../../storage/prepared.ts';
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

/** The first six parameters of a prepared statement about a subject's own texts: {@link ownTextsAt} gives their values. */
export function ownTexts() {
  const [subject, courseId] = [parameter<string>(1, 'text'), parameter<string>(2, 'text')];
  const [issueId, targets] = [parameter<string | null>(3, 'text'), parameter(4, 'text[]')];
  return {
    inTitles: parameter<boolean>(5, 'boolean'),
    inTexts: parameter<boolean>(6, 'boolean'),
    areThere: sql<boolean>`subject = ${subject} and course_id = ${courseId}
        and (${issueId} is null or issue_id = ${issueId}) and target = any(${targets})`,
  };
}

export function ownTextsAt({ subject, courseId, issueId, targets, inTitles, inTexts }: Place) {
  return [subject, courseId, issueId ?? null, targets, inTitles, inTexts] as const;
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

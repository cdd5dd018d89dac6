import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { count, identifier, integer, list, subject, text } from '../scalars.ts';
import { noteType } from './note.ts';
import { cursorErrors, nextCursor, pageOf } from './paging.ts';
import { courseIdDto, issueIdDto } from './scope.ts';

/** Target of a search (specification, section 3). */
export const searchTarget = z.enum(['topic', 'exercise', 'note']);

/** Words that a query may ask for; each is looked for in several ways. */
export const queryWordsMaximum = 16;

/** Longest query, in UTF-16 code units. */
export const queryMaximumLength = 200;

/** Other spellings of a query that found nothing. */
export const searchSuggestionsMaximum = 3;

/** Which part of it a search looks at (specification, section 3). */
export const searchScope = z.enum(['text', 'title']);

/** Source of the found words. An answer counts to its exercise, a highlight to the place where it stands. */
export const searchSource = z.enum(['course', 'answer', 'highlight', 'note']);

const restrictions = {
  subject,
  course_id_dto: courseIdDto,
  issue_id_dto: z.optional(issueIdDto.check(z.describe('Only this issue of the course.'))),
  search_targets: z.optional(
    list('Only these; absent: all.', searchTarget).check(z.minLength(1), z.maxLength(3)),
  ),
  search_scopes: z.optional(
    list('Only there; absent: everywhere.', searchScope).check(z.minLength(1), z.maxLength(2)),
  ),
};

const hit = z.object({
  search_target: searchTarget,
  search_scope: searchScope,
  search_source: searchSource,
  issue_id: identifier('The issue.'),
  topic_id: z.optional(identifier('The topic, or that which the exercise or note stands in.')),
  exercise_id: z.optional(identifier('The exercise, or that which the note stands in.')),
  note_id: z.optional(z.uuid().check(z.describe('The note.'))),
  note_type: z.optional(noteType),
  title: z.optional(text(255, 'Title of the topic, exercise or note.')),
  excerpt: z.string().check(z.maxLength(500), z.describe('Plain text around what was found.')),
  matches: list(
    'What to emphasize in the excerpt.',
    z.object({
      start: count('UTF-16 code units of the excerpt before the match.'),
      end: count('UTF-16 code units of the excerpt before what follows it.'),
    }),
  ),
});

export const searchCalls = {
  searchAutocomplete: defineCall({
    path: '/v1/search/autocomplete',
    summary:
      'Completes what a subject has typed so far by words that a search would find, the most frequent first. Words of a course come from issues that are free, or that a licence opens to the caller.',
    body: z.strictObject({
      ...restrictions,
      prefix: text(100, 'What was typed; its last word is completed.'),
      limit: z.optional(integer(1, 20, 'Default 8.')),
    }),
    answer: z.object({
      completions: z.array(
        z.object({
          text: text(200, 'What was typed, completed.'),
          hits_count: count('Texts with the last word; counted up to 1,000.'),
        }),
      ),
    }),
    permission: 'content.search',
    repeatSafe: true,
    oneAtATime: true,
  }),
  searchCourse: defineCall({
    path: '/v1/search/course',
    summary:
      'Searches the titles and texts of a course and the own notes, answers and highlights of a subject in it, the best hits first. All words must occur, in any inflection. Only issues are searched that are free, or that a licence opens to the caller; what is own is always found.',
    body: z.strictObject({
      ...restrictions,
      query: text(
        queryMaximumLength,
        `Words; the last one may be a beginning. "…" for words in a row. The first ${queryWordsMaximum} different words count.`,
      ),
      ...pageOf(100, 20),
    }),
    answer: z.object({
      hits: z.array(hit),
      next_cursor: nextCursor,
      suggested_queries: z.optional(
        list(
          'Where nothing was found: queries that find something, the nearest first.',
          text(
            queryMaximumLength,
            'The query, with words of the course that are spelled like its own.',
          ),
        ).check(z.maxLength(searchSuggestionsMaximum)),
      ),
    }),
    errors: cursorErrors,
    permission: 'content.search',
    repeatSafe: true,
    oneAtATime: true,
  }),
  searchDelete: defineCall({
    path: '/v1/search/delete',
    summary:
      "Removes a subject's notes, answers and highlights from the search. They stay; what is changed or restored later is found again. IA_OK: nothing was there.",
    body: z.strictObject({
      subject,
      course_id_dto: z.optional(courseIdDto.check(z.describe('Only this course.'))),
    }),
    answer: z.object({ removed_texts_count: count('Texts that are not found any more.') }),
    permission: 'user-data.erase',
    ownTokenOnly: true,
    repeatSafe: true,
  }),
} as const;

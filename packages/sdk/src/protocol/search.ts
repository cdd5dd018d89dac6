import { identifier, prefix, query, searchScope, searchSource, searchTarget } from './contract.ts';
import { course, issue } from './scope.ts';
import { list, object, optional, text, whole, type TypeOf } from './shape.ts';

/*
 * Search in a course and in what the user has written there. Names are those of the services' own data.
 */

const restrictions = {
  ...course,
  issue_id_dto: optional(issue.issue_id_dto),
  search_targets: optional(list(searchTarget)),
  search_scopes: optional(list(searchScope)),
};
const page = { limit: optional(whole(1)), cursor: optional(text(1024, 1)) };
const completed = { limit: optional(whole(1)) };

/**
 * Where a search looks, and how much it gives: 1 to 100 hits, by default 20. `cursor` is `next_cursor` of the
 * page before. What is left out restricts nothing.
 */
export const searchOptions = object({ ...restrictions, ...page });
export type SearchOptions = TypeOf<typeof searchOptions>;

/** Where a completion looks, and how many it gives: 1 to 20, by default 8. */
export const autocompleteOptions = object({ ...restrictions, ...completed });
export type AutocompleteOptions = TypeOf<typeof autocompleteOptions>;

export const searchQuery = object({ query, ...restrictions, ...page });
export const autocompletePrefix = object({ prefix, ...restrictions, ...completed });

/** A place where it was found. `matches` count in UTF-16 code units of the excerpt, which is plain text. */
export const searchHit = object({
  search_target: searchTarget,
  search_scope: searchScope,
  search_source: searchSource,
  issue_id: identifier,
  topic_id: optional(identifier),
  exercise_id: optional(identifier),
  note_id: optional(text()),
  note_type: optional(text()),
  title: optional(text()),
  excerpt: text(),
  matches: list(object({ start: whole(0), end: whole(0) })),
});
export type SearchHit = TypeOf<typeof searchHit>;

/**
 * A page of hits, the best first; without `next_cursor` it is the last one. Where nothing was found, `suggested_queries`
 * are up to three that find something, with words of the course that are spelled like those of the query.
 */
export const searchHits = object({
  hits: list(searchHit),
  next_cursor: optional(text()),
  suggested_queries: optional(list(text())),
});
export type SearchHits = TypeOf<typeof searchHits>;

/** The typed text, its last word completed, with the number of texts that have that word. */
export const completion = object({ text: text(), hits_count: whole(0) });
export type Completion = TypeOf<typeof completion>;

export const completions = object({ completions: list(completion) });

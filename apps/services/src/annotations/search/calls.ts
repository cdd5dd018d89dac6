import { setImmediate } from 'node:timers/promises';
import {
  queryMaximumLength,
  searchSuggestionsMaximum,
  type searchCalls,
} from '@lectern/contracts/calls/annotations/search';
import * as z from 'zod/mini';
import {
  readBoundCursor,
  storableText,
  writeBoundCursor,
  type Question as Asked,
} from '../../http/page-cursor.ts';
import type { Caller } from '../../authorization/authorize.ts';
import { seenIssues, type CourseDoor } from '../../course-access/public.ts';
import type { Handlers } from '../../http/routes.ts';
import type { Connections } from '../../storage/connections.ts';
import type { Database } from '../../storage/database.ts';
import { cluesOf } from './clues.ts';
import { createComplete } from './completions.ts';
import { createCourseSearch, type CourseFound } from './course-search.ts';
import { createExcerpts } from './excerpt.ts';
import { createSuggest, type Respelling } from './suggestions.ts';
import { createOwnSearch, type OwnFound } from './own-search.ts';
import { removeOwn } from './own-texts.ts';
import { placeOf, type Place, type Position } from './question.ts';
import { createAnalysis, tokensOf } from './words.ts';

const defaultCompletions = 8;
const defaultHits = 20;
/** Texts are counted up to here. */
const hitsCountMaximum = 1_000;
/** Words that the queries of a process remember: people ask for the same. */
const rememberedWords = 20_000;
const completionMaximumLength = 200;

const score = z.string().check(z.regex(/^\d{1,9}$/));
const position = z.union([
  z.tuple([score, z.null(), z.string().check(z.regex(/^\d{1,18}$/))]),
  z.tuple([score, storableText, z.string().check(z.regex(/^\d{1,9}$/))]),
]);

/** The calls under `/v1/search`. A subject finds its own texts, and those of the issues whose texts it may see. */
export function searchHandlers(
  database: Database,
  pool: Connections,
  door: CourseDoor,
): Handlers<typeof searchCalls> {
  const analyse = createAnalysis(rememberedWords);
  const complete = createComplete(pool);
  const searchOwn = createOwnSearch(pool);
  const searchCourse = createCourseSearch(pool);
  const suggest = createSuggest(pool);

  /** Which issues of the course are searched. None where texts of a course are not asked for. */
  const issuesOf = async (
    caller: Caller,
    { courseId, issueId, targets }: Place,
  ): Promise<readonly string[]> =>
    targets.every((target) => target === 'note')
      ? []
      : seenIssues(door, 'texts', caller, courseId, issueId);

  /** Queries with words of the course in place of unknown ones; a search for each finds something. */
  async function respelled(
    query: string,
    place: Place,
    issues: readonly string[],
  ): Promise<string[]> {
    const tokens = [...tokensOf(query, analyse)];
    const queries: string[] = [];
    for (const respelling of await suggest(place, issues, tokens)) {
      const text = withWords(query, respelling);
      if (text.length > queryMaximumLength) continue;
      const question = { ...place, clues: cluesOf(text, analyse), after: undefined, most: 1 };
      if ((await searchCourse(question, issues)).length > 0) queries.push(text);
      if (queries.length === searchSuggestionsMaximum) break;
    }
    return queries;
  }

  return {
    async searchAutocomplete({ body, caller }) {
      const place = placeOf(body);
      const typed = [...tokensOf(body.prefix, analyse)].at(-1);
      if (!typed) return { completions: [] };
      const words = await complete(place, typed.forms, issuesOf(caller, place));
      const before = body.prefix.slice(0, typed.start);
      const isCapital = /^\p{Lu}/u.test(body.prefix.slice(typed.start));
      const completions = words.map(({ word, texts }) => ({
        text: before + (isCapital ? capital(word) : word),
        hits_count: Math.min(texts, hitsCountMaximum),
      }));
      return {
        completions: completions
          .filter(({ text }) => text.length <= completionMaximumLength)
          .slice(0, body.limit ?? defaultCompletions),
      };
    },

    async searchCourse({ body, caller, refusal }) {
      const { cursor, limit = defaultHits, ...asked } = body;
      const after = cursor === undefined ? undefined : readPosition(asked, cursor);
      if (cursor !== undefined && !after) throw refusal('CURSOR_INVALID');
      const place = placeOf(body);
      const clues = cluesOf(body.query, analyse);
      if (clues.termsCount === 0) return { hits: [] };
      // One more than is given shows whether there are more.
      const question = { ...place, clues, after, most: limit + 1 };
      const seen = issuesOf(caller, place);
      const [own, course, issues] = await Promise.all([
        searchOwn(question),
        seen.then((issues) => (issues.length > 0 ? searchCourse(question, issues) : [])),
        seen,
      ]);
      if (own.length + course.length === 0 && !after && issues.length > 0) {
        const suggested_queries = await respelled(body.query, place, issues);
        return { hits: [], ...(suggested_queries.length > 0 && { suggested_queries }) };
      }
      const found = merged(own, course).slice(0, limit);
      const excerptOf = createExcerpts(clues.clues, analyse);
      const last = found.at(-1);
      const isLast = own.length + course.length <= limit || !last;
      const hits = [];
      for (const one of found) {
        hits.push({
          ...('source' in one ? ownHit(one) : courseHit(one)),
          search_scope: one.is_titled ? ('title' as const) : ('text' as const),
          issue_id: one.issue_id,
          ...(one.title === '' ? {} : { title: one.title }),
          ...excerptOf(one.is_titled ? { text: one.title, is_cut: false } : one),
        });
        // The words of a long text take some milliseconds, and others wait meanwhile.
        await setImmediate();
      }
      return {
        hits,
        ...(isLast ? {} : { next_cursor: writePosition(asked, positionOf(last)) }),
      };
    },

    async searchDelete({ body }) {
      const { subject, course_id_dto } = body;
      const removed = await removeOwn(database, subject, { ...course_id_dto });
      const answer = { removed_texts_count: removed };
      return removed > 0 ? answer : { ...answer, result_state: 'IA_OK' };
    },
  };
}

/** A query with other words in place of some; capitals stay. */
function withWords(query: string, words: Respelling): string {
  let [text, copiedTo] = ['', 0];
  for (const [{ start, end }, word] of [...words].sort(
    ([left], [right]) => left.start - right.start,
  )) {
    const isCapital = /^\p{Lu}/u.test(query.slice(start));
    text += query.slice(copiedTo, start) + (isCapital ? capital(word) : word);
    copiedTo = end;
  }
  return text + query.slice(copiedTo);
}

function capital(word: string): string {
  const [first = ''] = word;
  const great = first.toUpperCase();
  // There is no capital ß, and no word begins with it.
  return (great.length === first.length ? great : first) + word.slice(first.length);
}

/** The best first; among equals the own ones, which are found by a subject because it wrote them. */
function merged(own: readonly OwnFound[], course: readonly CourseFound[]) {
  return [...own, ...course].sort((one, other) => other.score - one.score);
}

function positionOf(found: OwnFound | CourseFound): Position {
  const issueId = 'source' in found ? undefined : found.issue_id;
  return { score: found.score, issueId, number: String(found.number) };
}

function writePosition(asked: Asked, { score, issueId, number }: Position): string {
  return writeBoundCursor(asked, [String(score), issueId ?? null, number]);
}

function readPosition(asked: Asked, cursor: string): Position | undefined {
  const read = readBoundCursor(asked, cursor, position);
  return read && { score: Number(read[0]), issueId: read[1] ?? undefined, number: read[2] };
}

function ownHit({ source, target, model_type, model_id, note_id, note_type }: OwnFound) {
  return {
    search_target: target,
    search_source: source,
    ...(model_type === 'topic' ? { topic_id: model_id } : { exercise_id: model_id }),
    ...(note_id === null ? {} : { note_id }),
    ...(note_type === null ? {} : { note_type: note_type as 'SIDENOTE' }),
  };
}

function courseHit({ topic_id, exercise_id }: CourseFound) {
  return {
    search_target: exercise_id === null ? ('topic' as const) : ('exercise' as const),
    search_source: 'course' as const,
    topic_id,
    ...(exercise_id === null ? {} : { exercise_id }),
  };
}

import { sql } from 'kysely';
import { lockByName } from '../../storage/advisory-lock.ts';
import type { Database } from '../../storage/database.ts';
import { stemsOf, trigramsOf } from './clues.ts';
import type { Issue } from './own-texts.ts';
import { createAnalysis, keysOf, keysVersion, tokensOf, wholesOf, type Word } from './words.ts';

/** A topic or an exercise of a course as it is searched. */
export interface CourseText {
  /** The topic, or that which the exercise stands in. */
  readonly topic_id: string;
  /** Absent or null: it is a topic. */
  readonly exercise_id?: string | null;
  readonly title: string;
  /** Plain text. */
  readonly text: string;
}

/** Exercises are numbered from here, topics from 0: their numbers tell them apart. */
export const firstExerciseNo = 1_000_000;

/** Rows that one statement writes, and characters of them: some moments of analysing. */
const rowsAtOnce = 2_000;
const charactersAtOnce = 500_000;

/** A different word of an issue, with where it stands. */
interface IndexedWord {
  readonly word_no: number;
  readonly word: string;
  readonly keys: string;
  readonly counts: number[];
  readonly titles: number[];
  readonly texts: number[];
  readonly offsets: number[];
}

/**
 * Makes the texts of an issue found as they are now, and nothing else of it.
 *
 * @param texts Topics and exercises in reading order; less than a million of each.
 */
export async function indexCourse(
  transaction: Database,
  issue: Issue,
  texts: readonly CourseText[],
): Promise<void> {
  await removeCourse(transaction, issue);
  await transaction
    .insertInto('clag.search_issues')
    .values({ ...issue, keys_version: keysVersion })
    .execute();
  const vocabulary = createVocabulary();
  await insertAll(transaction, 'search_course_texts', issue, textRows(vocabulary, texts));
  await insertAll(transaction, 'search_course_words', issue, vocabulary.words.values());
  await insertAll(transaction, 'search_course_keys', issue, keyRows(vocabulary.keys));
}

function* textRows(vocabulary: Vocabulary, texts: readonly CourseText[]) {
  const numbers = { topic: 0, exercise: firstExerciseNo };
  for (const text of texts) {
    const kind = text.exercise_id == null ? 'topic' : 'exercise';
    yield vocabulary.add(text, kind, numbers[kind]++);
  }
}

function* keyRows(keys: Vocabulary['keys']) {
  for (const [key, word_nos] of keys) yield { key, word_nos };
}

/**
 * Indexes the issues anew that older versions of the services have indexed, each in a transaction of its own.
 *
 * @param isStopping True ends it before the next issue: the process stops.
 */
export async function indexOlderKeys(database: Database, isStopping = () => false): Promise<void> {
  const older = await database
    .selectFrom('clag.search_issues')
    .select(['course_id', 'issue_id'])
    .where('keys_version', '<', keysVersion)
    .execute();
  for (const issue of older) {
    if (isStopping()) return;
    await database.transaction().execute((transaction) => indexAnew(transaction, issue));
  }
}

async function indexAnew(transaction: Database, issue: Issue): Promise<void> {
  await lockIndex(transaction, issue);
  const texts = await transaction
    .selectFrom('clag.search_course_texts as text')
    .innerJoin('clag.search_issues as issue', (join) =>
      join
        .onRef('issue.course_id', '=', 'text.course_id')
        .onRef('issue.issue_id', '=', 'text.issue_id'),
    )
    .select(['topic_id', 'exercise_id', 'title', 'text'])
    .where('issue.course_id', '=', issue.course_id)
    .where('issue.issue_id', '=', issue.issue_id)
    .where('keys_version', '<', keysVersion)
    .orderBy('text_no')
    .execute();
  // Empty: another process has indexed it meanwhile, or a new version has come.
  if (texts.length > 0) await indexCourse(transaction, issue, texts);
}

/** Makes the texts of an issue not found any more. */
export async function removeCourse(transaction: Database, issue: Issue): Promise<void> {
  await lockIndex(transaction, issue);
  for (const table of [
    'clag.search_course_texts',
    'clag.search_course_words',
    'clag.search_course_keys',
    'clag.search_issues',
  ] as const) {
    await transaction
      .deleteFrom(table)
      .where('issue_id', '=', issue.issue_id)
      .where('course_id', '=', issue.course_id)
      .execute();
  }
}

async function lockIndex(transaction: Database, { course_id, issue_id }: Issue): Promise<void> {
  await lockByName(transaction, JSON.stringify(['clag.search', course_id, issue_id]));
}

/** The words of an issue, with what they are found by. */
function createVocabulary() {
  const words = new Map<string, IndexedWord>();
  const keys = new Map<string, number[]>();
  const analyse = createAnalysis();

  const indexed = (word: Word): IndexedWord => {
    const known = words.get(word.word);
    if (known) return known;
    const word_no = words.size;
    const made = {
      word_no,
      word: word.word,
      keys: ` ${keysOf(word)}`,
      counts: [0, 0, 0, 0, 0, 0],
      titles: [],
      texts: [],
      offsets: [],
    };
    words.set(word.word, made);
    for (const key of keysOfWord(word)) {
      const leadsTo = keys.get(key);
      if (leadsTo) leadsTo.push(word_no);
      else keys.set(key, [word_no]);
    }
    return made;
  };

  return {
    words,
    keys,
    /** @returns the row of the text. */
    add({ topic_id, exercise_id, title, text }: CourseText, kind: Kind, text_no: number) {
      const inTitle = [...tokensOf(title, analyse)];
      const inText = [...tokensOf(text, analyse)];
      const counted = countIn(kind);
      const titled = new Set(inTitle.map(indexed));
      for (const word of titled) counted(word, 'title');
      for (const word of new Set([...titled, ...wholesOf(inTitle).map(indexed)]))
        word.titles.push(text_no);
      const offsets = new Map<IndexedWord, number>();
      const codePointsAt = createCodePointCount(text);
      for (const token of inText) {
        const word = indexed(token);
        if (!offsets.has(word)) offsets.set(word, codePointsAt(token.start));
      }
      for (const word of offsets.keys()) counted(word, 'text');
      // Completions count the words that stand there, and not what they make together.
      for (const word of new Set([...titled, ...offsets.keys()])) counted(word, 'either');
      const offsetOfWhole = createCodePointCount(text);
      for (const whole of wholesOf(inText)) {
        const word = indexed(whole);
        if (!offsets.has(word)) offsets.set(word, offsetOfWhole(whole.start));
      }
      for (const [word, offset] of offsets) {
        word.texts.push(text_no);
        word.offsets.push(offset);
      }
      const stems = { title_stems: stemsOf(inTitle), text_stems: stemsOf(inText) };
      return { text_no, topic_id, exercise_id, title, text, ...stems };
    },
  };
}

type Vocabulary = ReturnType<typeof createVocabulary>;
type Kind = 'topic' | 'exercise';
type Where = 'title' | 'text' | 'either';

const countsOfTarget = { topic: 0, exercise: 3 } as const;
const countOfScope = { title: 0, text: 1, either: 2 } as const;

/** Place of a count in the counts of a word, from 0. */
export function countPlace(kind: Kind, where: Where): number {
  return countsOfTarget[kind] + countOfScope[where];
}

function countIn(kind: Kind) {
  return ({ counts }: IndexedWord, where: Where) => {
    counts[countPlace(kind, where)]!++;
  };
}

function keysOfWord({ forms, stems }: Word): Set<string> {
  return new Set([
    ...forms.map((form) => `/${form}`),
    ...stems.map((stem) => `=${stem}`),
    ...forms.flatMap(trigramsOf),
  ]);
}

/** @returns a function that says how many code points stand before a place; ask in order. */
function createCodePointCount(text: string): (place: number) => number {
  let [counted, codePoints] = [0, 0];
  return (place) => {
    for (; counted < place; codePoints++) counted += text.codePointAt(counted)! > 0xffff ? 2 : 1;
    return codePoints;
  };
}

type CourseTable = 'search_course_texts' | 'search_course_words' | 'search_course_keys';

/** The rows are made while they are written: others are served in between. */
async function insertAll(
  transaction: Database,
  table: CourseTable,
  issue: Issue,
  rows: Iterable<object>,
): Promise<void> {
  let [waiting, characters]: [string[], number] = [[], 0];
  for (const row of rows) {
    const json = JSON.stringify({ ...issue, ...row });
    waiting.push(json);
    characters += json.length;
    if (waiting.length < rowsAtOnce && characters < charactersAtOnce) continue;
    await insert(transaction, table, waiting);
    [waiting, characters] = [[], 0];
  }
  if (waiting.length > 0) await insert(transaction, table, waiting);
}

async function insert(
  transaction: Database,
  table: CourseTable,
  rows: readonly string[],
): Promise<void> {
  const name = sql.table(`clag.${table}`);
  await sql`
    insert into ${name}
    select * from json_populate_recordset(null::${name}, ${`[${rows.join()}]`}::json)
  `.execute(transaction);
}

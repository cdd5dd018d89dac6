import { databaseOn, indexCourse, indexOwn, openDatabase, type OwnText } from '@lectern/services';
import type { Pool } from 'pg';
import { createDatabase, fillDatabase } from '../database.ts';

/*
 * A course as schools use it: an issue of a thousand texts, and pupils who have written a hundred notes
 * each. More items are more pupils.
 */

export const courseId = 'course';
export const issueId = 'issue-0';
/** Issues of other courses, beside the one that is searched. */
const otherIssues = 19;
const courseTexts = { count: 1_000, words: 250 };
export const notesOfPupil = 100;
const wordsOfNote = 12;
/** One pupil has so many. */
export const busyPupil = 'busy-pupil';
export const notesOfBusyPupil = 10_000;
/** Pupils whose notes are made by the service; those of the others are copies of theirs. */
const originals = 100;
const originalPupils = Array.from({ length: originals }, (_, number) => pupil(number));

const syllables =
  `ba be bü da de dä fa fe flu ga ge ha hä ka ke kö la le lü ma me mö na ne nu ra re ru
  sa see schu sta ste ta te tü wa we wol za ze zu spie trau glei`.split(/\s+/);
const endings = ['', 'n', 'en', 'er', 's', 't', 'ung', 'lich', 'heit', 'es'];
const vocabularySize = 8_000;

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Words that look German, the frequent ones first. */
export const vocabulary: readonly string[] = (() => {
  const random = createRandom(1);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
  const words = new Set<string>();
  while (words.size < vocabularySize) {
    const length = 2 + Math.floor(random() * 4);
    words.add(Array.from({ length }, () => pick(syllables)).join('') + pick(endings));
  }
  return [...words];
})();

/** A word as texts have them: the tenth one a tenth as often as the first (Zipf). */
export function wordOf(random: () => number): string {
  return vocabulary[Math.floor(vocabularySize ** random()) - 1]!;
}

const textOf = (random: () => number, words: number) =>
  Array.from({ length: words }, () => wordOf(random)).join(' ');

export function pupil(number: number): string {
  return `pupil-${number}`;
}

/**
 * A new database with so many notes.
 *
 * @param items a multiple of ten thousand
 * @returns its address
 */
export async function databaseWithNotes(serverUrl: string, items: number): Promise<string> {
  const { url } = await createDatabase(serverUrl);
  return fillDatabase(url, async (pool) => {
    const random = createRandom(2);
    const texts = Array.from({ length: courseTexts.count }, (_, place) => ({
      topic_id: `topic-${place}`,
      title: textOf(random, 4),
      text: textOf(random, courseTexts.words),
    }));
    await databaseOn(pool)
      .transaction()
      .execute((transaction) =>
        indexCourse(transaction, { course_id: courseId, issue_id: issueId }, texts),
      );
    await copyIssue(pool);
    await licenseCourse(pool, items / notesOfPupil);
    await using services = openDatabase(url);
    for (let number = 0; number < originals; number++) {
      const notes = Array.from({ length: notesOfPupil }, (_, place) => noteOf(random, place));
      const issue = { course_id: courseId, issue_id: issueId };
      await services
        .transaction()
        .execute((transaction) => indexOwn(transaction, pupil(number), issue, notes));
    }
    const copies = items / notesOfPupil / originals - 1;
    for (let copy = 1; copy <= copies; copy++) await copyNotes(pool, copy);
    await copyToBusyPupil(pool);
  });
}

function noteOf(random: () => number, place: number): OwnText {
  return {
    source: 'note',
    target: 'note',
    model_type: 'topic',
    model_id: `topic-${place}`,
    item_id: `note-${place}`,
    note_type: 'SIDENOTE',
    ...(place % 4 === 0 ? { title: textOf(random, 2) } : {}),
    text: textOf(random, wordsOfNote),
  };
}

async function copyIssue(pool: Pool): Promise<void> {
  for (const [table, columns] of [
    ['search_course_texts', 'text_no, topic_id, exercise_id, title, text, title_stems, text_stems'],
    ['search_course_words', 'word_no, word, keys, counts, titles, texts, offsets'],
    ['search_course_keys', 'key, word_nos'],
  ]) {
    await pool.query(
      `insert into clag.${table} (course_id, issue_id, ${columns})
       select 'other-' || other, 'issue-' || other, ${columns}
       from clag.${table}, generate_series(1, $1::integer) other`,
      [otherIssues],
    );
  }
}

/** Publishes the issue that is searched, and gives each pupil a licence for it and a device. */
async function licenseCourse(pool: Pool, pupils: number): Promise<void> {
  await pool.query(
    `insert into clag.issues (course_id, issue_id, current_version, newest_version, published_at)
     values ('${courseId}', '${issueId}', 1, 1, now())`,
  );
  await pool.query(
    `insert into clag.issue_versions (course_id, issue_id, version, mandant_identifier, digest,
       course_title, title, distribution_channel, product_references, files_count, files_digest,
       switched_at)
     values ('${courseId}', '${issueId}', 1, 'LECTERN', '', 'Kurs', 'Kurs', 'WEBPUB', '{kurs}', 0, '',
       now())`,
  );
  const subjects = `select 'pupil-' || i as subject from generate_series(0, $1::integer - 1) i
    union all select '${busyPupil}'`;
  await pool.query(
    `insert into lima.licenses (subject, license_code, license_strategy, mandant_identifier,
       product_reference)
     select subject, 'L-' || subject, 'LICENSE_STRATEGY_USER', 'LECTERN', 'kurs' from (${subjects}) each`,
    [pupils],
  );
  await pool.query(
    `insert into lima.devices (subject, device_identifier)
     select subject, 'device' from (${subjects}) each`,
    [pupils],
  );
}

const columnsOfNote = `course_id, issue_id, source, model_type, model_id, target, note_type, title,
  text, title_keys, text_keys, title_stems, text_stems, updated_at`;

async function copyNotes(pool: Pool, copy: number): Promise<void> {
  await pool.query(
    `insert into clag.search_own_texts (subject, item_id, ${columnsOfNote})
     select 'pupil-' || (substr(subject, 7)::integer + $1::integer), item_id, ${columnsOfNote}
     from clag.search_own_texts
     where subject = any($2::text[])`,
    [copy * originals, originalPupils],
  );
}

/** All notes that are made by the service are this pupil's, too. */
async function copyToBusyPupil(pool: Pool): Promise<void> {
  await pool.query(
    `insert into clag.search_own_texts (subject, item_id, ${columnsOfNote})
     select $1, item_id || '-of-' || subject, ${columnsOfNote}
     from clag.search_own_texts
     where subject = any($2::text[])`,
    [busyPupil, originalPupils],
  );
}

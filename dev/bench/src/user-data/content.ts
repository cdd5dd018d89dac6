import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

export const course_id = 'large';
/** Texts that hardly shrink, so that the zip is large, too. */
const textInBytes = 200_000;
/** Different texts; the others repeat them. */
const texts = 25;

/** Gives a subject own topics of so many bytes together in an issue. */
export async function writeTopics(
  pool: Pool,
  subject: string,
  issue_id: string,
  bytes: number,
): Promise<void> {
  const rows = Math.round(bytes / textInBytes / texts);
  await pool.query(
    `insert into clag.issue_changes (subject, course_id, issue_id, last_index) values ($1, $2, $3, $4)`,
    [subject, course_id, issue_id, rows * texts],
  );
  for (let text = 0; text < texts; text++) {
    const html = randomBytes((textInBytes / 4) * 3).toString('base64');
    const content = { title: 'Titel', content: { topic_type: 'EDITABLE_HTML', html } };
    await pool.query(
      `insert into clag.content_items (subject, course_id, issue_id, kind, model_type, model_id, item_id,
         version, change_index, content, bytes, updated_at)
       select $1, $2, $3, 'user_topic', 'topic', 'topic-' || $4 || '-' || n, '', 1, n, $5::jsonb, $6, now()
       from generate_series(1, $7::integer) n`,
      [subject, course_id, issue_id, String(text), JSON.stringify(content), textInBytes, rows],
    );
  }
}

/** Local store items of so many bytes together, each topic with as many as it may have. */
export async function writeLocalStore(
  pool: Pool,
  subject: string,
  issue_id: string,
  bytes: number,
): Promise<void> {
  const ofTopic = Math.floor((4 * 1024 * 1024) / textInBytes);
  const rows = Math.round(bytes / textInBytes / texts);
  await pool.query(
    `insert into clag.issue_changes (subject, course_id, issue_id, last_index) values ($1, $2, $3, $4)`,
    [subject, course_id, issue_id, rows * texts],
  );
  for (let text = 0; text < texts; text++) {
    const value = randomBytes((textInBytes / 4) * 3).toString('base64');
    await pool.query(
      `insert into clag.local_store_items
         (subject, course_id, issue_id, model_type, model_id, segment, key, value, change_index)
       select $1, $2, $3, 'topic', $4 || '-' || n / $5::integer, 's', n::text, $6, n
       from generate_series(1, $7::integer) n`,
      [subject, course_id, issue_id, String(text), ofTopic, value, rows],
    );
  }
}

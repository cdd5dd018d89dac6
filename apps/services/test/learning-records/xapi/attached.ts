import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../src/index.ts';
import { writeParts } from '../../../src/learning-records/xapi/multipart.ts';
import { base, type Client } from './requests.ts';

/**
 * Stores so many bytes, as four contents that are alike. They are compressed, unlike the product's own, since their
 * size is all that counts: 64 MiB as they are may take longer than a statement on a busy machine.
 */
export async function storeBytes(
  database: Database,
  { subject, size, kept_for = null }: { subject: string; size: number; kept_for?: string | null },
): Promise<void> {
  const first = randomUUID();
  for (const statement of [
    sql`alter table lars.attachments alter column content set storage extended`,
    sql`insert into lars.attachments (subject, sha2, content, kept_for)
      values (${subject}, ${first}, convert_to(repeat('x', ${size / 4}::integer), 'UTF8'), ${kept_for}::uuid)`,
    sql`insert into lars.attachments (subject, sha2, content, kept_for)
      select subject, gen_random_uuid()::text, content, kept_for
      from lars.attachments, generate_series(1, 3) where sha2 = ${first}`,
  ]) {
    await statement.execute(database);
  }
}

/** Raw data of an attachment, with what is otherwise about it than the standard wants. */
export interface AttachedPart {
  readonly of: Buffer;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Absent: what it is of. */
  readonly content?: Buffer;
}

export const attachmentOf = (content: Buffer, members: object = {}) => ({
  usageType: 'http://adlnet.gov/expapi/attachments/essay',
  display: { de: 'Aufsatz' },
  contentType: 'text/plain; charset=utf-8',
  length: content.length,
  sha2: hash('sha256', content),
  ...members,
});

/**
 * Sends statements and raw data, each part with the headers that the standard wants.
 *
 * @param statementId of the one that is put; absent: they are posted.
 */
export function sendAttached(
  client: Client,
  statements: object,
  parts: readonly AttachedPart[],
  statementId?: string,
): Promise<Response> {
  const { contentType, body } = writeParts([
    {
      headers: new Map([['Content-Type', 'application/json']]),
      content: Buffer.from(JSON.stringify(statements)),
    },
    ...parts.map(({ of, headers = {}, content = of }) => ({
      headers: new Map(
        Object.entries({
          'Content-Type': 'text/plain',
          'Content-Transfer-Encoding': 'binary',
          'X-Experience-API-Hash': hash('sha256', of),
          ...headers,
        }).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      content,
    })),
  ]);
  return client(`${base}/statements`, {
    method: statementId === undefined ? 'POST' : 'PUT',
    ...(statementId !== undefined && { parameters: { statementId } }),
    headers: { 'Content-Type': contentType },
    body: new Uint8Array(body),
  });
}

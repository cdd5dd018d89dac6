import type { Attachment, Statement } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { attachmentsOf } from '../model/attachments.ts';
import type { FoundStatement } from './found-statement.ts';

type Found = Pick<FoundStatement, 'attached' | 'json' | 'subject'>;

export interface StoredAttachment {
  readonly attachment: Attachment;
  /** Subject of the statement. */
  readonly subject: string;
  /** SHA-2, as hexadecimal digits in small letters. */
  readonly sha2: string;
  readonly sizeInBytes: number;
}

/**
 * The attachments that came with statements, in their order, and are there: a statement that names the hash of another
 * content does not fetch it. Nothing is read of the bytes but how many they are.
 */
export async function storedAttachments(
  database: Database,
  found: readonly Found[],
): Promise<readonly (readonly StoredAttachment[])[]> {
  const named = found.map(({ subject, json, attached }) =>
    // Few have any: the others are not parsed.
    attached
      ? attachmentsOf(JSON.parse(json) as Statement)
          .map((attachment) => ({ attachment, subject, sha2: attachment.sha2.toLowerCase() }))
          .filter(({ sha2 }) => attached.includes(sha2))
      : [],
  );
  const all = named.flat();
  if (all.length === 0) return named.map(() => []);
  const { rows } = await sql<{ subject: string; sha2: string; size: number }>`
    select subject, sha2, octet_length(content) as size
    from unnest(
      ${all.map(({ subject }) => subject)}::text[], ${all.map(({ sha2 }) => sha2)}::text[]
    ) named (subject, sha2) join lars.attachments using (subject, sha2)
  `.execute(database);
  const sizes = new Map(rows.map(({ subject, sha2, size }) => [`${sha2} ${subject}`, size]));
  return named.map((ofOne) =>
    ofOne.flatMap((one) => {
      const sizeInBytes = sizes.get(`${one.sha2} ${one.subject}`);
      return sizeInBytes === undefined ? [] : [{ ...one, sizeInBytes }];
    }),
  );
}

/**
 * As many of the first statements as fit, one at least, with what is attached to them. Each content goes
 * out once. One alone has no more than one request or line of an import has brought with it.
 *
 * @param attached as of {@link storedAttachments}; empty: none of it is wanted
 */
export function firstThatFit<Statement extends Pick<Found, 'json'>>(
  found: readonly Statement[],
  attached: readonly (readonly StoredAttachment[])[],
  maximumInBytes: number,
): { readonly found: readonly Statement[]; readonly attached: readonly StoredAttachment[] } {
  const taken = new Map<string, StoredAttachment>();
  let total = 0;
  for (const [place, one] of found.entries()) {
    const fresh = new Map(
      (attached[place] ?? [])
        .filter(({ sha2 }) => !taken.has(sha2))
        .map((each) => [each.sha2, each]),
    );
    total += Buffer.byteLength(one.json);
    for (const { sizeInBytes } of fresh.values()) total += sizeInBytes;
    if (place > 0 && total > maximumInBytes) {
      return { found: found.slice(0, place), attached: [...taken.values()] };
    }
    for (const [sha2, each] of fresh) taken.set(sha2, each);
  }
  return { found, attached: [...taken.values()] };
}

/** The bytes, by their hash. */
export async function contentsOf(
  database: Database,
  attached: readonly StoredAttachment[],
): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await sql<{ sha2: string; content: Buffer }>`
    select sha2, content
    from (
      select distinct subject, sha2 from unnest(
        ${attached.map(({ subject }) => subject)}::text[],
        ${attached.map(({ sha2 }) => sha2)}::text[]
      ) named (subject, sha2)
    ) wanted join lars.attachments using (subject, sha2)
  `.execute(database);
  return new Map(rows.map(({ sha2, content }) => [sha2, content]));
}

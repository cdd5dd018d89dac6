import type { Attachment, Statement } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { attachmentsOf } from '../model/attachments.ts';
import { signatureUsageType } from '../model/signature.ts';

/** Most of what goes along with statements where it need not, in bytes. */
export const attachedMaximumInBytes = 32 * 1024 * 1024;

/** A statement that was found, by what says what is attached to it. */
interface Found {
  readonly subject: string;
  readonly json: string;
}

/** What is attached to a statement and was stored here. */
export interface StoredAttachment {
  readonly attachment: Attachment;
  /** Whose it is: of the statement. */
  readonly subject: string;
  /** SHA-2, as hexadecimal digits in small letters. */
  readonly sha2: string;
  readonly sizeInBytes: number;
}

/** By statement, in the order of the statements: nothing is read of the bytes but how many they are. */
export async function storedAttachments(
  database: Database,
  found: readonly Found[],
): Promise<readonly (readonly StoredAttachment[])[]> {
  const named = found.map(({ subject, json }) =>
    // Few have any: the others are not read.
    json.includes('"sha2"')
      ? attachmentsOf(JSON.parse(json) as Statement).map((attachment) => ({
          attachment,
          subject,
          sha2: attachment.sha2.toLowerCase(),
        }))
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
 * out once. Where that of one statement does not fit, contents that are elsewhere, too, are left away.
 *
 * @param attached as of {@link storedAttachments}; empty: none of it is wanted
 */
export function firstThatFit<Statement extends Found>(
  found: readonly Statement[],
  attached: readonly (readonly StoredAttachment[])[],
  maximumInBytes: number,
): { readonly found: readonly Statement[]; readonly attached: readonly StoredAttachment[] } {
  const taken = new Map<string, StoredAttachment>();
  let total = 0;
  for (const [place, one] of found.entries()) {
    total += Buffer.byteLength(one.json);
    const fresh = attachedThatFits(
      (attached[place] ?? []).filter(({ sha2 }) => !taken.has(sha2)),
      place === 0 ? maximumInBytes - total : Infinity,
    );
    total += sizeOf(fresh);
    if (place > 0 && total > maximumInBytes) {
      return { found: found.slice(0, place), attached: [...taken.values()] };
    }
    for (const each of fresh) taken.set(each.sha2, each);
  }
  return { found, attached: [...taken.values()] };
}

/**
 * What goes along with statements, each content once, in their order: as much of what is elsewhere, too,
 * as fits beside what has to go along. That is not more than what one request or line of an import has
 * brought with each statement.
 */
export function attachedThatFits(
  attached: readonly StoredAttachment[],
  maximumInBytes: number,
): readonly StoredAttachment[] {
  const contents = new Map<string, StoredAttachment>();
  for (const each of attached) {
    const known = contents.get(each.sha2);
    if (!known || (mayStayAway(known) && !mayStayAway(each))) contents.set(each.sha2, each);
  }
  const all = [...contents.values()];
  let room = maximumInBytes - sizeOf(all.filter((one) => !mayStayAway(one)));
  return all.filter((one) => {
    if (!mayStayAway(one)) return true;
    if (one.sizeInBytes > room) return false;
    room -= one.sizeInBytes;
    return true;
  });
}

/** Without its bytes a statement is whole where they are at an address (1.0.3, Data 2.4.11), unless they sign it (2.6). */
function mayStayAway({ attachment: { fileUrl, usageType } }: StoredAttachment): boolean {
  return fileUrl !== undefined && usageType !== signatureUsageType;
}

function sizeOf(attached: readonly StoredAttachment[]): number {
  return attached.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0);
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

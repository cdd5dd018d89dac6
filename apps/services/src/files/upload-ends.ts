import { sql } from 'kysely';
import { NotAuthorized, type Caller } from '../authorization/authorize.ts';
import { publishersOf } from '../authorization/published-mandants.ts';
import { createIsSignedOut, signInOf, type Ended } from '../authorization/sign-out.ts';
import { withoutName } from '../authorization/without-name.ts';
import type { Database } from '../storage/database.ts';
import { publisherOfSpace } from './file-key.ts';
import type { Upload, Announcer } from './uploads.ts';

/*
 * The address of an upload needs no token, and holds for a day. So an upload ends with the sign-in that has
 * announced it, and when its subject is erased; it keeps hashes, which name nobody.
 */

const ofSubject = (subject: string) => withoutName(`subject\n${subject}`);

/**
 * Announces in a transaction.
 *
 * @throws {NotAuthorized} where a sign-out came meanwhile, which has found no upload to end
 */
export async function announceAs<Result>(
  database: Database,
  caller: Caller,
  announce: (transaction: Database, announcer: Announcer) => Promise<Result>,
): Promise<Result> {
  const signIn = signInOf(caller.issued);
  const account = ofSubject(caller.subject);
  const announcer = { signIn, account, endsWith: [signIn, account] };
  const announced = await database
    .transaction()
    .execute((transaction) => announce(transaction, announcer));
  if (await createIsSignedOut(database)(caller.issued)) {
    await endUploadsOf(database, { signIns: [signIn] });
    throw new NotAuthorized('TOKEN_REQUIRED', caller);
  }
  return announced;
}

/** Has the addresses of uploads open nothing any more; the sweep forgets what has come. */
export async function endUploadsOf(database: Database, ended: Ended): Promise<void> {
  const names = 'signIns' in ended ? ended.signIns : ended.subjects.map(ofSubject);
  await database
    .updateTable('atma.uploads')
    .set({ expires_at: sql<Date>`now()` })
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`ends_with && ${names}::text[]`)
    .execute();
}

/**
 * Asks roles and mandant groups of the announcing publisher once more when the bytes are there. A group's file
 * passes.
 */
export async function isOfPublisher(
  database: Database,
  { space, ends_with }: Pick<Upload, 'space' | 'ends_with'>,
): Promise<boolean> {
  const mandant = publisherOfSpace(space);
  // Older processes did not note the announcing publisher.
  if (mandant === undefined || ends_with === null) return true;
  const publishers = await publishersOf(database, mandant);
  return publishers.some((subject) => ends_with.includes(ofSubject(subject)));
}

/** Ends of one subject's uploads become another one's. */
export async function moveUploadEnds(
  transaction: Database,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable('atma.uploads')
    .set({ ends_with: sql`array_replace(ends_with, ${ofSubject(from)}, ${ofSubject(to)})` })
    .where(sql<boolean>`ends_with && ${[ofSubject(from)]}::text[]`)
    .execute();
}

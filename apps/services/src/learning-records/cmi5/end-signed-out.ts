import { endedSignIns, type SignedOut } from '../../authorization/sign-out.ts';
import type { SubjectDirectory } from '../../authorization/subject-directory.ts';
import type { Database } from '../../storage/database.ts';
import { endSessionsOf } from './sessions.ts';

/** Ends the sessions that sign-ins have launched which a sign-out ends. */
export async function endSignedOut(
  database: Database,
  directory: Pick<SubjectDirectory, 'nameOf' | 'resolve'>,
  signedOut: SignedOut,
): Promise<void> {
  const signIns = endedSignIns(signedOut);
  if (signIns) return endSessionsOf(database, { signIns });
  const { issuer, sub } = signedOut;
  if (sub === undefined) return;
  await endSessionsOf(database, {
    subject: await directory.resolve(directory.nameOf({ issuer, sub })),
  });
}

import type { Caller } from '../../authorization/authorize.ts';
import type { Database } from '../../storage/database.ts';
import { mandantsOf } from '../../storage/own-mandants.ts';

/** Whether a caller may publish for a mandant: for its own, or with the permission for all. */
export async function mayPublish(
  database: Database,
  caller: Pick<Caller, 'subject' | 'permissions'>,
  mandant_identifier: string,
): Promise<boolean> {
  if (caller.permissions.has('content.publish-for-all')) return true;
  return (await mandantsOf(database, caller.subject)).has(mandant_identifier);
}

import type { Group } from '@lectern/contracts';
import type { Api } from '../api.ts';
import { log } from '../logging/log.ts';
import { inNameOrder } from '../texts/in-name-order.ts';

/**
 * The groups that the user leads, by their names: all, or those that may work with a course; nothing where they could not be loaded, which is logged (section 8).
 *
 * @throws {CallFailed} `aborted`, where nobody waits for them any more.
 */
export async function loadGroups(
  { gms }: Pick<Api, 'gms'>,
  subject: string,
  signal?: AbortSignal,
  course_id?: string,
): Promise<readonly Group[] | undefined> {
  const body = { subject, ...(course_id !== undefined && { course_id }) };
  const request = { xIaSubject: subject, body, ...(signal && { signal }) };
  try {
    return inNameOrder((await gms.gmsGroupsGet(request)).groups);
  } catch (error) {
    const isAwaited = (signal?.reason as Error | undefined)?.name === 'TimeoutError';
    if (signal?.aborted && !isAwaited) throw error;
    log('error', 'Could not load groups correctly.', error);
    return undefined;
  }
}

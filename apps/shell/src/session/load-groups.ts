import type { Group } from '@lectern/contracts';
import type { Api } from '../api.ts';
import { log } from '../logging/log.ts';
import { inNameOrder } from '../texts/in-name-order.ts';

/**
 * The groups that the user leads, by their names, numbered among all of them: all, or those that may work with a
 * course; nothing where they could not be loaded, which is logged (section 8).
 *
 * @throws {CallFailed} `aborted`, where nobody waits for them any more.
 */
export async function loadGroups(
  { gms }: Pick<Api, 'gms'>,
  subject: string,
  signal?: AbortSignal,
  course_id?: string,
): Promise<readonly Group[] | undefined> {
  async function ask(of: { readonly course_id?: string }): Promise<readonly Group[]> {
    const body = { subject, ...of };
    const request = { xIaSubject: subject, body, ...(signal && { signal }) };
    return (await gms.gmsGroupsGet(request)).groups;
  }
  try {
    const [all, ofCourse] = await Promise.all([
      ask({}),
      course_id === undefined ? undefined : ask({ course_id }),
    ]);
    const ids = new Set((ofCourse ?? all).map(({ group_id }) => group_id));
    return inNameOrder(all)
      .filter(({ group_id }) => ids.has(group_id))
      .map(({ label: name, ...group }) => ({ ...group, name }));
  } catch (error) {
    const isAwaited = (signal?.reason as Error | undefined)?.name === 'TimeoutError';
    if (signal?.aborted && !isAwaited) throw error;
    log('error', 'Could not load groups correctly.', error);
    return undefined;
  }
}

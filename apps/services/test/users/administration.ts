import { services } from '@lectern/contracts';
import { CallFailed } from '@lectern/contracts/client';
import type { SignedIn } from '@lectern/env/testing';
import { headersOf } from '../security/requests.ts';
import type { PlatformOptions } from '../../src/index.ts';
import { giveRole, startTestPlatform } from '../platform.ts';

export type Administration = Awaited<ReturnType<typeof startAdministration>>;

/** The services with an administrator, and what tests of administration ask again and again. */
export async function startAdministration(change: Partial<PlatformOptions> = {}) {
  const platform = await startTestPlatform(change);
  const administrator = await platform.identityProvider.signIn('adrian');
  const { database } = platform;
  await giveRole(database, administrator.subject, 'administrator');
  return {
    platform,
    administrator,
    /** The user service in the administrator's name. */
    users: platform.as('aua', administrator),
    /** Entries of the audit log about a call, oldest first. */
    changesBy: (path: string) =>
      database
        .selectFrom('aua.audit_log')
        .select(['token_subject', 'subject', 'change'])
        .where('kind', '=', 'change')
        .where('call', '=', services.aua.base + path)
        .orderBy('at')
        .execute(),
    /** Makes users with these subjects. */
    async makeUsers(...subjects: readonly string[]) {
      await database
        .insertInto('aua.users')
        .values(subjects.map((subject) => ({ subject })))
        .execute();
    },
    close: () => platform.close(),
  };
}

/** An identity at one provider. */
export const identityOf = (external_id: string, ...groups: string[]) => ({
  identity_provider_identifier: 'PHZH_AD_1',
  external_id,
  groups,
});

/** Sends a body to one of several processes; gives status and first code, or `OK` and `IA_OK`. */
export async function post(
  url: string,
  who: SignedIn,
  path: string,
  body: unknown,
): Promise<[number, string]> {
  const response = await fetch(url + services.aua.base + path, {
    method: 'POST',
    headers: headersOf(who),
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as {
    result_state: string;
    result_messages?: { code: string }[];
  };
  return [response.status, answer.result_messages?.[0]?.code ?? answer.result_state];
}

/** The texts that a call is refused with. */
export async function refusalText(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CallFailed) return error.messages.map(({ text }) => text).join('\n');
    throw error;
  }
  throw new Error('The call was not refused.');
}

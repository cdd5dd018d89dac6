import { everyActivity, noActivity } from '../store/definitions.ts';
import type { Access } from './access.ts';
import type { ApiKey } from './api-keys.ts';
import { noMembers } from './read-members.ts';
import type { KeyScope } from './scopes.ts';

/**
 * Rights of an API key: its scopes, for every agent.
 *
 * @param homePage IRL of the store, as the home page of the accounts that its keys are.
 */
export function keyAccess({ api_key, title, scopes }: ApiKey, homePage: string): Access {
  const has = (...any: readonly KeyScope[]) => any.some((scope) => scopes.includes(scope));
  const readsAll = has('all', 'all/read');
  const readable = {
    person: readsAll || has('statements/read'),
    profile: readsAll || has('profile'),
    state: readsAll || has('state'),
  };
  const writable = { person: false, profile: has('all', 'profile'), state: has('all', 'state') };
  return {
    authority: { objectType: 'Agent', name: title, account: { homePage, name: api_key } },
    subject: undefined,
    mayWriteStatements: has('all', 'statements/write'),
    mayRedefine: has('all', 'define') ? everyActivity : noActivity,
    statementsReadable:
      readsAll || has('statements/read') ? 'all' : has('statements/read/mine') ? 'mine' : 'none',
    seenActivities: async (ids) => ids,
    mayReadActivityProfiles: readable.profile,
    mayWriteActivityProfile: async () => writable.profile,
    mayRead: async (data) => readable[data],
    mayWrite: (data) => writable[data],
    members: async () => noMembers,
    recordLooks: async () => {},
    mayRemoveOthers: has('all'),
    recordReadingAll: async () => {},
  };
}

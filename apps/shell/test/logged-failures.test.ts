import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRequestTable } from '../src/bridge/request-table.ts';
import { describeCause } from '../src/logging/describe-cause.ts';
import { setUpLog } from '../src/logging/log.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { fakeServices } from './fake-services.ts';
import { set } from './session-scene.ts';
import { someSession } from './some-session.ts';

/* Section 8: failed licence load, user data load, statement post, local store read or write are logged. */

fakeBrowserForEachTest();
beforeEach(() => setUpLog({ level: 'info', describe: describeCause, follow: () => {} }));

const refused = { status: 403, code: 'PERMISSION_MISSING' };
const logged = () => vi.mocked(console.error).mock.calls.flat().map(String);

describe('a failed load is logged with what was asked for', () => {
  it.each([
    ['license', 'licenseGetForUser', '/lima/license/getForUser'],
    ['user', 'userGet', '/aua/v1/user/get'],
    ['property', 'userGetProperties', '/aua/v1/user/getProperties'],
    ['identity', 'userGetIdentities', '/aua/v1/user/getIdentities'],
  ])('%s, by %s', async (part, call, path) => {
    const { control } = set({ answers: { [path]: refused }, endpoints: [] });
    await control.refresh();
    // Or a seat would be asked for beyond the end of this test.
    await control.signOut({ kind: 'token expired' });
    expect(logged()).toHaveLength(1);
    expect(logged()[0]).toContain(`part: ${part}`);
    expect(logged()[0]).toContain(`call: ${call}`);
    expect(logged()[0]).toMatch(/correlationId: [\da-f-]{36}/);
  });
});

describe('a failure of what the content asks is logged', () => {
  const scope = {
    course_id_dto: { course_id: 'wasser' },
    issue_id_dto: { issue_id: '1' },
    topic_dto: { topic_id: 't1' },
  };
  const item = { segment: 'answers', key: 'a1', value: 'Regen' };
  const statement = {
    verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
    object: { id: 'https://content.example/a1' },
  };

  it.each([
    ['a local store read', 'getLocalStoreItems', scope, 'Could not read local store items.'],
    [
      'a local store write',
      'setLocalStoreItems',
      { ...scope, local_store_items: [item] },
      'Could not store local store items.',
    ],
    [
      'a statement post',
      'postStatement',
      { dto_id: 'a1', statement },
      'Could not post the learning statement.',
    ],
  ] as const)('%s', async (_what, action, payload, text) => {
    const { api } = fakeServices(() => refused, 'mia');
    const store = createSessionStore({ name: 'signed-in', session: someSession('mia') });
    const table = createRequestTable({
      api,
      store,
      locale: 'de-CH',
      currency: 'CHF',
      unsavedWork: { set() {} },
      startSignIn: async () => 'left',
      signOut() {},
      openCookieSettings: async () => {},
    });
    const asked: unknown = table[action](payload);
    await expect(asked).rejects.toMatchObject({ code: 'REFUSED' });
    expect(logged()).toHaveLength(1);
    expect(logged()[0]).toMatch(new RegExp(`^${text}.*code: PERMISSION_MISSING`));
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRequestTable } from '../src/bridge/request-table.ts';
import { describeCause } from '../src/logging/describe-cause.ts';
import { setUpLog } from '../src/logging/log.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { fakeOutbox } from './fake-outbox.ts';
import { fakeServices } from './fake-services.ts';
import { set } from './session-scene.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';

/* Section 8: failed licence load, user data load, statement post, local store read or write are logged. */

fakeBrowserForEachTest();
beforeEach(() => setUpLog({ level: 'info', describe: describeCause, follow: () => {} }));

const refused = { status: 403, code: 'PERMISSION_MISSING' };
const logged = () => vi.mocked(console.error).mock.calls.flat().map(String);

describe('a failed load is logged with what was asked for', () => {
  it.each([
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

  it('a local store read', async () => {
    const { api, clientOf } = fakeServices(() => refused, 'mia');
    const { outbox } = fakeOutbox();
    const table = createRequestTable({
      api,
      clientOf,
      store: createSessionStore({ name: 'signed-in', session: someSession('mia') }),
      outbox: { current: outbox, subject: 'mia', announce() {} },
      locale: 'de-CH',
      currency: 'CHF',
      project: someProject,
      frame: { lead() {} },
      unsavedWork: { set() {} },
      emit() {},
      startSignIn: async () => 'left',
      startSignInAsOther: async () => 'left',
      signOut() {},
      signOutQuestion: { ask() {} },
      dialogWishes: { check() {} },
      openCookieSettings: async () => {},
      openMyData: undefined,
      openProgress: undefined,
      openClasses: async () => {},
      openSharing: async () => {},
      openCode: async () => {},
    });
    await expect(table.getLocalStoreItems(scope)).rejects.toMatchObject({ code: 'REFUSED' });
    expect(logged()).toHaveLength(1);
    expect(logged()[0]).toMatch(/^Could not read local store items\..*code: PERMISSION_MISSING/);
  });
});

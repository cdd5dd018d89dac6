import { describe, expect, it, vi } from 'vitest';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { session, set } from './session-scene.ts';

fakeBrowserForEachTest();

describe('a stored session whose tokens have expired', () => {
  const restoring = { state: { name: 'restoring', session } as const };

  it('shows once they are renewed', async () => {
    const { control, store } = set(restoring);
    await control.restore();
    expect(store.state.name).toBe('signed-in');
  });

  it('never shows where the renewal has failed, though the sign-out takes its time', async () => {
    const { control, store, asked } = set({ ...restoring, tokens: { isLost: true } });
    await control.restore();
    expect(store.state.name).toBe('restoring');
    expect(asked).toEqual([]);
  });
});

describe('refreshing a stored session', () => {
  it('takes up what has changed', async () => {
    const groups = [{ group_id: 'g', provider_id: 'BEOOK_1', name: '4a' }];
    const { control, store } = set({ answers: { '/gres/v1/gms/groups/get': { groups } } });
    await control.refresh();
    expect(store.session?.isTeacher).toBe(true);
    expect(sessionStorage.getItem('userSession')).toContain('"isTeacher":true');
  });

  it('keeps the key of what waits on the device out of every storage: SAVE-7', async () => {
    const properties = [{ key: 'outbox-key', value: 'the key' }];
    const { control, store } = set({ answers: { '/aua/v1/user/getProperties': { properties } } });
    await control.refresh();
    expect(store.session?.outboxKey).toBe('the key');
    expect(sessionStorage.getItem('userSession')).toContain('mia');
    expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('the key');
  });

  it('leaves a teacher one when the groups cannot be loaded', async () => {
    const { control, store } = set({
      state: { name: 'signed-in', session: { ...session, isTeacher: true } },
      answers: { '/gres/v1/gms/groups/get': { status: 403, code: 'PERMISSION_MISSING' } },
    });
    await control.refresh();
    expect(store.session?.isTeacher).toBe(true);
    expect(sessionStorage.getItem('userSession')).toContain('"isTeacher":true');
  });

  it('obtains a seat for a session that has none', async () => {
    const { control } = set();
    await control.refresh();
    await vi.waitFor(() => expect(sessionStorage.getItem('seat')).toContain('L-1'));
    await control.signOut({ kind: 'token expired' });
  });

  it('leaves the session as it was when a service is away', async () => {
    const refused = { status: 403, code: 'PERMISSION_MISSING' };
    const { control, store, happened } = set({ answers: { '/aua/v1/user/get': refused } });
    await control.refresh();
    expect(store.session).toBe(session);
    expect(happened).toEqual([]);
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('stores nothing for a user who has signed out meanwhile', async () => {
    const { control } = set({ endpoints: [] });
    const refreshed = control.refresh();
    await control.signOut({ kind: 'called logout page' });
    await refreshed;
    expect(sessionStorage).toHaveLength(0);
  });
});

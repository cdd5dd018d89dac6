import { beforeEach, describe, expect, it, vi } from 'vitest';
import { popupCheckIntervalInMs } from '../src/auth/sign-in-defaults.ts';
import { fakeBrowser, fakeBrowserForEachTest, type FakeWindow } from './fake-browser.ts';
import { set } from './session-scene.ts';
import { necessaryConfiguration } from './some-configuration.ts';

fakeBrowserForEachTest();

const configured = { signIn: { ...necessaryConfiguration.signIn, mode: 'popup' } };
const state = { name: 'signed-out' } as const;

/** A window that a test closes and speaks from. */
function fakePopup() {
  return {
    closed: false,
    location: { href: '' },
    close: vi.fn<() => void>(),
    focus: vi.fn<() => void>(),
  };
}
let browser: FakeWindow;
let popup: ReturnType<typeof fakePopup>;
const open = vi.fn<(...args: string[]) => object | null>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  browser = fakeBrowser();
  popup = fakePopup();
  open.mockReset().mockReturnValue(popup);
  vi.stubGlobal('open', open);
});

/** Starts signing in; resolves with the state of the request that the popup shows. */
async function inPopup(scene: ReturnType<typeof set>): Promise<string> {
  expect(await scene.control.startSignIn()).toBe('left');
  showPage();
  await vi.waitFor(() => expect(popup.location.href).toContain('/authorize?'));
  return new URL(popup.location.href).searchParams.get('state')!;
}

/** The popup's own page says that it is there. */
function showPage(event: object = {}): void {
  browser.fire('message', {
    source: popup,
    origin: 'https://shell.example',
    data: { signInPopup: 'open' },
    ...event,
  });
}

function answer(query: string, event: object = {}): void {
  browser.fire('message', {
    source: popup,
    origin: 'https://shell.example',
    data: { signInAnswer: `https://shell.example/popup-callback.html?${query}` },
    ...event,
  });
}

const passChecks = (count: number) => vi.advanceTimersByTime(popupCheckIntervalInMs * count);

describe('signing in by popup', () => {
  it('opens it before anything else is waited for', () => {
    const { control, store } = set({ state, configured });
    void control.startSignIn();
    expect(open).toHaveBeenCalledExactlyOnceWith(
      '/popup-callback.html',
      '_blank',
      expect.stringContaining('popup'),
    );
    expect(store.state).toEqual({ name: 'in-popup' });
    expect(sessionStorage.getItem('pendingSignIn'), 'nothing of it is stored').toBeNull();
  });

  it('asks as by redirect, with an address to come back to of its own', async () => {
    const scene = set({ state, configured });
    await inPopup(scene);
    expect(Object.fromEntries(new URL(popup.location.href).searchParams)).toMatchObject({
      redirect_uri: 'https://shell.example/popup-callback.html',
      code_challenge_method: 'S256',
      response_type: 'code',
    });
    expect(scene.happened).toEqual([]);
  });

  it('waits for its own page, whatever others say', async () => {
    const scene = set({ state, configured });
    expect(await scene.control.startSignIn()).toBe('left');
    showPage({ source: {} });
    showPage({ origin: 'https://evil.example' });
    showPage({ data: null });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    popup.closed = true;
    passChecks(2);
    await vi.waitFor(() => expect(scene.store.state.name).toBe('signed-out'));
    expect(popup.location.href).toBe('');
  });

  it.each(['&state=STATE', '', '&code=c'])(
    'goes on with its answer, and closes it: %j',
    async (named) => {
      const scene = set({ state, configured });
      const requestState = await inPopup(scene);
      answer(`error=access_denied${named.replace('STATE', requestState)}`);
      await vi.waitFor(() =>
        expect(scene.store.state).toMatchObject({
          problem: { kind: 'callback error', detail: 'access_denied' },
        }),
      );
      expect(popup.close).toHaveBeenCalled();
    },
  );

  it.each([
    ['another window', { source: {} }],
    ['another origin', { origin: 'https://evil.example' }],
    ['no page of ours', { data: { signInAnswer: 'https://evil.example/?state=STATE' } }],
    ['nobody', { data: null }],
  ])('hears nothing from %s', async (_, event) => {
    const scene = set({ state, configured });
    const requestState = await inPopup(scene);
    answer(
      `error=access_denied&state=${requestState}`,
      JSON.parse(JSON.stringify(event).replace('STATE', requestState)) as object,
    );
    for (const query of ['error=access_denied&state=another', 'code=c', 'error=', 'error&code=c'])
      answer(query);
    answer('error=access_denied&state=');
    await Promise.resolve();
    expect(scene.store.state).toEqual({ name: 'in-popup' });
    expect(popup.close).not.toHaveBeenCalled();
  });

  it('says so when it is closed before, in the words of section 8', async () => {
    const scene = set({ state, configured });
    await inPopup(scene);
    passChecks(3);
    expect(scene.store.state).toEqual({ name: 'in-popup' });
    popup.closed = true;
    passChecks(2);
    await vi.waitFor(() =>
      expect(scene.store.state).toEqual({
        name: 'signed-out',
        problem: { kind: 'popup closed', detail: 'Popup window closed' },
      }),
    );
  });

  it('takes an answer that comes when it has just closed itself', async () => {
    const scene = set({ state, configured });
    const requestState = await inPopup(scene);
    popup.closed = true;
    passChecks(1);
    answer(`error=access_denied&state=${requestState}`);
    await vi.waitFor(() => expect(scene.store.state.name).toBe('signed-out'));
    expect(scene.store.state).toMatchObject({ problem: { kind: 'callback error' } });
  });

  it('says so when the browser does not let it open', async () => {
    open.mockReturnValue(null);
    const { control, store } = set({ state, configured });
    expect(await control.startSignIn()).toBe('popup blocked');
    expect(store.state).toEqual({ name: 'signed-out', problem: { kind: 'popup blocked' } });
  });

  it('closes it when the provider cannot be reached', async () => {
    const { control, store } = set({ state, configured, isProviderAway: true });
    expect(await control.startSignIn()).toBe('left');
    await vi.waitFor(() =>
      expect(store.state).toMatchObject({ problem: { kind: 'provider unreachable' } }),
    );
    expect(popup.close).toHaveBeenCalled();
  });

  it('opens one, and shows it again when asked to', async () => {
    const scene = set({ state, configured });
    await inPopup(scene);
    expect(await scene.control.startSignIn()).toBe('not accepted');
    scene.control.showPopup();
    expect(open).toHaveBeenCalledOnce();
    expect(popup.focus).toHaveBeenCalledOnce();
  });
});

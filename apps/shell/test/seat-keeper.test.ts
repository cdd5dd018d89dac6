import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSeatKeeper } from '../src/session/seat-keeper.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';
import { fakeServices, type ServiceAnswer } from './fake-services.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';
import { refusal, someUsage } from './some-usage.ts';

const session = someSession('mia');
const obtained = { license_usage: someUsage() };
const away = refusal(403, 'PERMISSION_MISSING');
const taken = refusal(409, 'LICENSE_SEATS_TAKEN');
const ended = refusal(409, 'LICENSE_USAGE_ENDED');

/** Names of the calls here, by their paths. */
const calls: Readonly<Record<string, string>> = {
  '/lima/license/obtainLicenseUsage': 'obtain',
  '/lima/license/getForUser': 'licences',
  '/lima/licenseUsage/giveOffHeartbeat': 'heartbeat',
  '/lima/license/pruneLicenseUsage': 'prune',
};

let browser: FakeWindow;
/** The answers in force; tests change them. */
let answers: Record<string, ServiceAnswer>;
let asked: string[];
let lost: string[];

function keeper() {
  const { api } = fakeServices(({ path }) => {
    const call = calls[path] ?? path;
    asked.push(call);
    return answers[call] ?? away;
  }, 'mia');
  const onLost = (why: string) => void lost.push(why);
  const seats = createSeatKeeper({ api, project: someProject, onLost });
  onTestFinished(() => seats.release());
  return seats;
}

/** Calls since the last time, while this time passed. */
async function askedWithin(seconds: number): Promise<string[]> {
  asked = [];
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return asked;
}

beforeEach(() => {
  browser = fakeBrowser();
  vi.useFakeTimers();
  [asked, lost] = [[], []];
  answers = {
    obtain: obtained,
    heartbeat: obtained,
    licences: { licenses: session.licences },
    prune: { pruned_license_usages: 1 },
  };
});

describe('a seat that was obtained', () => {
  it('is kept by a heartbeat an interval', async () => {
    await keeper().obtain(session);
    expect(await askedWithin(59)).toEqual([]);
    expect(await askedWithin(1)).toEqual(['heartbeat']);
    expect(await askedWithin(120)).toEqual(['heartbeat', 'heartbeat']);
  });

  it('is kept at once when the tab wakes too late, and by one heartbeat', async () => {
    await keeper().obtain(session);
    vi.setSystemTime(Date.now() + 10 * 60_000);
    asked = [];
    for (const event of ['visibilitychange', 'online', 'pageshow']) browser.fire(event);
    expect(await askedWithin(0)).toEqual(['heartbeat']);
  });

  it('is not kept more often because the tab is looked at often', async () => {
    await keeper().obtain(session);
    await vi.advanceTimersByTimeAsync(20_000);
    browser.fire('visibilitychange');
    expect(await askedWithin(0)).toEqual([]);
  });

  it('is kept before the tab goes to the background', async () => {
    await keeper().obtain(session);
    await vi.advanceTimersByTimeAsync(31_000);
    vi.stubGlobal('document', Object.assign(document, { visibilityState: 'hidden' }));
    browser.fire('visibilitychange');
    expect(await askedWithin(0)).toEqual(['heartbeat']);
  });

  it('is kept again when the service has been away', async () => {
    await keeper().obtain(session);
    answers['heartbeat'] = away;
    expect(await askedWithin(120)).toEqual(['heartbeat', 'heartbeat']);
    expect(console.warn).toHaveBeenCalledOnce();
    answers['heartbeat'] = obtained;
    expect(await askedWithin(60)).toEqual(['heartbeat']);
    expect(lost).toEqual([]);
  });

  it.each(['LICENSE_USAGE_ENDED', 'LICENSE_USAGE_NOT_FOUND', 'LICENSE_NOT_VALID'])(
    'and has ended (%s) is replaced, by the licences of the moment',
    async (code) => {
      await keeper().obtain(session);
      answers['heartbeat'] = refusal(409, code);
      answers['obtain'] = { license_usage: someUsage('L-2') };
      expect(await askedWithin(60)).toEqual(['heartbeat', 'licences', 'obtain']);
      expect(sessionStorage.getItem('seat')).toContain('L-2');
      answers['heartbeat'] = answers['obtain'];
      expect(await askedWithin(60)).toEqual(['heartbeat']);
      expect(lost).toEqual([]);
    },
  );

  it.each([
    ['seats taken', { obtain: taken }],
    ['used elsewhere', { obtain: refusal(409, 'LICENSE_USED_ELSEWHERE') }],
    ['device limit', { obtain: refusal(409, 'DEVICE_LIMIT_REACHED') }],
    ['license ended', { licences: { licenses: [] } }],
  ])('and cannot be replaced is lost: %s', async (why, changes) => {
    await keeper().obtain(session);
    Object.assign(answers, changes, { heartbeat: ended });
    await askedWithin(60);
    expect(lost).toEqual([why]);
    expect(sessionStorage.getItem('seat')).toBeNull();
    expect(await askedWithin(600)).toEqual([]);
  });

  it('and has ended while the service is away is not lost yet', async () => {
    await keeper().obtain(session);
    Object.assign(answers, { heartbeat: ended, licences: away });
    await askedWithin(60);
    expect(lost).toEqual([]);
    answers['licences'] = { licenses: session.licences };
    expect(await askedWithin(60)).toEqual(['heartbeat', 'licences', 'obtain']);
  });
});

describe('a seat that is refused', () => {
  it('is told, and not asked for again', async () => {
    answers['obtain'] = taken;
    expect(await keeper().obtain(session)).toBe('seats taken');
    expect(await askedWithin(600)).toEqual([]);
  });

  it('by a service that is away is asked for later', async () => {
    answers['obtain'] = away;
    expect(await keeper().obtain(session)).toBeUndefined();
    answers['obtain'] = obtained;
    expect(await askedWithin(60)).toEqual(['licences', 'obtain']);
    expect(await askedWithin(60)).toEqual(['heartbeat']);
  });
});

describe('a reload', () => {
  it('keeps the seat, and its time', async () => {
    const before = keeper();
    await before.obtain(session);
    await vi.advanceTimersByTimeAsync(40_000);
    before.release();
    keeper().resume(session);
    expect(await askedWithin(19)).toEqual([]);
    expect(await askedWithin(1)).toEqual(['heartbeat']);
  });

  it('keeps it in time although the clock was set back', async () => {
    const before = keeper();
    await before.obtain(session);
    before.release();
    vi.setSystemTime(Date.now() - 3_600_000);
    keeper().resume(session);
    expect(await askedWithin(60)).toEqual(['heartbeat']);
  });

  it.each(['not json', 'null', '{"license_code":1}'])(
    'with a damaged seat (%s) obtains another',
    async (stored) => {
      sessionStorage.setItem('seat', stored);
      keeper().resume(session);
      expect(await askedWithin(0)).toEqual(['licences', 'obtain']);
    },
  );

  it('leaves a seat that is held already alone', async () => {
    const seats = keeper();
    await seats.obtain(session);
    seats.resume(session);
    expect(await askedWithin(60)).toEqual(['heartbeat']);
  });
});

describe('after the session', () => {
  it('a seat that is given back is not kept any more', async () => {
    const seats = keeper();
    await seats.obtain(session);
    asked = [];
    await seats.giveBack('mia');
    expect(asked).toEqual(['prune']);
    expect(await askedWithin(600)).toEqual([]);
  });

  it('nothing is given back where there was nothing', async () => {
    await keeper().giveBack('mia');
    expect(asked).toEqual([]);
  });

  it('a seat that comes too late is not kept', async () => {
    const seats = keeper();
    const obtaining = seats.obtain(session);
    seats.release();
    expect(await obtaining).toBeUndefined();
    expect(sessionStorage.getItem('seat')).toBeNull();
    expect(await askedWithin(600)).toEqual([]);
  });
});

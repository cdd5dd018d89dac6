import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createUnsavedWork, type UnsavedWork } from '../src/content-frame/unsaved-work.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';

let browser: FakeWindow;
let unsavedWork: UnsavedWork;
let frame: { isOpen: boolean };
let frameChanged: () => void;

/** True where the browser would ask before it leaves the page. */
function asks(): boolean {
  const preventDefault = vi.fn<() => void>();
  browser.fire('beforeunload', { preventDefault });
  return preventDefault.mock.calls.length > 0;
}

beforeEach(() => {
  browser = fakeBrowser();
  frame = {
    window: null,
    isOpen: true,
    isLoaded: true,
    open() {},
    close() {},
    subscribe(listener: () => void) {
      frameChanged = listener;
      return () => {};
    },
  } as { isOpen: boolean };
  unsavedWork = createUnsavedWork(frame as never);
});

/** Tells if unsaved work has settled, after this is done. */
async function settlesAfter(change: () => void): Promise<boolean> {
  let settled = false;
  void unsavedWork.settled().then(() => (settled = true));
  change();
  await new Promise(setImmediate);
  return settled;
}

describe('unsaved work', () => {
  it('is settled while there is none', async () => {
    expect(await settlesAfter(() => {})).toBe(true);
  });

  it('is settled by a save, and not by more of it', async () => {
    unsavedWork.set(true);
    expect(await settlesAfter(() => unsavedWork.set(true))).toBe(false);
    expect(await settlesAfter(() => unsavedWork.set(false))).toBe(true);
  });

  it('is not settled by a save that more of it follows at once', async () => {
    unsavedWork.set(true);
    const typeOn = () => {
      unsavedWork.set(false);
      unsavedWork.set(true);
    };
    expect(await settlesAfter(typeOn)).toBe(false);
  });

  it('is settled when the content is gone', async () => {
    unsavedWork.set(true);
    const leave = () => {
      frame.isOpen = false;
      frameChanged();
    };
    expect(await settlesAfter(leave)).toBe(true);
  });
});

describe('the browser', () => {
  it('asks as long as there is unsaved work', () => {
    expect(asks()).toBe(false);
    unsavedWork.set(true);
    unsavedWork.set(true);
    expect(asks()).toBe(true);
    unsavedWork.set(false);
    expect(asks()).toBe(false);
  });

  it('still asks after the frame has loaded', () => {
    unsavedWork.set(true);
    frameChanged();
    expect(asks()).toBe(true);
  });

  it('does not ask once the frame is closed', () => {
    unsavedWork.set(true);
    frame.isOpen = false;
    frameChanged();
    expect(asks()).toBe(false);
  });
});

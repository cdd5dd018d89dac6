import { readdir, readFile } from 'node:fs/promises';
import { Children, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CloseButton } from '../src/dialog/close-button.tsx';
import { Question } from '../src/routes/question.tsx';
import { seenAfterInMs, watchShown } from '../src/routes/watch-shown.ts';
import { speak } from './speak.ts';

beforeAll(() => speak('de-CH'));

/** The properties of all buttons in what a component gives. */
function buttonsIn(node: ReactNode): { onClick(): void; 'aria-disabled': boolean }[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return [];
    if (child.type === 'button' || child.type === CloseButton)
      return [child.props as ReturnType<typeof buttonsIn>[number]];
    return buttonsIn(child.props.children);
  });
}

describe('row 112: a question that appears over the content', () => {
  it('is answered by no press before it could be seen', () => {
    const press = vi.fn<() => void>();
    let buttons: ReturnType<typeof buttonsIn> = [];
    function Shown() {
      const shown = Question({
        asked: 'this',
        title: 'Frage',
        answers: [
          { text: 'Ja', give: press },
          { text: 'Nein', give: press },
        ],
        onClose: press,
        children: 'Ja?',
      });
      buttons = buttonsIn(shown);
      return shown;
    }
    renderToStaticMarkup(<Shown />);
    for (const { onClick } of buttons) onClick();
    expect(buttons.map((button) => button['aria-disabled'])).toEqual([true, true, true]);
    expect(press).not.toHaveBeenCalled();
  });

  it('is one of these, whatever it asks', async () => {
    const source = new URL('../src/', import.meta.url);
    const files = await readdir(source, { recursive: true });
    const asking: string[] = [];
    for (const file of files.filter((name) => name.endsWith('.tsx'))) {
      const text = await readFile(new URL(file, source), 'utf8');
      if (/className="([^"]* )?question[ "]/.test(text)) asking.push(file);
    }
    expect(asking).toEqual(['routes/question.tsx']);
  });

  describe('is seen', () => {
    const tell = vi.fn<(isSeen: boolean) => void>();
    const listeners = new Map<string, () => void>();
    let inner: object;
    let over: object | null;
    let end: () => void;
    const page = {
      visibilityState: 'visible',
      hasFocus: () => true,
      fullscreenElement: null as object | null,
      elementFromPoint: () => over ?? inner,
      addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
      removeEventListener: (name: string) => listeners.delete(name),
    };
    const isSeen = () => tell.mock.lastCall?.[0];
    let box = { left: 100, top: 500, right: 500, bottom: 580 };
    const ways: readonly [string, () => void, () => void][] = [
      [
        'something else on the page lies over it',
        () => {
          over = {};
        },
        () => {
          over = null;
        },
      ],
      [
        'the frame of the content is in full screen',
        () => {
          page.fullscreenElement = {};
        },
        () => {
          page.fullscreenElement = null;
        },
      ],
      [
        'another window has the focus',
        () => {
          page.hasFocus = () => false;
        },
        () => {
          page.hasFocus = () => true;
        },
      ],
      [
        'the page is hidden',
        () => {
          page.visibilityState = 'hidden';
        },
        () => {
          page.visibilityState = 'visible';
        },
      ],
      [
        'it is outside of the window',
        () => {
          box = { left: 100, top: 2000, right: 500, bottom: 2080 };
        },
        () => {
          box = { left: 100, top: 500, right: 500, bottom: 580 };
        },
      ],
    ];
    beforeEach(() => {
      vi.useFakeTimers();
      inner = {};
      over = null;
      vi.stubGlobal('document', page);
      vi.stubGlobal('innerWidth', 1000);
      vi.stubGlobal('innerHeight', 600);
      end = watchShown(
        {
          contains: (other: object) => other === inner,
          getBoundingClientRect: () => box,
        } as unknown as Element,
        tell,
      );
    });
    afterEach(() => {
      end();
      vi.resetAllMocks();
    });

    it('once it was in front for a while', () => {
      vi.advanceTimersByTime(seenAfterInMs);
      expect(isSeen()).toBe(false);
      vi.advanceTimersByTime(100);
      expect(isSeen()).toBe(true);
    });

    it('also where a part of it does not fit into the window', () => {
      box = { left: -50, top: 100, right: 1050, bottom: 2000 };
      vi.advanceTimersByTime(2 * seenAfterInMs);
      expect(isSeen()).toBe(true);
      box = { left: 100, top: 500, right: 500, bottom: 580 };
    });

    it.each(ways)('not while %s, and after that anew', (_what, cover, uncover) => {
      cover();
      vi.advanceTimersByTime(10 * seenAfterInMs);
      expect(isSeen()).toBe(false);
      uncover();
      vi.advanceTimersByTime(seenAfterInMs);
      expect(isSeen()).toBe(false);
      vi.advanceTimersByTime(100);
      expect(isSeen()).toBe(true);
      cover();
      vi.advanceTimersByTime(100);
      expect(isSeen()).toBe(false);
      uncover();
      vi.advanceTimersByTime(seenAfterInMs);
      expect(isSeen()).toBe(false);
    });

    it.each(['fullscreenchange', 'visibilitychange'])('anew at once after %s', (name) => {
      vi.advanceTimersByTime(2 * seenAfterInMs);
      expect(isSeen()).toBe(true);
      listeners.get(name)!();
      expect(isSeen()).toBe(false);
      vi.advanceTimersByTime(seenAfterInMs);
      expect(isSeen()).toBe(false);
    });

    it('by nobody once it is gone', () => {
      end();
      vi.advanceTimersByTime(10 * seenAfterInMs);
      expect(tell.mock.calls).toEqual([[false]]);
      expect(listeners.size).toBe(0);
    });
  });

  it.each(['consent/consent-dialog.tsx', 'my-data/my-data-dialog.tsx'])(
    'also where content opens a dialog: %s',
    async (file) => {
      const text = await readFile(new URL(`../src/${file}`, import.meta.url), 'utf8');
      expect(text).toContain('onClickCapture={isSeen ? undefined : refusePress}');
    },
  );
});

import { readdir, readFile } from 'node:fs/promises';
import { Children, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Question } from '../src/routes/question.tsx';
import { seenAfterInMs, watchShown } from '../src/routes/watch-shown.ts';
import { speak } from './speak.ts';

beforeAll(() => speak('de-CH'));

/** The properties of all buttons in what a component gives. */
function buttonsIn(node: ReactNode): { onClick(): void; 'aria-disabled': boolean }[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return [];
    if (child.type === 'button') return [child.props as ReturnType<typeof buttonsIn>[number]];
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
    let show: (...isIntersecting: boolean[]) => void;
    const disconnect = vi.fn<() => void>();
    const tell = vi.fn<(isSeen: boolean) => void>();
    let end: () => void;
    beforeEach(() => {
      vi.useFakeTimers();
      vi.stubGlobal(
        'IntersectionObserver',
        class {
          constructor(listener: (entries: object[]) => void) {
            show = (...shown) => listener(shown.map((isIntersecting) => ({ isIntersecting })));
          }
          observe() {}
          disconnect = disconnect;
        },
      );
      end = watchShown({} as Element, tell);
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
      vi.resetAllMocks();
    });

    it('once it was shown for a while', () => {
      show(true);
      vi.advanceTimersByTime(seenAfterInMs - 1);
      expect(tell.mock.calls).toEqual([[false]]);
      vi.advanceTimersByTime(1);
      expect(tell).toHaveBeenLastCalledWith(true);
    });

    it('not while it is behind another one, and after that anew', () => {
      show(false);
      vi.advanceTimersByTime(10 * seenAfterInMs);
      expect(tell.mock.calls).toEqual([[false]]);
      show(true);
      vi.advanceTimersByTime(seenAfterInMs);
      expect(tell).toHaveBeenLastCalledWith(true);
      show(true, false);
      expect(tell).toHaveBeenLastCalledWith(false);
      vi.advanceTimersByTime(10 * seenAfterInMs);
      expect(tell).toHaveBeenLastCalledWith(false);
    });

    it('by nobody once it is gone', () => {
      show(true);
      end();
      vi.advanceTimersByTime(10 * seenAfterInMs);
      expect(tell.mock.calls).toEqual([[false]]);
      expect(disconnect).toHaveBeenCalledOnce();
    });
  });
});

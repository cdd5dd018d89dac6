import type { CDPSession } from 'playwright-core';
import { retrying } from './retrying.ts';

/** Acts of an engine for a journey; each protocol has its own (playwright, WebDriver). */
export interface Driver {
  open(address: string): Promise<void>;
  address(): Promise<string>;
  reload(): Promise<void>;
  /** The JSON value of an expression, or of its promise, in the shell's page or in the publication in its frame. */
  evaluate(place: Place, expression: string): Promise<unknown>;
  /**
   * Presses the mouse at the first point, moves it through the others, and lets go at the last.
   *
   * @param points From the corner of the window.
   */
  stroke(points: readonly Point[]): Promise<void>;
  /** Presses keys one after another, by their names in UI Events. */
  keys(keys: readonly string[]): Promise<void>;
  /** Opens one more tab, and turns to it. */
  openTab(): Promise<void>;
  /** Turns to a tab by its number in order of opening. */
  turnToTab(index: number): Promise<void>;
  /** Turns to a tab or window that a page has opened, once it is there. */
  turnToOpened(): Promise<void>;
  /** Closes the tab in front, and turns to the first, which it hid. */
  closeOpened(): Promise<void>;
  /** Waits until the window in front closes itself, and turns to the first. */
  untilOpenedCloses(): Promise<void>;
  /** Makes the window so large that a page has this room, where the engine can. */
  resize(width: number, height: number): Promise<void>;
  /** A picture of the window, as PNG. */
  picture(): Promise<Buffer>;
  /** Takes the network away, and gives it back; WebDriver cannot. */
  setOffline?(isOffline: boolean): Promise<void>;
  /** Chromium's own protocol, which slows network and processor down; other engines have none. */
  devTools?(): Promise<CDPSession>;
  close(): Promise<void>;
}

export type Place = 'shell' | 'content';

/**
 * In CSS pixels from the corner of a page: the shell's, which is the window, or the publication's, whose frame may
 * have a strip of the shell above it.
 */
export type Point = readonly [x: number, y: number];

/** Elements that are shown, by selector, and by their label or text, all of it or what a pattern finds. */
export interface Target {
  readonly place: Place;
  readonly css: string;
  readonly text?: string | RegExp;
  /** Which of them. Default: the first. */
  readonly index?: number;
}

export const inShell = (css: string, text?: string | RegExp): Target =>
  targetIn('shell', css, text);
export const inContent = (css: string, text?: string | RegExp): Target =>
  targetIn('content', css, text);

function targetIn(place: Place, css: string, text?: string | RegExp): Target {
  return { place, css, ...(text !== undefined && { text }) };
}

/** Looks and acts in a browser as people do: waits until something is there, and presses where it is. */
export class Visitor {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /** Presses the first element once it stands still, can be used, and is covered by nothing. */
  async press(target: Target): Promise<void> {
    await this.stroke(target.place, [await this.#stillPoint(target)]);
  }

  /**
   * Drags the first element onto another one.
   *
   * @param isFlick In a single move, whose first event comes beside the element already.
   */
  async drag(from: Target, to: Target, isFlick = false): Promise<void> {
    await this.look(to, (element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
    const start = await this.#stillPoint(from);
    const end = await this.#stillPoint(to);
    if (String(await this.#stillPoint(from)) !== String(start))
      throw new Error(`Not in the window at once: ${nameOf(from)}, ${nameOf(to)}`);
    await this.stroke(from.place, isFlick ? [start, end] : [start, between(start, end), end]);
  }

  /** Draws on the first element, through points given in parts of its width and height. */
  async draw(target: Target, ...parts: readonly Point[]): Promise<void> {
    await this.#stillPoint(target);
    const points = await this.look(target, pointsIn, parts);
    await this.stroke(target.place, points);
  }

  /** Presses the mouse at the first point of a page, moves it through the others, and lets go at the last. */
  async stroke(place: Place, points: readonly Point[]): Promise<void> {
    const inWindow = place === 'shell' ? points : await this.#inWindow(points);
    await this.driver.stroke(inWindow);
  }

  async focus(target: Target): Promise<void> {
    await this.look(target, (element) => (element as HTMLElement).focus());
  }

  /** Presses keys where the focus is. */
  async keys(...keys: readonly string[]): Promise<void> {
    await this.driver.keys(keys);
  }

  /** Presses a field, and types into it. */
  async type(target: Target, text: string): Promise<void> {
    await this.press(target);
    await this.write(text);
  }

  /** Types where the focus is. */
  async write(text: string): Promise<void> {
    await this.driver.keys(Array.from(text));
  }

  /** Runs a script on the first element, once there is one. The script stands on nothing but its arguments. */
  async look<Result, Arguments extends readonly unknown[]>(
    target: Target,
    script: (element: Element, ...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Result> {
    return retrying(() => this.#lookNow(target, script, args)).catch((error: unknown) =>
      this.#fail(error),
    );
  }

  /** Fails, and says what is there instead. */
  async #fail(cause: unknown): Promise<never> {
    const shown: string[] = [];
    for (const place of ['shell', 'content'] as const) {
      const text = await this.driver
        .evaluate(place, 'location.href + " " + document.body.innerText.slice(0, 300)')
        .catch(String);
      shown.push(`In the ${place}: ${String(text)}`);
    }
    throw new Error([String(cause), ...shown].join('\n'), { cause });
  }

  textOf(target: Target): Promise<string> {
    return this.look(target, (element) => (element as HTMLElement).innerText.trim());
  }

  /** Waits until the publication has painted its changes, because pages paint a moment after them. */
  async untilPainted(target = inContent('body')): Promise<void> {
    await this.look(target, (body) => {
      const { dataset } = body as HTMLElement;
      delete dataset['painted'];
      requestAnimationFrame(() => (dataset['painted'] = ''));
    });
    await this.waitFor({ ...target, css: `${target.css}[data-painted]` });
  }

  async waitFor(target: Target): Promise<void> {
    await this.look(target, () => true);
  }

  waitUntilGone(target: Target): Promise<void> {
    return this.waitForCount(target, 0);
  }

  async waitForCount(target: Target, count: number): Promise<void> {
    await retrying(async () => {
      const shown = await this.count(target);
      if (shown !== count) throw new Error(`Shown are ${shown} of: ${nameOf(target)}`);
    });
  }

  async count(target: Target): Promise<number> {
    return (await this.#evaluate(target, '.length')) as number;
  }

  async #stillPoint(target: Target): Promise<Point> {
    let last: string | undefined;
    return retrying(async () => {
      const point = await this.#lookNow(target, pressablePointIn, []);
      const before = last;
      last = String(point);
      if (last !== before) throw new Error(`Moves: ${nameOf(target)}`);
      if (target.place === 'content') await this.#inWindow([point]);
      return point;
    });
  }

  /**
   * Points of the publication, from the corner of the window.
   *
   * @throws Where the shell lies over the first of them, such as with a dialog.
   */
  async #inWindow(points: readonly Point[]): Promise<readonly Point[]> {
    const expression = `(${pointsInWindow.toString()})(${JSON.stringify(points)})`;
    return (await this.driver.evaluate('shell', expression)) as Point[];
  }

  async #lookNow<Result, Arguments extends readonly unknown[]>(
    target: Target,
    script: (element: Element, ...args: Arguments) => Result,
    args: Arguments,
  ): Promise<Result> {
    const given = args.map((arg) => `, ${JSON.stringify(arg)}`).join('');
    const answer = await this.#evaluate(
      target,
      `.slice(${target.index ?? 0}).slice(0, 1).map((element) => [(${script.toString()})(element${given})])`,
    );
    const [result] = answer as readonly (readonly [Result])[];
    if (!result) throw new Error(`Not there: ${nameOf(target)}`);
    return result[0];
  }

  #evaluate({ place, css, text }: Target, rest: string): Promise<unknown> {
    const pattern = text instanceof RegExp ? String(text) : 'undefined';
    const args = `${JSON.stringify(css)}, ${JSON.stringify(typeof text === 'string' ? text : null)}, ${pattern}`;
    return this.driver.evaluate(place, `(${shownElements.toString()})(${args})${rest}`);
  }
}

const nameOf = ({ css, text }: Target) => (text === undefined ? css : `${css} with ${text}`);

const between = ([x, y]: Point, [toX, toY]: Point): Point => [
  Math.round((x + toX) / 2),
  Math.round((y + toY) / 2),
];

// From here on everything runs in pages, so each function stands alone.

function shownElements(css: string, text: string | null, pattern?: RegExp): Element[] {
  return [...document.querySelectorAll(css)].filter((element) => {
    const { visibility } = getComputedStyle(element);
    if (element.getClientRects().length === 0 || visibility !== 'visible') return false;
    if (text === null && !pattern) return true;
    const shown = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const name = shown.replace(/\s+/g, ' ').trim();
    return pattern ? pattern.test(name) : name === text;
  });
}

function pointsIn(element: Element, parts: readonly Point[]): [number, number][] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return parts.map(([x, y]) => [Math.round(left + width * x), Math.round(top + height * y)]);
}

function pointsInWindow(points: readonly Point[]): Point[] {
  const frame = document.querySelector('iframe[data-content-frame]')!;
  const { left, top } = frame.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  const x0 = left + frame.clientLeft + parseFloat(paddingLeft);
  const y0 = top + frame.clientTop + parseFloat(paddingTop);
  const inWindow = points.map(([x, y]): Point => [x0 + x, y0 + y]);
  if (document.elementFromPoint(...inWindow[0]!) !== frame)
    throw new Error('Something lies over the publication.');
  return inWindow;
}

function pressablePointIn(element: Element): [number, number] {
  if (element.matches(':disabled, [aria-disabled="true"], [aria-disabled="true"] *'))
    throw new Error('It is disabled.');
  const pointNow = (): [number, number] => {
    const { left, top, width, height } = element.getClientRects()[0]!;
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  };
  const isHit = ([x, y]: [number, number]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  if (!isHit(pointNow())) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const point = pointNow();
  const hit = document.elementFromPoint(...point);
  if (!hit || !element.contains(hit)) throw new Error(`Covered by ${hit?.outerHTML.slice(0, 80)}`);
  return point;
}

import { EventEmitter, once } from 'node:events';
import type { Frame, Page } from 'playwright-core';
import { objectiveIds, type Call, type Script, type Step } from './suite.ts';

const nextTitles = { RelaunchCM10: 'Activity 4', DMBxAct: 'Data Model Behavior Test 1' } as const;
/** How long an activity may take to appear, and a state to be stored, in milliseconds. */
const patienceInMs = 30_000;

/**
 * A page around the player that answers as the shell does; what it keeps outlives it. Beside the courses, since
 * a browser lets no public page frame one of this machine.
 */
export const hostPage = `<!doctype html><script>
addEventListener('message', async ({ source, origin, data }) => {
  if (data?.origin !== 'iframe' || data.id === undefined) return;
  const result = await window.answer(data.action, data.payload ?? null);
  source.postMessage({ origin: 'container', action: data.action, id: data.id, result }, origin);
});
const frame = document.createElement('iframe');
frame.style = 'width: 100%; height: 90vh';
frame.src = location.hash.slice(1);
document.documentElement.append(frame);
</script>`;

interface StoredItem {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
}

/** Answers as the shell does. */
class Container {
  readonly #kept = new Map<string, Map<string, StoredItem>>();
  readonly #changes = new EventEmitter();
  #isUnsaved = false;
  #storedEnds = 0;
  #isCourseOver = false;

  /** How often an item's state without an open session has been stored. */
  get storedEnds(): number {
    return this.#storedEnds;
  }

  /** Resolves once another end than these is stored, and all that follows from it. */
  async stored(endsBefore: number): Promise<void> {
    await this.#until(() => this.#storedEnds > endsBefore && !this.#isUnsaved);
  }

  /** Resolves once it is stored that the course has ended. */
  async courseOver(): Promise<void> {
    await this.#until(() => this.#isCourseOver && !this.#isUnsaved);
  }

  async #until(isSo: () => boolean): Promise<void> {
    const signal = AbortSignal.timeout(patienceInMs);
    while (!isSo())
      await once(this.#changes, 'change', { signal }).catch(() => {
        throw new Error(`Nothing was stored within ${patienceInMs} ms.`);
      });
  }

  answer(action: string, payload: object | null): unknown {
    const { local_store_items: items = [], ...scope } = (payload ?? {}) as {
      local_store_items?: readonly StoredItem[];
      unsaved?: boolean;
    };
    const key = JSON.stringify(scope);
    const stored = this.#kept.get(key) ?? new Map<string, StoredItem>();
    const now = new Date().toISOString();
    const shown = (item: StoredItem) => ({ ...item, version: 1, updated_at: now, delivered: true });
    switch (action) {
      case 'hello':
        return { version: 1, locale: 'de-CH', capabilities: [] };
      case 'getUser':
        return { subject: 'learner', given_name: 'Joe', family_name: 'Student' };
      case 'getLocalStoreItems':
        return [...stored.values()].map(shown);
      case 'setLocalStoreItems':
        for (const { segment, key: name, value } of items) {
          stored.set(name, { segment, key: name, value });
          if (name === 'statements' && !value.includes('"runBeganAt"')) this.#storedEnds += 1;
          if (name === 'course') this.#isCourseOver = !value.includes('"open"');
        }
        this.#kept.set(key, stored);
        this.#changes.emit('change');
        return items.map(shown);
      case 'setUnsavedWork':
        this.#isUnsaved = scope.unsaved === true;
        this.#changes.emit('change');
        return null;
      case 'postStatement':
        return 'statement';
      default:
        return null;
    }
  }
}

/**
 * Plays a script in the player.
 *
 * @param player the address of the imported course.
 * @returns what does not go as ADL says; nothing where all does.
 */
export async function play(
  page: Page,
  player: string,
  script: Script,
): Promise<string | undefined> {
  const container = new Container();
  await page.exposeFunction('answer', (action: string, payload: object | null) =>
    container.answer(action, payload),
  );
  await page.goto(`${new URL('/host.html', player).href}#${player}`);
  if (script.start !== undefined) await choose(page, player, script.start);
  for (const [index, step] of script.steps.entries()) {
    const where = `step ${index + 1}, activity ${step.activity}`;
    const item = await launched(page, player, step.activity);
    if (typeof item === 'string') return `${where}: ${item}`;
    const isLearnersTurn = !step.asks || /^(?:Continue|Previous|Choice)/.test(step.instruction);
    const endsBefore = container.storedEnds;
    const wrong = await perform(item, step.calls, step.asks && isLearnersTurn);
    if (wrong !== undefined) return `${where}: ${wrong}`;
    const next = script.steps[index + 1];
    if (!next) continue;
    if (!isRelaunch(step)) {
      await follow(page, player, step, next, isLearnersTurn);
      continue;
    }
    await container.stored(endsBefore);
    if (isLearnersTurn && step.instruction.startsWith('Continue')) {
      await press(page, player, '#pager .primary');
      await container.courseOver();
    }
    await relaunch(page, player, step);
  }
  return undefined;
}

/** True where the learner is asked to launch the package again. */
function isRelaunch({ instruction }: Step): boolean {
  return /launch|^DMBx|^ContinueExit|^Exit\w/i.test(instruction.split('~')[0]!);
}

async function relaunch(page: Page, player: string, { instruction }: Step): Promise<void> {
  await page.reload();
  // These two name the activity to go on with.
  if (instruction === 'RelaunchCM10' || instruction === 'DMBxAct')
    await choose(page, player, nextTitles[instruction]);
}

const playerFrame = (page: Page, player: string) =>
  page.frames().find((frame) => frame.url().startsWith(player));

/** The page of the activity, which has not been played yet; or what is there instead. */
async function launched(page: Page, player: string, activity: string): Promise<Frame | string> {
  const endsAt = performance.now() + patienceInMs;
  let seen = 'nothing';
  while (performance.now() < endsAt) {
    const item = playerFrame(page, player)
      ?.childFrames()
      .find((frame) => /[?&]act=/.test(frame.url()));
    if (item) {
      const isPlayed = await item
        .evaluate(() => document.readyState !== 'complete' || 'isPlayed' in window)
        .catch(() => true);
      const [, id] = /[?&]act=([^&#]+)/.exec(item.url()) ?? [];
      if (!isPlayed && id === activity) return item;
      if (!isPlayed) seen = `activity ${id}`;
    }
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return `${seen} is open`;
}

/** Makes the calls. @param isLeft whether the content ends its session when its page goes. */
async function perform(
  item: Frame,
  calls: readonly Call[],
  isLeft: boolean,
): Promise<string | undefined> {
  const answered = await item.evaluate(
    ({ calls: wanted, isLeft: late, objectiveIds: allIds }) => {
      type Api = Record<string, (...values: readonly string[]) => string>;
      const api = Reflect.get(window.parent, 'API_1484_11') as Api;
      Object.assign(window, { isPlayed: true });
      const indexed = (element: string) =>
        element.replace(/&([^&]+)&/, (_all, id: string) => {
          for (const list of ['cmi.objectives', 'adl.data']) {
            const count = Number(api['GetValue']!(`${list}._count`));
            for (let index = 0; index < count; index += 1)
              if (api['GetValue']!(`${list}.${index}.id`) === id) return String(index);
          }
          return '99';
        });
      const answers = wanted.map(({ name, values: [first = '', ...rest] }) => {
        if (name === allIds) {
          const count = Number(api['GetValue']!('cmi.objectives._count'));
          const ids = Array.from({ length: count }, (_, index) =>
            api['GetValue']!(`cmi.objectives.${index}.id`),
          );
          return { given: ids.toSorted().join(','), error: '0' };
        }
        const given = api[name]!(indexed(first), ...rest);
        return { given, error: api['GetLastError']!() };
      });
      if (late) addEventListener('pagehide', () => api['Terminate']!(''));
      else if (wanted.length > 0) api['Terminate']!('');
      return answers;
    },
    { calls, isLeft, objectiveIds },
  );
  for (const [index, call] of calls.entries()) {
    const { given, error } = answered[index]!;
    const shown = `${call.name}(${call.values.join(', ').slice(0, 80)})`;
    if (call.answer !== undefined && !isSame(call.answer, given))
      return `${shown} gives "${given}", not "${call.answer}"`;
    if (given.length > (call.maximumLength ?? Number.POSITIVE_INFINITY))
      return `${shown} gives more than ${call.maximumLength} characters`;
    if (call.error !== undefined && error !== call.error)
      return `${shown} has the error ${error}, not ${call.error}`;
  }
  return undefined;
}

/** Numbers and durations may be written in several ways. */
function isSame(expected: string, given: string): boolean {
  if (expected === given) return true;
  if (expected === '' || given === '') return false;
  const [a, b] = [secondsIn(expected), secondsIn(given)];
  if (a !== undefined && b !== undefined) return Math.abs(a - b) < 1;
  if (Number.isFinite(Number(expected))) return Number(expected) === Number(given);
  return expected.replace('{lang=en}', '') === given.replace('{lang=en}', '');
}

function secondsIn(duration: string): number | undefined {
  const parts =
    /^P(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/.exec(
      duration,
    );
  if (!parts) return undefined;
  const [years, months, days, hours, minutes, seconds] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return (((years! * 365 + months! * 30 + days!) * 24 + hours!) * 60 + minutes!) * 60 + seconds!;
}

async function follow(
  page: Page,
  player: string,
  { instruction, asks }: Step,
  next: Step,
  isLearnersTurn: boolean,
): Promise<void> {
  const [kind = '', title] = instruction.split('~');
  if (isLearnersTurn && kind === 'Choice' && title !== undefined)
    return choose(page, player, title);
  if (isLearnersTurn && kind.startsWith('Continue')) return press(page, player, '#pager .primary');
  if (isLearnersTurn && kind.startsWith('Previous')) return press(page, player, '#pager .quiet');
  if (!asks) await chooseActivity(page, player, next.activity);
}

async function choose(page: Page, player: string, title: string): Promise<void> {
  await page.waitForFunction(() => document.querySelector('iframe') !== null);
  const frame = playerFrame(page, player);
  await frame?.waitForSelector('#contents [data-item]').catch(() => {});
  await frame?.evaluate((wanted) => {
    for (const entry of document.querySelectorAll<HTMLElement>('#contents [data-item]'))
      if (entry.querySelector('.title')?.textContent === wanted) entry.click();
  }, title);
}

async function chooseActivity(page: Page, player: string, activity: string): Promise<void> {
  await playerFrame(page, player)?.evaluate(async (wanted) => {
    const course = (await (await fetch('course.json')).json()) as { items: readonly Item[] };
    interface Item {
      readonly id: string;
      readonly launch?: string;
      readonly children: readonly Item[];
    }
    const all = (items: readonly Item[]): readonly Item[] =>
      items.flatMap((item) => [item, ...all(item.children)]);
    const item = all(course.items).find(({ launch }) =>
      new RegExp(`[?&]act=${wanted}(?:&|#|$)`).test(launch ?? ''),
    );
    document.querySelector<HTMLElement>(`[data-item="${CSS.escape(item?.id ?? '')}"]`)?.click();
  }, activity);
}

async function press(page: Page, player: string, selector: string): Promise<void> {
  await playerFrame(page, player)?.evaluate(
    (wanted) => document.querySelector<HTMLElement>(wanted)?.click(),
    selector,
  );
}

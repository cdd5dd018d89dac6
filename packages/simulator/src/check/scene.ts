import pLimit from 'p-limit';
import type { Browser } from 'playwright-core';
import {
  answerTimeoutInMs,
  silenceLimitInMs,
  teardownGraceInMs,
  deepLinkParameters,
  type DeepLink,
  type MemberExercise,
} from '@lectern/sdk/protocol';
import type { Stage } from '../stage.ts';
import type { ScenarioName } from '../scenarios.ts';
import { forge, forgerName, openForger } from './instruments.ts';
import { visit, type Seen, type Visit, type VisitOptions } from './visit.ts';

/** The observations of one opening of the content. */
export interface Opening {
  readonly seen: readonly Seen[];
  readonly errors: readonly string[];
  /** Actions that it has asked for. */
  readonly asked: readonly string[];
  readonly isReady: boolean;
}

/** The first opening, watched until the content says something. */
export interface FirstOpening extends Opening {
  /** Origin of the shell. */
  readonly shell: string;
  /** Where the frame is at the end; undefined: at a page of the browser's own. */
  readonly landed: URL | undefined;
  /** Where the frame was to go, and the shell's policy did not let it. */
  readonly blocked: URL | undefined;
  /** Another origin than the shell's, to which the content has sent something. */
  readonly misdirected: string | undefined;
}

/** The content in its scenarios; each is looked at once for all looks. Disposal closes what is still open. */
export interface Scene extends AsyncDisposable {
  readonly content: URL;
  /** Ends with its first word. */
  first(): Promise<FirstOpening>;
  /** The same opening, with something typed where something can be typed. */
  plain(): Promise<Opening>;
  /** The same once more. */
  reloaded(): Promise<Opening>;
  /** At an exercise that there is not. */
  linked(): Promise<Opening & { readonly address: string }>;
  /** With unknown members, and an unknown event. */
  withUnknown(): Promise<Opening>;
  /** For a teacher, who then looks at a pupil's answers if the content shows them. */
  asTeacher(): Promise<Opening>;
  slow(): Promise<Opening>;
  offline(): Promise<Opening>;
  /** All that it asks fails with a code, with one after another. */
  refused(codes: readonly [string, ...string[]]): Promise<readonly Opening[]>;
  /** It is taken away while somebody types. */
  tornDown(): Promise<Opening & { readonly after: readonly Seen[] | undefined }>;
  /** Others answer in the container's place. */
  deceived(): Promise<Deception>;
}

/** Two openings, in neither of which the container's own answers come. */
interface Deception {
  /** The answers seem to come from another origin. `leaked` is what was sent to this one all the same. */
  readonly decoyed: Opening & { readonly leaked: readonly string[] };
  /** A frame within the content forges answers. */
  readonly forged: Opening & { readonly isMarked: boolean; readonly reactions: readonly string[] };
}

export interface SceneOptions {
  readonly browser: Browser;
  readonly content: URL;
  /** Where there is something to do for a learner. */
  readonly link: DeepLink;
  /** Where a scenario is shown; the first to ask has it started. */
  readonly stage: (name: ScenarioName) => Promise<Stage>;
}

/** More would only wait for each other. */
const visitsAtOnce = 4;
/** A shell whose services are slow takes its time, too. */
const slowLimitInMs = 40_000;
/** How long it is watched what comes of something. */
const watchInMs = 1_500;
/** How long a session lasts that is to end, in seconds; the page's clock is moved on to its end. */
const sessionInSeconds = 120;
/** Between two letters of somebody who goes on typing. */
const typingPauseInMs = 100;
/** Until then the shell has noticed it. */
const noticedAfterInSeconds = sessionInSeconds + 5;
const unknown = 'lectern-check';
const unknownLink = { exerciseGroupId: unknown, themaId: unknown };
const mark = 'lectern-check-forged';

export function createScene({ browser, content, link, stage }: SceneOptions): Scene {
  const turns = pLimit(visitsAtOnce);
  const made = new Map<string, Promise<unknown>>();
  function once<T>(name: string, make: () => Promise<T>): Promise<T> {
    if (!made.has(name)) made.set(name, turns(make));
    return made.get(name) as Promise<T>;
  }
  const open = async (name: ScenarioName, options: VisitOptions = {}) =>
    visit(browser, await stage(name), content, {
      ...options,
      query: { ...(link as Record<string, string>), ...options.query },
    });
  /** Waits until the content says that it is ready, or until it would have. */
  const ready = (one: Visit, limitInMs = silenceLimitInMs) =>
    one.until(() => one.asked.includes('ready'), limitInMs);
  const openingOf = ({ seen, errors, asked }: Visit): Opening => ({
    seen: [...seen],
    errors: [...errors],
    asked,
    isReady: asked.includes('ready'),
  });

  /** Uses it once it is ready, and watches it for a while. */
  const watched = async (one: Visit, limitInMs?: number) => {
    await ready(one, limitInMs);
    await one.use();
    await one.page.waitForTimeout(watchInMs);
    return openingOf(one);
  };
  const simply = async (name: ScenarioName, options?: VisitOptions, limitInMs?: number) => {
    await using one = await open(name, options);
    return await watched(one, limitInMs);
  };

  /** The opening that `first`, `plain` and `reloaded` look at, one after the other. */
  let opened: Visit | undefined;
  const first = () =>
    once('first', async () => {
      opened = await open('pupil');
      await opened.until(() => opened!.asked.length > 0, silenceLimitInMs);
      const { landed, blocked, misdirected } = opened;
      const { origin: shell } = await stage('pupil');
      return { ...openingOf(opened), shell, landed, blocked, misdirected };
    });
  const plain = async () => {
    await first();
    return once('plain', () => watched(opened!));
  };
  const reloaded = async () => {
    await plain();
    return once('reloaded', async () => {
      const one = opened!;
      const before = openingOf(one);
      await one.page.reload();
      const rest = () => one.asked.slice(before.asked.length);
      await one.until(() => rest().includes('ready'), silenceLimitInMs);
      await one.page.waitForTimeout(watchInMs);
      return {
        seen: one.seen.slice(before.seen.length),
        errors: one.errors.slice(before.errors.length),
        asked: rest(),
        isReady: rest().includes('ready'),
      };
    });
  };

  const decoy = async (one: Visit): Promise<Deception['decoyed']> => {
    await one.until(() => one.asked.length > 1, silenceLimitInMs / 2);
    await one.use();
    await one.page.waitForTimeout(watchInMs);
    const answered = one.seen.findIndex(({ way }) => way === 'to content');
    const leaked = one.seen
      .slice(answered < 0 ? 0 : answered)
      .filter(({ way }) => way === 'to container')
      .map(({ message }) => String(message['action']));
    return { ...openingOf(one), leaked: leaked.filter((action) => action !== 'hello') };
  };
  const forgeIn = async (one: Visit): Promise<Deception['forged']> => {
    await one.until(() => one.asked.some((action) => action !== 'hello'), silenceLimitInMs);
    await one.page.waitForTimeout(watchInMs);
    const before = one.asked.length;
    const ids = one.seen.flatMap(({ way, message }) =>
      way === 'to container' ? [message['id']] : [],
    );
    await one.content()?.evaluate(openForger, forgerName);
    const forger = one.page.frame({ name: forgerName });
    await forger?.evaluate(forge, { ids, mark });
    await one.page.waitForTimeout(watchInMs);
    const reactions = one.asked.slice(before);
    const text = (await one.content()?.evaluate(() => document.body.innerText)) ?? '';
    await one.release();
    return { ...openingOf(one), isMarked: text.includes(mark), reactions };
  };

  return {
    content,
    first,
    plain,
    reloaded,

    linked: () =>
      once('linked', async () => {
        await using one = await open('pupil', { query: unknownLink });
        await ready(one);
        await one.page.waitForTimeout(watchInMs);
        const frame = one.page.locator('iframe[data-content-frame]');
        const address = (await frame.getAttribute('src')) ?? '';
        return { ...openingOf(one), address };
      }),

    withUnknown: () =>
      once('unknown', async () => {
        await using one = await open('pupil', { addsUnknown: true });
        await ready(one);
        await one.tellContent({
          origin: 'container',
          event: 'unheard-of',
          payload: { of: 'later' },
        });
        await one.page.waitForTimeout(watchInMs);
        return openingOf(one);
      }),

    asTeacher: () =>
      once('teacher', async () => {
        await using one = await open('teacher');
        await ready(one);
        if (showsAnswers(one.seen)) {
          // Content may ask for its classes once it is ready.
          await one.page.waitForTimeout(watchInMs);
          await one.until(() => unanswered(one.seen) === 0, answerTimeoutInMs);
          const payload = answerIn(one.seen, link.exerciseGroupId);
          await one.tellContent({ origin: 'container', event: 'open-answer', payload });
        }
        await one.page.waitForTimeout(watchInMs);
        return openingOf(one);
      }),

    slow: () => once('slow', () => simply('slow', {}, slowLimitInMs)),

    offline: () =>
      once('offline', async () => {
        await using one = await open('offline', { query: { after: '3600' } });
        await ready(one);
        (await stage('offline')).schedule.begin();
        await one.use();
        await one.page.waitForTimeout(watchInMs);
        // The container tries for a while before it says that a service is away.
        await one.until(() => unanswered(one.seen) === 0, answerTimeoutInMs);
        await one.page.waitForTimeout(watchInMs / 3);
        return openingOf(one);
      }),

    refused: ([first, ...others]) =>
      once(['refused', first, ...others].join(' '), async () => {
        // One page serves all codes, because each opening finds it as the first did.
        await using one = await open('pupil', { refusesWith: first });
        const openings = [await watched(one)];
        for (const code of others) {
          await one.reopen({ refusesWith: code });
          openings.push(await watched(one));
        }
        return openings;
      }),

    tornDown: () =>
      once('torn down', async () => {
        const { schedule } = await stage('session-ends');
        const query = { after: String(sessionInSeconds) };
        await using one = await open('session-ends', { query, hasClock: true });
        await ready(one);
        // A field stays closed while its stored answer is under way, and for good once the session is over.
        await one.until(() => unanswered(one.seen) === 0, answerTimeoutInMs);
        await one.use();
        schedule.begin();
        await one.page.clock.fastForward(noticedAfterInSeconds * 1000);
        const told = () => one.seen.findIndex(({ message }) => message['event'] === 'teardown');
        const deadline = performance.now() + 2 * silenceLimitInMs;
        // Somebody goes on typing.
        while (told() < 0 && performance.now() < deadline) {
          await one.use('L');
          await one.page.waitForTimeout(typingPauseInMs);
        }
        if (told() < 0) return { ...openingOf(one), after: undefined };
        const isLeft = () => one.page.frames().length === 1;
        await one.until(isLeft, teardownGraceInMs + watchInMs);
        return { ...openingOf(one), after: one.seen.slice(told() + 1) };
      }),

    deceived: () =>
      once('deceived', async () => {
        await using one = await open('pupil', { decoyOrigin: 'https://decoy.invalid' });
        const decoyed = await decoy(one);
        await one.reopen({ holdsAnswers: true });
        return { decoyed, forged: await forgeIn(one) };
      }),

    [Symbol.asyncDispose]: async () => opened?.[Symbol.asyncDispose](),
  };
}

/** The members of a link as text: `exerciseGroupId=…`. @returns undefined where a name is unknown */
export function parseLink(text: string): DeepLink | undefined {
  const members = [...new URLSearchParams(text)];
  const isKnown = ([name]: readonly [string, string]) =>
    deepLinkParameters.some((parameter) => parameter === name);
  return members.every(isKnown) ? Object.fromEntries(members) : undefined;
}

/** True where the content says that it takes `open-answer`. */
function showsAnswers(seen: readonly Seen[]): boolean {
  const hello = seen.find(({ message }) => message['action'] === 'hello')?.message['payload'];
  const { capabilities } = Object(hello) as { readonly capabilities?: unknown };
  return Array.isArray(capabilities) && capabilities.includes('class-answers');
}

/** Answer of a pupil who has left the class: in a course and an issue that the content names, and in a class of it. */
function answerIn(seen: readonly Seen[], exerciseId = unknown): MemberExercise {
  const { course_id_dto, issue_id_dto } =
    seen
      .map(({ message }) => Object(message['payload']) as Partial<MemberExercise>)
      .find((payload) => payload.course_id_dto && payload.issue_id_dto) ?? {};
  const asked = seen.find(({ message }) => message['action'] === 'getClasses')?.message;
  const answer = seen.find(
    ({ way, message: { id } }) => way === 'to content' && asked && id === asked['id'],
  );
  const [group] = Array.isArray(answer?.message['result'])
    ? (answer.message['result'] as readonly { readonly group_id: string }[])
    : [];
  return {
    course_id_dto: course_id_dto ?? { course_id: unknown },
    issue_id_dto: issue_id_dto ?? { issue_id: unknown },
    exercise_dto: { exercise_id: exerciseId },
    group_id: group?.group_id ?? unknown,
    member_subject: unknown,
  };
}

/** How many requests wait for their answer. */
function unanswered(seen: readonly Seen[]): number {
  const answered = new Set(
    seen.flatMap(({ way, message }) => (way === 'to content' ? [message['id']] : [])),
  );
  return seen.filter(({ way, message: { id } }) => way === 'to container' && !answered.has(id))
    .length;
}

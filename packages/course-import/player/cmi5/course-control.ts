import { BridgeError, mayRetry, untilDone, type Cmi5Progress, type Container } from '@lectern/sdk';
import type { Cmi5Au } from '../../src/cmi5-structure.ts';
import type { Cmi5Course } from '../../src/course.ts';
import { required } from '../views/dom.ts';
import { showNotice } from '../views/notices.ts';
import type { CoursePage } from './course-page.ts';
import { texts } from '../texts/texts.ts';
import { launchModeOf } from './unit-state.ts';

/** Which unit was opened last in this tab, so that the way back leads to its row. */
const openedKey = 'lectern-cmi5-opened';

/** Between the page and the container. */
export class CourseControl {
  readonly #container: Pick<Container, 'getCmi5Progress' | 'launchCmi5'>;
  readonly #issue: Parameters<Container['getCmi5Progress']>[0];
  readonly #page: CoursePage;
  #progress: Cmi5Progress | undefined;
  /** Grows with each reading: of two at once the later one counts. */
  #asked = 0;
  #isLaunching = false;

  constructor(
    container: Pick<Container, 'getCmi5Progress' | 'launchCmi5'>,
    { courseId, issueId }: Cmi5Course,
    page: CoursePage,
  ) {
    this.#container = container;
    this.#issue = { course_id_dto: { course_id: courseId }, issue_id_dto: { issue_id: issueId } };
    this.#page = page;
  }

  /** Reads how far the learner is, and goes on doing so when somebody comes back to the page. */
  async start(): Promise<void> {
    this.#page.show();
    const reading = this.#read();
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void this.#read();
    });
    // A unit in a window beside this one.
    addEventListener('focus', () => void this.#read());
    await reading;
    this.#comeBack();
  }

  async #read(): Promise<void> {
    const asked = ++this.#asked;
    const isNewest = () => asked === this.#asked;
    try {
      const progress = await untilDone(
        () => {
          if (isNewest()) return this.#container.getCmi5Progress(this.#issue);
          throw new Error('A later reading counts.');
        },
        () => isNewest() && showNotice('progress', texts.startPage.retrying),
      );
      if (!isNewest()) return;
      showNotice('progress', undefined);
      // Rows that are made anew under somebody's finger would not be opened by it.
      if (JSON.stringify(progress) !== JSON.stringify(this.#progress)) this.#page.show(progress);
      this.#progress = progress;
      if (!this.#isLaunching && !this.#page.isOpenable) this.#letOpen();
    } catch (error) {
      if (isNewest()) this.#refused(error);
    }
  }

  #refused(error: unknown): void {
    console.error(error);
    const isSignedOut = error instanceof BridgeError && error.code === 'NOT_LOGGED_IN';
    showNotice(
      'progress',
      isSignedOut ? texts.startPage.notSignedIn : texts.startPage.notPublished,
    );
    this.#page.onOpen(undefined);
  }

  async #launch(au: Cmi5Au): Promise<void> {
    const title = this.#page.titleOf(au) || texts.startPage.empty;
    // Each launch ends the session before it: one at a time.
    this.#isLaunching = true;
    this.#page.onOpen(undefined, au);
    showNotice('launch', undefined);
    required('announcer').textContent = texts.startPage.opening(title);
    note(au.id);
    try {
      const progress = this.#progress?.aus.find(({ au_id }) => au_id === au.id);
      const { opened_in } = await this.#container.launchCmi5(this.#issue, au.id, {
        launchMode: launchModeOf(progress),
      });
      // The unit is about to take this page's place.
      if (opened_in === 'frame') return;
      showNotice('launch', texts.startPage.windowOpen(title));
    } catch (error) {
      console.error(error);
      showNotice('launch', failureOf(au, error));
    }
    this.#isLaunching = false;
    this.#letOpen();
  }

  #letOpen(): void {
    this.#page.onOpen((au) => void this.#launch(au));
  }

  /** To the row of the unit that was open, where the focus is in this frame. */
  #comeBack(): void {
    const opened = noted();
    if (opened === undefined || !this.#progress) return;
    if (document.hasFocus()) this.#page.focus(opened);
    const state = this.#page.describe(opened);
    if (state !== undefined) required('announcer').textContent = state;
  }
}

function failureOf(au: Cmi5Au, error: unknown): string {
  if (!mayRetry(error)) return texts.startPage.launchRefused;
  const { origin } = new URL(au.url, location.href);
  const isInWindow = au.launch_method === 'OwnWindow' || origin !== location.origin;
  return isInWindow ? texts.startPage.windowFailed : texts.startPage.launchFailed;
}

/** A browser that keeps nothing forgets it, and the page begins at its top. */
function note(auId: string): void {
  try {
    sessionStorage.setItem(openedKey, auId);
  } catch (error) {
    console.warn(error);
  }
}

function noted(): string | undefined {
  try {
    const auId = sessionStorage.getItem(openedKey) ?? undefined;
    sessionStorage.removeItem(openedKey);
    return auId;
  } catch {
    return undefined;
  }
}

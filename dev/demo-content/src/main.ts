import { connect, deepLink, untilDone, type Container, type TextAnchor } from '@lectern/sdk';
import { answersOf, loadAnswers } from './answers.ts';
import { drafts } from './classes/drafts.ts';
import { cleanInput } from './clean-input.ts';
import { exercisesOf, issueOf, type Thema } from './course/model.ts';
import { wasser } from './course/wasser.ts';
import {
  openClasses,
  openCode,
  openCookieSettings,
  openMyData,
  openProgress,
} from './container-dialogs.ts';
import { followDelivery } from './delivery.ts';
import { signOut, watchTeardown } from './keeping.ts';
import { LastPlace } from './last-place.ts';
import { Learner } from './learner.ts';
import { loadLater, loadLaterOrSay } from './load-later.ts';
import {
  deepLinkOf,
  extraPageOfFragment,
  fragmentOf,
  placeOfDeepLink,
  placeOfFragment,
  placesOf,
  topicIdOf,
  type ExtraPage,
  type Place,
} from './navigation.ts';
import { notesOf, type PageNotes } from './notes/page-notes.ts';
import { isComplete, progressOf } from './progress.ts';
import { Statements } from './statements.ts';
import { reportUnsavedWork } from './unsaved-work.ts';
import { Contents } from './views/contents.ts';
import { createCoursePage } from './views/course-page.ts';
import { showNotice } from './views/notices.ts';
import { createStartPage } from './views/start-page.ts';
import { createUserMenu } from './views/user-menu.ts';
import type { Work } from './work.ts';

/*
 * Start of the publication. The page is shown at once, the container is looked for meanwhile: who
 * reads, and what they have answered, comes in when it is known.
 */

cleanInput();
const main = required('#main');
const contents = new Contents(
  required('#contents'),
  required('#contents-button', HTMLButtonElement),
);
const places = placesOf(wasser);
const answers = answersOf(wasser);
const notes = notesOf(wasser);
/** Work that has to be safe before the publication goes. */
const works = new Map<string, Work>([...answers, ...notes]);
const learner = new Learner();
const container: Promise<Container | undefined> = connect({
  showsSaveState: true,
  showsMenu: true,
  showsClassAnswers: true,
}).catch(() => undefined);
const statements = new Statements(wasser, container);
const lastPlace = new LastPlace(wasser, container);
const issue = issueOf(wasser);
const classContext = { course: wasser, container, learner, answers };
let leavePage = new AbortController();
/** The address of what is open; undefined: nothing is yet. */
let opened: string | undefined;
/** The place of a text that a search leads to. */
let sought: TextAnchor['quote'] | undefined;

function required<E extends HTMLElement = HTMLElement>(
  selector: string,
  kind = HTMLElement as new () => E,
): E {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`index.html has no ${selector}.`);
}

/** Only teachers and users of a container have something to press that does this. */
function openStatistics(): void {
  void container.then((found) => found && openProgress(found));
}

/** Opens a page, or the start page. */
function open(place: Place | undefined): void {
  const signal = leave(place);
  const pageNotes = place && notes.get(topicIdOf(place));
  const page =
    place && pageNotes
      ? createCoursePage(place, {
          places,
          answers,
          learner,
          openProgress: openStatistics,
          notes: pageNotes,
          issue,
          container,
          signal,
          onBegun: (answer) => statements.attempted(place, answer.exercise),
          onAnswered(answer, response, verdict, isDone) {
            statements.answered(place, answer.exercise, response, verdict, isDone);
          },
          onDone: () => void tellIfComplete(place.thema),
        })
      : createStartPage({
          course: wasser,
          answers,
          learner,
          lastPlace,
          openProgress: openStatistics,
          signal,
        });
  main.replaceChildren(page);
  contents.show(wasser, place, answers, signal);
  document.title = place ? `${place.page.title} – ${wasser.title}` : wasser.title;
  void bringClass(page, signal);
  if (!place || !pageNotes) return;
  statements.experienced(place);
  void read(page, pageNotes, place, signal);
}

/** Brings what teachers and pupils say to each other. */
async function bringClass(page: HTMLElement, signal: AbortSignal): Promise<void> {
  await afterPaint();
  // On a cover that is painted nobody misses it.
  const later = await loadLater().catch(() => undefined);
  if (signal.aborted) return;
  void later?.startClassWork(page, classContext, signal);
  void later?.startAssignmentWork(page, classContext, signal);
}

/** Brings the tools for marking and writing, which nobody needs before the page itself. */
async function read(
  page: HTMLElement,
  pageNotes: PageNotes,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  const goal = { noteId: place.noteId, quote: sought };
  sought = undefined;
  await afterPaint();
  void bring(pageNotes);
  void lastPlace.note(place);
  const later = await loadLaterOrSay();
  if (signal.aborted) return;
  later?.startReadingTools(page, pageNotes, goal, signal);
  later?.startRoomTools(page, place, learner, signal);
}

async function bring(pageNotes: PageNotes): Promise<void> {
  const here = await container;
  await (here && pageNotes.load(here));
}

/** Opens a page beside those of the course. Where it cannot be had, what is open stays as it is. */
async function openExtra(name: ExtraPage): Promise<void> {
  const later = await loadLaterOrSay();
  // Somebody has gone on meanwhile.
  if (extraPageOfFragment(location.hash) !== name) return;
  if (!later) {
    history.replaceState(null, '', opened ?? fragmentOf(undefined));
    if (opened === undefined) open(undefined);
    return;
  }
  const signal = leave(undefined);
  document.body.dataset['thema'] = name;
  contents.show(wasser, undefined, answers, signal);
  const pages = {
    notizen: () => later.createNotesPage({ notes, container, signal }),
    suche: () =>
      later.createSearchPage({ course: wasser, container, onFollow: (quote) => (sought = quote) }),
    rueckmeldungen: () => later.createFeedbackPage(classContext, signal),
    klasse: () => later.createClassPage(classContext, signal),
    auftraege: () => later.createAssignmentsPage(classContext, signal),
  };
  main.replaceChildren(pages[name]());
  void bringClass(main, signal);
  document.title = `${name === 'suche' ? 'Suchen' : main.querySelector('h1')?.textContent} – ${wasser.title}`;
  (main.querySelector('input') ?? main.querySelector('h1'))?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Leaves what is open. @returns the signal of what comes next. */
function leave(next: Place | undefined): AbortSignal {
  opened = location.href;
  tellPlace(next);
  document.body.dataset['thema'] = next?.thema.id ?? 'start';
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.tool'))
    if (link.hash === location.hash) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  leavePage.abort();
  leavePage = new AbortController();
  return leavePage.signal;
}

/** Tells the container where the reader is: it leads back there. One that cannot is no reason to disturb anybody. */
function tellPlace(place: Place | undefined): void {
  container.then((found) => found?.setPlace(deepLinkOf(place))).catch(() => {});
}

/** Scrolls to the exercise that is asked for, else to the top, and takes the focus along. */
function goTo(place: Place | undefined): void {
  const exercise = [...main.querySelectorAll<HTMLElement>('[data-exercise]')].find(
    (element) => element.dataset['exercise'] === place?.exerciseId,
  );
  const goal = exercise ?? main.querySelector('h1');
  goal?.focus({ preventScroll: true });
  if (exercise) exercise.scrollIntoView();
  else scrollTo(0, 0);
}

const completed = new Set<Thema>();

/** Tells the records once the last exercise of a Thema has been done. */
async function tellIfComplete(thema: Thema): Promise<void> {
  // Only when all answers are here is it known what is done.
  await loaded;
  if (completed.has(thema) || !isComplete(progressOf(thema.pages, answers))) return;
  completed.add(thema);
  statements.completed(thema);
}

async function bringAnswers(here: Place | undefined): Promise<void> {
  const found = await container;
  const idsHere = here ? exercisesOf(here.page).map(({ id }) => id) : [];
  if (found) await loadAnswers(answers.values(), idsHere, found);
  else for (const work of [...answers.values(), ...notes.values()]) work.practise();
}

/** Parts that need the container's answer. */
async function meetContainer(): Promise<void> {
  const found = await container;
  if (!found) {
    showNotice(
      'practice',
      'Diese Seite läuft ohne Lernplattform: Antworten und Notizen werden nicht gespeichert. Lesen und ausprobieren kannst du alles.',
    );
    return;
  }
  followDelivery(found, notes, works);
  watchTeardown(found, works, drafts);
  // Answers are in stores, which say it by themselves.
  reportUnsavedWork(found, [...notes.values(), drafts]);
  const menu = createUserMenu(learner, {
    signOut: () => signOut(found, works, drafts),
    openCookieSettings: () => void openCookieSettings(found),
    openMyData: () => void openMyData(found),
    openProgress: openStatistics,
    openClasses: () => void openClasses(found),
    openCode: () => void openCode(found),
    onOpen: () => contents.close(),
  });
  required('#header-tools').append(menu);
  void learner.meet(found);
  await afterPaint();
  // A container that misses `ready` only keeps its deep link longer.
  await untilDone(() => found.ready()).catch(() => {});
  // Somebody who asks for it later may have no connection then.
  await loadLater().catch(() => {});
}

/** Resolves after the browser has painted what is on the page; a hidden page is not painted. */
function afterPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/** Looks what is new on the page that is open. */
async function refresh(): Promise<void> {
  const place = placeOfFragment(wasser, location.hash);
  const pageNotes = place && notes.get(topicIdOf(place));
  if (!document.hidden && pageNotes) await bring(pageNotes);
}

/** Where to open: a link, once; then the fragment says, so that reloading the frame stays in place. */
function firstPlace(): Place | undefined {
  const link = deepLink();
  if (Object.keys(link).length === 0) {
    return placeOfFragment(wasser, location.hash);
  }
  const place = placeOfDeepLink(wasser, link);
  const address = new URL(location.href);
  for (const name of Object.keys(link)) address.searchParams.delete(name);
  address.hash = fragmentOf(place);
  history.replaceState(null, '', address);
  return place;
}

addEventListener('hashchange', () => {
  const extra = extraPageOfFragment(location.hash);
  if (extra) return void openExtra(extra);
  const place = placeOfFragment(wasser, location.hash);
  open(place);
  goTo(place);
});
required('.skip').addEventListener('click', (event) => {
  // Its fragment names no page.
  event.preventDefault();
  main.focus();
});
// Another device may have written meanwhile.
document.addEventListener('visibilitychange', () => void refresh());
history.scrollRestoration = 'manual';

const here = firstPlace();
statements.initialized();
const extra = extraPageOfFragment(location.hash);
if (extra) void openExtra(extra);
else open(here);
if (here?.exerciseId) goTo(here);
// First: what the container tells of an answer may come with the answer.
void meetContainer();
const loaded = bringAnswers(here);

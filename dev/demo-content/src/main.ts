import { connect, deepLink, type Container } from '@lectern/sdk';
import { answersOf, type Answer } from './answers.ts';
import { exercisesOf, type Thema } from './course/model.ts';
import { wasser } from './course/wasser.ts';
import { openCookieSettings } from './cookie-settings.ts';
import { saveInTime, signOut, watchSession } from './keeping.ts';
import { Learner } from './learner.ts';
import {
  deepLinkOf,
  fragmentOf,
  placeOfDeepLink,
  placeOfFragment,
  placesOf,
  type Place,
} from './navigation.ts';
import { isComplete, progressOf } from './progress.ts';
import { untilDone } from './retrying.ts';
import { Statements } from './statements.ts';
import { reportUnsavedWork } from './unsaved-work.ts';
import { Contents } from './views/contents.ts';
import { createCoursePage } from './views/course-page.ts';
import { showNotice } from './views/notices.ts';
import { createStartPage } from './views/start-page.ts';
import { createUserMenu } from './views/user-menu.ts';

/*
 * Start of the publication. The page is shown at once, the container is looked for meanwhile: who
 * reads, and what they have answered, comes in when it is known.
 */

const main = required('#main');
const contents = new Contents(
  required('#contents'),
  required('#contents-button', HTMLButtonElement),
);
const places = placesOf(wasser);
const answers = answersOf(wasser);
const learner = new Learner();
const container: Promise<Container | undefined> = connect().catch(() => undefined);
const statements = new Statements(wasser, container);
let leavePage = new AbortController();

function required<E extends HTMLElement = HTMLElement>(
  selector: string,
  kind = HTMLElement as new () => E,
): E {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`index.html has no ${selector}.`);
}

/** Opens a page, or the start page. Answers of the page before are saved at once. */
function open(place: Place | undefined): void {
  tellPlace(place);
  leavePage.abort();
  leavePage = new AbortController();
  const { signal } = leavePage;
  for (const answer of answers.values()) void answer.flush();
  main.replaceChildren(
    place
      ? createCoursePage(place, {
          places,
          answers,
          learner,
          signal,
          onAnswered(answer, response, verdict) {
            statements.answered(place, answer.exercise, response, verdict);
          },
          onDone: () => void tellIfComplete(place.thema),
        })
      : createStartPage({ course: wasser, answers, learner, signal }),
  );
  contents.show(wasser, place, answers, signal);
  document.body.dataset['thema'] = place?.thema.id ?? 'start';
  document.title = place ? `${place.page.title} – ${wasser.title}` : wasser.title;
  if (place) statements.experienced(place);
}

/**
 * Tells the container where the reader is: it leads back there. One that cannot is no reason to disturb
 * anybody.
 */
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

/** Asks for the answers of the open page first, for somebody waits for them. */
async function loadAnswers(here: Place | undefined): Promise<void> {
  const found = await container;
  const idsHere = here ? exercisesOf(here.page).map(({ id }) => id) : [];
  const isElsewhere = ({ exercise }: Answer) => Number(!idsHere.includes(exercise.id));
  const inOrder = [...answers.values()].sort((a, b) => isElsewhere(a) - isElsewhere(b));
  if (found) await Promise.all(inOrder.map((answer) => answer.load(found)));
  else for (const answer of inOrder) answer.practise();
}

/** What the container brings once it has answered. */
async function meetContainer(): Promise<void> {
  const found = await container;
  if (!found) {
    showNotice(
      'practice',
      'Diese Seite läuft ohne Lernplattform: Antworten werden nicht gespeichert. Lesen und ausprobieren kannst du alles.',
    );
    return;
  }
  watchSession(found, answers);
  reportUnsavedWork(found, answers.values());
  const menu = createUserMenu(learner, {
    signOut: () => signOut(found, answers),
    openCookieSettings: () => void openCookieSettings(found),
  });
  required('#header-tools').append(menu);
  void learner.meet(found);
  await afterPaint();
  // Who never hears that the content is ready only keeps its deep link longer.
  await untilDone(() => found.ready()).catch(() => {});
}

/** Resolves after the browser has painted what is on the page; a hidden page is not painted. */
function afterPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
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
  const place = placeOfFragment(wasser, location.hash);
  open(place);
  goTo(place);
});
required('.skip').addEventListener('click', (event) => {
  // Its fragment names no page.
  event.preventDefault();
  main.focus();
});
history.scrollRestoration = 'manual';

const here = firstPlace();
statements.initialized();
open(here);
if (here?.exerciseId) goTo(here);
saveInTime(answers);
const loaded = loadAnswers(here);
void meetContainer();

import type { Answer } from '../answers.ts';
import type { Course, Thema } from '../course/model.ts';
import { titlePicture } from '../course/pictures.ts';
import { el, personName, spoken } from '../dom.ts';
import type { LastPlace } from '../last-place.ts';
import { fragmentOf, placesOf } from '../navigation.ts';
import { nextPlace, progressOf } from '../progress.ts';
import { createClassProgressButton, type ClassProgressContext } from './class-progress.ts';
import { createPicture } from './course-page.ts';
import { createPageLinks } from './page-links.ts';

/** The publication around the cover. */
export interface StartPageContext extends ClassProgressContext {
  readonly course: Course;
  readonly answers: ReadonlyMap<string, Answer>;
  readonly lastPlace: LastPlace;
}

/** The cover: a greeting, the way on, and the Themen as cards. */
export function createStartPage(context: StartPageContext): HTMLElement {
  const { course, answers, learner, signal } = context;
  const greeting = el('p.greeting');
  const goOn = el('a.primary');
  const last = el('p.last-place');
  const lastLink = el('a');

  function show(): void {
    const { done, total } = progressOf(
      course.themen.flatMap(({ pages }) => pages),
      answers,
    );
    const [words, name] = learner.greeting;
    greeting.replaceChildren(words, ...(name ? [personName(name)] : []));
    goOn.href = fragmentOf(nextPlace(course, answers) ?? placesOf(course)[0]);
    const isBegun = [...answers.values()].some((answer) => answer.isBegun);
    const goOnWords =
      done === total ? 'Noch einmal ansehen' : isBegun ? 'Weiterlernen' : 'Los geht’s';
    // In WebKit a press is lost whose text is replaced before the finger is up, and each answer that loads comes here.
    if (goOn.textContent !== goOnWords) goOn.textContent = goOnWords;
    // It leads nowhere else.
    last.toggleAttribute('data-same', lastLink.href === goOn.href);
  }
  async function showLast(): Promise<void> {
    const place = await context.lastPlace.find().catch(() => undefined);
    if (!place) return;
    lastLink.href = fragmentOf(place);
    lastLink.append(place.page.title);
    last.append('Zuletzt gelesen: ', lastLink);
    show();
  }
  void showLast();
  learner.addEventListener('change', show, { signal });
  for (const answer of answers.values()) answer.addEventListener('change', show, { signal });
  show();

  return el(
    'div.start-page',
    el(
      'header.cover',
      el(
        'div.cover-text',
        greeting,
        el('h1', { tabindex: '-1' }, course.title),
        el(
          'p.lead',
          'Woher kommt der Regen? Und wer wohnt unter dem Stein im Bach? Eine Entdeckungsreise zum Lesen, Ordnen, Schreiben und Zeichnen.',
        ),
        goOn,
        last,
        // Buttons of a class come later, and last: nothing moves under a finger.
        el('div.class-links', createClassProgressButton(context)),
      ),
      el('div.cover-picture', createPicture(titlePicture)),
    ),
    el('h2.themen-title', 'Zwei Themen, sechs Seiten'),
    el(
      'div.themen',
      ...course.themen.map((thema, index) => createThemaCard(thema, index + 1, context)),
    ),
  );
}

/** A Thema with its pages as links and what is done of it. */
function createThemaCard(thema: Thema, number: number, context: StartPageContext): HTMLElement {
  const { answers, signal } = context;
  // The text beside it says the same, and says it better.
  const bar = el('progress', { 'aria-hidden': 'true' });
  const text = el('p.progress-text');

  function show(): void {
    const { done, total } = progressOf(thema.pages, answers);
    bar.max = total;
    bar.value = done;
    text.textContent =
      done === total ? 'Alles geschafft!' : `${done} von ${total} Aufgaben geschafft`;
  }
  for (const answer of answers.values()) answer.addEventListener('change', show, { signal });
  show();

  return el(
    'article',
    { class: 'thema-card', 'data-thema': thema.id },
    createPicture(thema.picture),
    el(
      'div.thema-text',
      el('h3', el('span.kicker', `Thema ${number}`), spoken(': '), thema.title),
      el('p', thema.summary),
      createPageLinks(thema, undefined, answers, signal),
      bar,
      text,
    ),
  );
}

import type { OpenClass } from '@lectern/sdk/class';
import { exercisesOf } from '../course/model.ts';
import { el, showIfNew } from '../dom.ts';
import { fragmentOf, placesOf } from '../navigation.ts';
import { classOptions, classReadingFor, noClassWords, statusOf } from './class-reading.ts';
import type { ClassContext } from './class-work.ts';
import { sharingWords, stateOf, type MemberState } from './shared-answers.ts';
import { createWithoutCourse } from './without-course.ts';

/** «Antworten der Klasse»: how much there is to read of each exercise, and the way there. */
export function createClassPage(context: ClassContext, signal: AbortSignal): HTMLElement {
  const { course, container } = context;
  const message = el('p', { class: 'notes-message', role: 'status' }, 'Wird geladen …');
  const choice = el('select');
  const label = el('label', { class: 'class-choice', hidden: true }, 'Klasse ', choice);
  const counts = new Map<string, HTMLElement>();
  const name = el('p', { class: 'class-choice', dir: 'auto' });
  const without = createWithoutCourse();
  let want = (_: string) => {};
  const list = el('div', { hidden: true }, ...createList(context, counts, (id) => want(id)));
  void (async () => {
    const found = await container;
    if (!found) {
      message.textContent = 'Ohne Lernplattform gibt es hier keine Klassen.';
      return;
    }
    const reading = classReadingFor(course, found);
    want = (id) => reading.want(id);
    let opened: OpenClass | undefined;
    let stop = () => {};
    const load = () => void (document.hidden || opened?.load());
    const show = () => {
      const { classes = [], groupId } = reading;
      const members = opened?.members ?? [];
      label.hidden = classes.length < 2;
      // Else the choice names it.
      name.textContent = classes.length === 1 ? classes[0]!.name : '';
      name.hidden = name.textContent === '';
      showIfNew(choice, classOptions(classes, groupId));
      message.textContent = {
        none: noClassWords,
        failed:
          'Die Antworten lassen sich gerade nicht laden. Bitte öffnen Sie diese Seite später noch einmal.',
        loading: 'Wird geladen …',
        ready: sharingWords(members),
      }[statusOf(reading, opened)];
      message.hidden = message.textContent === '';
      without.show(members);
      list.hidden = members.every(({ shared_since }) => shared_since === undefined);
      for (const [id, count] of counts)
        count.textContent = countWords(members.map((member) => stateOf(member, id)));
    };
    const follow = () => {
      const next = reading.open(...counts.keys());
      if (next !== opened) {
        stop();
        opened = next;
        stop = opened?.subscribe(show) ?? (() => {});
        load();
      }
      show();
    };
    choice.addEventListener('change', () => reading.chooseClass(choice.value));
    reading.addEventListener('change', follow, { signal });
    reading.addEventListener('return', load, { signal });
    signal.addEventListener('abort', () => stop());
    void reading.meetClasses();
    follow();
  })();
  return el(
    'div.notes-page.class-page',
    el('h1', { tabindex: '-1' }, 'Antworten der Klasse'),
    label,
    name,
    message,
    without.element,
    list,
  );
}

/** The exercises by page, and what counts the answers of each. A link opens them at the exercise. */
function createList(
  { course }: ClassContext,
  counts: Map<string, HTMLElement>,
  want: (exerciseId: string) => void,
): readonly HTMLElement[] {
  return placesOf(course)
    .filter(({ page }) => exercisesOf(page).length > 0)
    .flatMap((place) => [
      el('h2', `${place.thema.title}: ${place.page.title}`),
      el(
        'ul',
        ...exercisesOf(place.page).map(({ id, title }) => {
          const count = el('span.class-count');
          counts.set(id, count);
          const link = el('a', { href: fragmentOf({ ...place, exerciseId: id }) }, title);
          link.addEventListener('click', () => want(id));
          return el('li', link, count);
        }),
      ),
    ]);
}

function countWords(states: readonly MemberState[]): string {
  const count = (...kinds: readonly MemberState[]) =>
    states.filter((state) => kinds.includes(state)).length;
  const open = count('done', 'new');
  const answered = open + count('begun', 'answered');
  return [
    answered === 1 ? '1 Antwort' : `${answered} Antworten`,
    ...(open > 0 ? [`${open} ohne Rückmeldung`] : []),
  ].join(' · ');
}

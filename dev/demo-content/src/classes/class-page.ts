import { exercisesOf } from '../course/model.ts';
import { el, showIfNew } from '../dom.ts';
import { fragmentOf, placesOf } from '../navigation.ts';
import { deskFor } from './class-desk.ts';
import type { ClassContext } from './class-work.ts';
import { stateOf } from './shared-answers.ts';

/** «Antworten der Klasse»: how much there is to read of each exercise, and the way there. */
export function createClassPage(context: ClassContext, signal: AbortSignal): HTMLElement {
  const { course, container } = context;
  const message = el('p', { class: 'notes-message', role: 'status' }, 'Wird geladen …');
  const choice = el('select', {});
  const label = el('label', { class: 'class-choice', hidden: true }, 'Klasse ', choice);
  const list = el('div', {});
  const places = placesOf(course).filter(({ page }) => exercisesOf(page).length > 0);
  const ids = places.flatMap(({ page }) => exercisesOf(page).map(({ id }) => id));
  void (async () => {
    const found = await container;
    if (!found) {
      message.textContent = 'Ohne Lernplattform gibt es hier keine Klassen.';
      return;
    }
    const desk = deskFor(course, found);
    await desk.meetClasses();
    if (signal.aborted) return;
    const followed = new Set<unknown>();
    const show = () => {
      const { classes, groupId } = desk;
      label.hidden = classes.length < 2;
      showIfNew(
        choice,
        classes.map(({ group_id, name }) =>
          el('option', { value: group_id, selected: group_id === groupId }, name),
        ),
      );
      const opened = desk.openAll(ids);
      for (const part of opened) {
        if (followed.has(part)) continue;
        followed.add(part);
        const stop = part.subscribe(show);
        signal.addEventListener('abort', stop);
        void part.load();
      }
      const statuses = new Set(opened.map(({ status }) => status));
      message.textContent =
        classes.length === 0
          ? 'Sie leiten noch keine Klasse. Im Menü unter «Klassen» legen Sie eine an.'
          : statuses.has('failed')
            ? 'Die Antworten lassen sich gerade nicht laden. Bitte öffnen Sie diese Seite später noch einmal.'
            : statuses.has('loading')
              ? 'Wird geladen …'
              : '';
      message.hidden = message.textContent === '';
      const states = (id: string) =>
        opened
          .filter(({ members }) => members.length > 0)
          .flatMap(({ members }) => members.map((member) => stateOf(member, id)));
      showIfNew(
        list,
        places.flatMap((place) => [
          el('h2', {}, `${place.thema.title}: ${place.page.title}`),
          el(
            'ul',
            {},
            ...exercisesOf(place.page).map(({ id, title }) => {
              const all = states(id);
              const count = (...kinds: readonly string[]) =>
                all.filter((state) => kinds.includes(state)).length;
              const open = count('done', 'new');
              const answered = open + count('begun', 'answered');
              return el(
                'li',
                {},
                el('a', { href: fragmentOf({ ...place, exerciseId: id }) }, title),
                el(
                  'span',
                  { class: 'class-count' },
                  [
                    answered === 1 ? '1 Antwort' : `${answered} Antworten`,
                    ...(open > 0 ? [`${open} ohne Rückmeldung`] : []),
                  ].join(' · '),
                ),
              );
            }),
          ),
        ]),
      );
    };
    choice.addEventListener('change', () => desk.chooseClass(choice.value));
    desk.addEventListener('change', show, { signal });
    show();
  })();
  return el(
    'div',
    { class: 'notes-page class-page' },
    el('h1', { tabindex: '-1' }, 'Antworten der Klasse'),
    label,
    message,
    list,
  );
}

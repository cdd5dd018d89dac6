import type { MatchPlaceExercise } from '../course/model.ts';
import { el, spoken } from '../dom.ts';
import { targetAttribute } from './dragging.ts';
import type { Changed, ExerciseView } from './exercise.ts';
import { mark } from './marks.ts';
import { createPool, keyboardHelp, Placing } from './placing.ts';

/** Cards sorted into places. The answer is an object: card id → place id. */
export function createMatchPlace(exercise: MatchPlaceExercise, changed: Changed): ExerciseView {
  const cards = exercise.cards.map(({ id, text }) => ({
    id,
    button: el('button', { type: 'button', class: 'card' }, text),
  }));
  const pool = createPool('Karten');
  const places = exercise.places.map(({ id, name }) => {
    const holder = el('div.place-cards');
    const drop = el(
      'button',
      { type: 'button', class: 'drop' },
      'Hier ablegen',
      spoken(`: ${name}`),
    );
    const area = el(
      'div',
      { class: 'place', role: 'group', 'aria-label': name, [targetAttribute]: id },
      // The group's label says the name already.
      el('p', { class: 'place-name', 'aria-hidden': 'true' }, name),
      holder,
      drop,
    );
    return { id, holder, drop, area };
  });

  function draw(): void {
    for (const { id, button } of cards) {
      mark(button, undefined);
      button.setAttribute('aria-pressed', String(placing.picked === id));
      const home = places.find((place) => place.id === placing.placed[id])?.holder ?? pool.element;
      // Moving an element takes the focus from it, so it moves only when it must.
      if (button.parentElement !== home) home.append(button);
    }
    pool.show(cards.every(({ id }) => id in placing.placed));
    element.toggleAttribute('data-picking', placing.picked !== undefined);
  }

  const placing = new Placing(
    {
      cards: exercise.cards,
      targets: exercise.places,
      onePerTarget: false,
      draw,
      buttonOfCard: (card) => cards.find(({ id }) => id === card)?.button,
      buttonOfTarget: (target) => places.find(({ id }) => id === target)?.drop,
    },
    changed,
  );
  for (const { id, button } of cards) placing.bindCard(button, () => id);
  for (const { id, drop } of places) placing.bindTarget(drop, id);

  const element = el(
    'div.match-place',
    pool.element,
    el('div.places', ...places.map(({ area }) => area)),
    keyboardHelp(),
  );
  draw();

  return placing.view(element, exercise.solution, (parts) => {
    for (const { id, button } of cards) mark(button, parts[id]);
  });
}

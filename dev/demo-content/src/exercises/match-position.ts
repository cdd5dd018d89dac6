import type { MatchPositionExercise } from '../course/model.ts';
import { el, spoken } from '../dom.ts';
import { targetAttribute } from './dragging.ts';
import type { Changed, ExerciseView } from './exercise.ts';
import { mark } from './marks.ts';
import { createPool, keyboardHelp, Placing } from './placing.ts';

/**
 * Labels put to positions of a picture. The answer is an object: label id → position id. Where the
 * picture is too narrow for words, the markers show numbers and a list below says what lies there.
 */
export function createMatchPosition(
  exercise: MatchPositionExercise,
  changed: Changed,
): ExerciseView {
  const labels = exercise.labels.map(({ id, text }) => ({
    id,
    text,
    button: el('button', { type: 'button', class: 'card' }, text),
  }));
  const markers = exercise.positions.map(({ id, x, y, name }, index) => {
    const label = el('span.marker-label');
    const entry = el('li');
    const button = el(
      'button',
      { type: 'button', class: 'marker', [targetAttribute]: id },
      spoken('Stelle '),
      el('span.marker-number', String(index + 1)),
      spoken(`, ${name}: `),
      label,
    );
    // Percentages, so that the markers stay in place at every size of the picture.
    button.style.left = `${x}%`;
    button.style.top = `${y}%`;
    return { id, name, button, label, entry };
  });

  const pool = createPool('Wörter', ...labels.map(({ button }) => button));

  function draw(): void {
    pool.show(labels.every(({ id }) => id in placing.placed));
    for (const { id, button } of labels) {
      button.hidden = id in placing.placed;
      button.setAttribute('aria-pressed', String(placing.picked === id));
    }
    for (const { id, button, label, entry } of markers) {
      const card = placing.cardAt(id);
      const text = labels.find((candidate) => candidate.id === card)?.text;
      mark(button, undefined);
      mark(entry, undefined);
      label.replaceChildren(text ?? spoken('leer'));
      entry.replaceChildren(text ?? '…');
      button.toggleAttribute('data-filled', card !== undefined);
      button.setAttribute('aria-pressed', String(card !== undefined && placing.picked === card));
    }
    element.toggleAttribute('data-picking', placing.picked !== undefined);
  }

  const placing = new Placing(
    {
      cards: exercise.labels,
      targets: exercise.positions,
      onePerTarget: true,
      draw,
      buttonOfCard: (card) =>
        card in placing.placed
          ? markers.find(({ id }) => id === placing.placed[card])?.button
          : labels.find(({ id }) => id === card)?.button,
      buttonOfTarget: (target) => markers.find(({ id }) => id === target)?.button,
    },
    changed,
  );
  for (const { id, button } of labels) placing.bindCard(button, () => id);
  // A filled marker is both: a card to pick up, and a target for another card.
  for (const { id, button } of markers) {
    placing.bindCard(button, () => placing.cardAt(id));
    placing.bindTarget(button, id);
  }

  const { source, alt, width, height } = exercise.picture;
  const image = el('img', { src: source, alt, width: String(width), height: String(height) });
  const element = el(
    'div.match-position',
    pool.element,
    el('div.sheet', image, ...markers.map(({ button }) => button)),
    // The markers themselves say all of it to screen readers.
    el('ol', { class: 'legend', 'aria-hidden': 'true' }, ...markers.map(({ entry }) => entry)),
    keyboardHelp(),
  );
  draw();

  return placing.view(element, exercise.solution, (parts) => {
    for (const { id, button, entry } of markers) {
      const card = placing.cardAt(id);
      for (const part of [button, entry]) mark(part, card === undefined ? undefined : parts[card]);
    }
  });
}

import { announce } from '../announce.ts';
import type { SketchpadExercise } from '../course/model.ts';
import { el, spoken } from '../dom.ts';
import { Drawing, pens } from './drawing.ts';
import type { Changed, ExerciseView } from './exercise.ts';
import { drawByKeyboard } from './sketch-keyboard.ts';
import { drawByPointer } from './sketch-pointer.ts';
import { Sketch } from './sketch.ts';
import { eraser, type Point } from './strokes.ts';

/**
 * A sheet to draw on, with pointer or keyboard, and a text for who prefers to describe. The answer
 * is `{strokes, description}`; see `strokes.ts` for the strokes.
 */
export function createSketchpad(exercise: SketchpadExercise, changed: Changed): ExerciseView {
  const sketch = new Sketch();
  const helpId = `${exercise.id}-help`;
  const canvas = el('canvas', {
    tabindex: '0',
    // Arrow keys and space belong to the sheet, not to the screen reader.
    role: 'application',
    'aria-label': 'Zeichenfläche',
    'aria-describedby': helpId,
  });
  const drawing = new Drawing(canvas);
  const sheet = el('div.drawing-sheet', canvas);
  const tools = el(
    'div',
    { class: 'pens', role: 'radiogroup', 'aria-label': 'Stift' },
    ...pens.map(({ name, colour }, pen) => toolOption(exercise.id, pen, name, colour)),
    toolOption(exercise.id, eraser, 'Radiergummi'),
  );
  const undo = el('button', { type: 'button', class: 'quiet' }, 'Rückgängig');
  const clear = el('button', { type: 'button', class: 'quiet' }, 'Alles löschen');
  const full = el('p', { class: 'length-limit', role: 'status' });
  const description = el('textarea', { rows: '2', maxlength: '4000' });

  const chosenPen = () =>
    Number(tools.querySelector<HTMLInputElement>('input:checked')?.value ?? 0);

  function show(): void {
    drawing.show(sketch.strokes, sketch.isDrawing);
    const fullWords = sketch.isFull ? 'Das Blatt ist voll. «Rückgängig» macht wieder Platz.' : '';
    // Screen readers say a text again that is set again.
    if (full.textContent !== fullWords) full.textContent = fullWords;
    // Disabled, they would lose the focus.
    undo.setAttribute('aria-disabled', String(!sketch.canUndo));
    clear.setAttribute('aria-disabled', String(sketch.isEmpty));
  }

  function update(): void {
    show();
    changed();
  }

  function begin(point: Point, pen = chosenPen()): void {
    sketch.begin(pen, point);
    update();
  }

  const hooks = { begin, update, isDisabled: () => isDisabled(canvas) };
  drawByPointer(canvas, sketch, { ...hooks, show, pointAt: (event) => drawing.pointAt(event) });
  drawByKeyboard(canvas, sheet, sketch, hooks);

  undo.addEventListener('click', () => {
    if (!sketch.canUndo) return;
    sketch.undo();
    update();
  });
  clear.addEventListener('click', () => {
    if (sketch.isEmpty) return;
    sketch.clear();
    update();
    announce('Alles gelöscht. «Rückgängig» holt die Zeichnung zurück.');
  });
  description.addEventListener('input', changed);
  show();

  return {
    element: el(
      'div.sketchpad',
      el('div.tools', tools, el('div.tool-buttons', undo, clear)),
      sheet,
      full,
      el(
        'p',
        { class: 'keyboard-help', id: helpId },
        'Mit der Tastatur: Pfeiltasten bewegen den Stift (mit Umschalttaste schneller), die Leertaste setzt ihn auf und ab, Strg+Z macht rückgängig.',
      ),
      el('label.description', 'In Worten (freiwillig)', description),
    ),
    value: () => ({ strokes: sketch.encoded(), description: description.value }),
    restore(saved) {
      if (typeof saved !== 'object' || saved === null) return;
      if ('strokes' in saved) sketch.restore(saved.strokes);
      if ('description' in saved && typeof saved.description === 'string')
        description.value = saved.description;
      show();
    },
    response() {
      const count = sketch.strokes.length;
      const drawn =
        count === 0 ? '' : `Zeichnung mit ${count === 1 ? '1 Strich' : `${count} Strichen`}`;
      return [drawn, description.value.trim()].filter(Boolean).join(': ');
    },
  };
}

function toolOption(group: string, pen: number, name: string, colour?: string): HTMLElement {
  const swatch = el('span', { class: colour ? 'swatch' : 'swatch eraser', title: name });
  if (colour) swatch.style.backgroundColor = colour;
  const input = el('input', {
    type: 'radio',
    name: `${group}-pen`,
    value: String(pen),
    checked: pen === 0,
  });
  return el('label', input, swatch, spoken(name));
}

/** A canvas is no form control, so it has to ask whether its fieldset is disabled. */
function isDisabled(canvas: HTMLCanvasElement): boolean {
  return canvas.closest('fieldset')?.disabled ?? false;
}

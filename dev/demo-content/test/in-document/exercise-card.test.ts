// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { Answer } from '../../src/answers.ts';
import { wasser } from '../../src/course/wasser.ts';
import { exercisesOf } from '../../src/course/model.ts';
import { placesOf } from '../../src/navigation.ts';
import { createExerciseCard } from '../../src/views/exercise-card.ts';

const exercise = placesOf(wasser)
  .flatMap(({ page }) => exercisesOf(page))
  .find(({ answerType, hint }) => answerType === 'match_keyboard' && hint)!;
let card: HTMLElement;
let told: string[];

beforeEach(() => {
  const answer = new Answer(wasser, exercise);
  answer.practise();
  told = [];
  card = createExerciseCard(answer, {
    onBegun() {},
    onAnswered: (_answer, response) => void told.push(response),
    onDone() {},
    signal: new AbortController().signal,
  });
});

function write(word: string): void {
  const gap = card.querySelector<HTMLInputElement>('.gap input')!;
  gap.value = word;
  gap.dispatchEvent(new Event('input', { bubbles: true }));
}
const press = (detail = 1) =>
  card.querySelector('footer button')!.dispatchEvent(new MouseEvent('click', { detail }));
const hint = () => card.querySelector('.hint');

describe('«Prüfen»', () => {
  it('tells a double click once', () => {
    write('Mond');
    press(1);
    press(2);
    expect(told).toHaveLength(1);
  });

  it('takes each wrong answer for one try, however often it is pressed', () => {
    write('Mond');
    press();
    press();
    press(0);
    expect(hint()).toBeNull();
    write('Stern');
    press();
    expect(hint()).not.toBeNull();
  });
});

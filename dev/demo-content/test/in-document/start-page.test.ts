// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { newScene } from './scene.ts';

it('the way on is called so once something is begun, also where all of it was handed back', async () => {
  const { context } = await newScene(false);
  const { createStartPage } = await import('../../src/views/start-page.ts');
  const page = createStartPage({
    ...context,
    lastPlace: { find: async () => undefined },
    openProgress() {},
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof createStartPage>[0]);
  const wayOn = () => page.querySelector('a.primary')!.textContent;
  expect(wayOn()).toBe('Los geht’s');
  const answer = context.answers.get('bach-brief')!;
  answer.practise();
  answer.enter('Lieber Bach');
  answer.finish(true);
  expect(wayOn()).toBe('Weiterlernen');
  answer.isHandedBack = true;
  expect(answer.isDone).toBe(false);
  expect(wayOn()).toBe('Weiterlernen');
});

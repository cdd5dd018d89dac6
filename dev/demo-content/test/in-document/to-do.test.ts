// @vitest-environment happy-dom
import type { Assignment } from '@lectern/sdk';
import { beforeEach, expect, it, vi } from 'vitest';
import { newScene, own } from './scene.ts';

beforeEach(() => void vi.useFakeTimers());

/** Opens the cover, and waits for some minutes. @returns what is to do, and how often it was read */
async function openCover(isTeacher: boolean, assignments: readonly Assignment[]) {
  const { container, context } = await newScene(isTeacher);
  container.own = { served_at: '2026-11-29T08:00:00Z', assignments };
  const reads = vi.spyOn(container, 'getAssignments');
  const { startAssignmentWork } = await import('../../src/assignments/assignment-work.ts');
  const cover = Object.assign(document.createElement('div'), { className: 'cover' });
  const page = document.createElement('div');
  page.append(cover);
  const controller = new AbortController();
  await startAssignmentWork(page, context, controller.signal);
  await vi.advanceTimersByTimeAsync(200_000);
  controller.abort();
  const list = page.querySelector<HTMLElement>('.to-do');
  const shown = { isShown: list?.hidden === false, reads: reads.mock.calls.length };
  return { list, shown };
}

it.each([
  ['a teacher who is no pupil anywhere', true, [], { isShown: false, reads: 1 }],
  ['a teacher who is a pupil elsewhere', true, ['Brief'], { isShown: true, reads: 4 }],
  ['a pupil without an assignment', false, [], { isShown: false, reads: 4 }],
  ['a pupil', false, ['Brief'], { isShown: true, reads: 4 }],
] as const)('what is to do is read for %s', async (_, isTeacher, titles, expected) => {
  expect((await openCover(isTeacher, titles.map(own))).shown).toEqual(expected);
});

it('what the service counts as done is said to be made, whatever its score', async () => {
  const { list } = await openCover(false, [{ ...own('Brief'), done_targets: [0] }]);
  expect(list!.querySelector('.tick')!.textContent).toBe('✓Gemacht: ');
});

it.each([
  [8, 8, undefined],
  [9, 8, '1 weitere'],
  [200, 8, '192 weitere'],
])('of %i assignments the cover shows %i at once', async (count, atOnce, words) => {
  const titles = Array.from({ length: count }, (_, number) => `Auftrag ${number}`);
  const { list } = await openCover(false, titles.map(own));
  expect(list!.querySelectorAll(':scope > ul > li')).toHaveLength(atOnce);
  const more = list!.querySelector('details')!;
  expect(more.hidden ? undefined : more.querySelector('summary')!.textContent).toBe(words);
  expect(more.querySelectorAll('li[data-state]')).toHaveLength(count - atOnce);
  expect(more.open).toBe(false);
});

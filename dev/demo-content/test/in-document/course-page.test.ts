// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { placesOf } from '../../src/navigation.ts';
import { PageNotes } from '../../src/notes/page-notes.ts';
import { newScene } from './scene.ts';

it.each([
  ['a pupil', false],
  ['a teacher', true],
])('hints for teachers are seen by %s: %s', async (_, isTeacher) => {
  const { context } = await newScene(isTeacher);
  const { createCoursePage } = await import('../../src/views/course-page.ts');
  const places = placesOf(context.course);
  const page = createCoursePage(places[0]!, {
    ...context,
    places,
    notes: new PageNotes(context.course, places[0]!),
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof createCoursePage>[1]);
  expect(page.querySelector<HTMLElement>('.teacher-hints')!.hidden).toBe(!isTeacher);
});

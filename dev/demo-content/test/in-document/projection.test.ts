// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { isProjected, project } from '../../src/room/projection.ts';

/** The browser shows this alone, or nothing any more. */
function fill(element: Element | null): void {
  Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true });
  document.dispatchEvent(new Event('fullscreenchange'));
}

it('a projection ends with the full screen, and with that of a film only where it has one itself', () => {
  document.body.replaceChildren(document.createElement('button'), document.createElement('video'));
  const [opener, film] = document.body.querySelectorAll<HTMLElement>('button, video');
  project(opener!);
  fill(film!);
  fill(null);
  expect(isProjected()).toBe(true);
  fill(document.documentElement);
  fill(film!);
  fill(document.documentElement);
  expect(isProjected()).toBe(true);
  fill(null);
  expect(isProjected()).toBe(false);
  expect(document.activeElement).toBe(opener);
});

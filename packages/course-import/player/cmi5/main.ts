import { connect, untilDone } from '@lectern/sdk';
import {
  cmi5StructureFile,
  outlineOf,
  type Cmi5Structure,
  type OutlineNode,
} from '../../src/cmi5-structure.ts';
import { courseFormat, type Cmi5Course } from '../../src/course.ts';
import { button, element, required } from '../views/dom.ts';
import { showNotice } from '../views/notices.ts';
import { CourseControl } from './course-control.ts';
import { CoursePage } from './course-page.ts';
import { speak, texts } from '../texts/texts.ts';

/*
 * Start page of a course by cmi5: what there is, how far the learner is, and the way into each unit. A unit
 * takes the page's place in the container, and leads back to it.
 */

async function start(): Promise<void> {
  const [course, structure, container] = await Promise.all([
    load<Cmi5Course>('course.json'),
    load<Cmi5Structure>(cmi5StructureFile),
    connect().catch(() => undefined),
  ]);
  if (container) speak(container.locale);
  if (course.format !== courseFormat)
    throw new Error(`course.json has format ${String(course.format)}.`);
  const outline: readonly OutlineNode[] = outlineOf(structure);
  const page = new CoursePage(
    { title: structure.title, description: structure.description, outline },
    container?.locale ?? document.documentElement.lang,
  );
  if (!container) {
    page.show();
    showNotice('outside', texts.startPage.outside);
    return;
  }
  const control = new CourseControl(container, course, page);
  await control.start();
  await untilDone(() => container.ready()).catch(() => {});
}

async function load<T>(file: string): Promise<T> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return (await answer.json()) as T;
}

// A page that the browser's way back brings from its cache has lost its container.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

speak(navigator.language);
start().catch((error: unknown) => {
  console.error(error);
  required('main').replaceChildren(
    element(
      'div',
      { class: 'message' },
      element('p', {}, texts.player.courseMissing),
      button(texts.player.tryAgain, 'primary', () => location.reload()),
    ),
  );
});

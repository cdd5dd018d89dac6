import { connect, deepLink, untilDone } from '@lectern/sdk';
import { courseFormat, type Course, type H5pCourse } from '../src/course.ts';
import { practiceBridge } from './keeping/bridge.ts';
import type { CourseRecord } from './keeping/course-record.ts';
import { Player, type Standard } from './player.ts';
import { speak, texts } from './texts/texts.ts';
import { button, element, required } from './views/dom.ts';
import { endParentsHere } from './views/item-window.ts';
import { showNotice } from './views/notices.ts';

/* Start of the player: the course that lies beside this page, for the learner whom the container names. */

async function start(): Promise<void> {
  const [course, container] = await Promise.all([loadCourse(), connect().catch(() => undefined)]);
  if (container) speak(container.locale);
  const bridge = container ?? practiceBridge;
  if (!container) showNotice('practice', texts.player.practice);
  if (course.standard === 'h5p') {
    const { H5pPlayer } = await import('./h5p/h5p-player.ts');
    const player = new H5pPlayer(course, bridge);
    container?.on('teardown', () => void player.suspend());
    await player.start();
  } else {
    const player = new Player(course, bridge);
    endParentsHere();
    container?.on('teardown', () => void player.suspend());
    await player.start(
      (shown, record) => standardFor(course, shown, record),
      deepLink().exerciseGroupId,
    );
  }
  if (container) await untilDone(() => container.ready()).catch(() => {});
}

async function loadCourse(): Promise<Course | H5pCourse> {
  const answer = await fetch('course.json');
  if (!answer.ok) throw new Error(`course.json: ${answer.status}`);
  const course = (await answer.json()) as { readonly format: unknown };
  if (course.format !== courseFormat)
    throw new Error(`course.json has format ${String(course.format)}.`);
  return course as Course | H5pCourse;
}

/** Only what the course's standard needs is loaded: the libraries are large. */
async function standardFor(
  course: Course,
  player: Player,
  record: CourseRecord,
): Promise<Standard> {
  if (course.standard === 'scorm-1.2') {
    const [{ scorm12 }, { LinearNavigation }] = await Promise.all([
      import('./runtime/scorm12.ts'),
      import('./navigation/linear.ts'),
    ]);
    const statusOf = ({ storeId }: { readonly storeId: string }) => record.statusOf(storeId);
    return { runtime: scorm12, navigation: new LinearNavigation(course.items, statusOf) };
  }
  const { SequencedNavigation } = await import('./navigation/sequenced.ts');
  const navigation = new SequencedNavigation(
    course,
    (item) => player.delivered(item),
    (isSuspended) => player.ended(isSuspended),
  );
  navigation.restore(record.sequencing, ({ storeId }) => record.statusOf(storeId));
  return { runtime: navigation.runtime, navigation };
}

/** A learner whose state cannot be read gets no course to overwrite it with. */
function fail(error: unknown): void {
  console.error(error);
  const text =
    error instanceof TypeError || !(error instanceof Error && error.name === 'BridgeError')
      ? texts.player.courseMissing
      : texts.player.stateMissing;
  required('main').replaceChildren(
    element(
      'div',
      { class: 'message' },
      element('p', {}, text),
      button(texts.player.tryAgain, 'primary', () => location.reload()),
    ),
  );
}

speak(navigator.language);
start().catch(fail);

import type { RunHost } from '../player/runtime/runtime.ts';
import type { Course, CourseItem } from '../src/course.ts';

/* An item, the course that has it alone, its learner, and a host that follows nothing. */

export const item: CourseItem = {
  id: 'I',
  storeId: 'I',
  title: 'Regen',
  isVisible: true,
  launch: 'content/i.html',
  isSco: true,
  launchData: 'vom Kurs',
  masteryScore: '80',
  children: [],
};
export const course: Course = {
  format: 2,
  standard: 'scorm-2004',
  title: 'Wasser',
  courseId: 'M',
  issueId: '1',
  activityBase: 'urn:x',
  organization: { id: 'O', storeId: 'O' },
  items: [item],
};
export const learner = { id: 'demo-mia', name: 'Keller, Mia' };
export const idleHost: RunHost = {
  began() {},
  changed() {},
  commit: () => undefined,
  ended() {},
  refused() {},
  navigate() {},
};

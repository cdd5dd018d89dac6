/* One chunk of what nobody needs before the first page: see `load-later.ts`. */
export { startAssignmentWork } from './assignments/assignment-work.ts';
export { createAssignmentsPage } from './assignments/assignments-page.ts';
export { createClassPage } from './classes/class-page.ts';
export { startClassWork } from './classes/class-work.ts';
export { createFeedbackPage } from './classes/feedback-page.ts';
export { createNotesPage } from './notes/notes-page.ts';
export { startReadingTools } from './reading/reading-tools.ts';
export { startRoomTools } from './room/room-tools.ts';
export { createSearchPage } from './search/search-page.ts';

/* Questions about courses for other services (docs/decisions/0049-boundaries.md). */

export {
  coursesBesides,
  createExercisesOfIssue,
  type CourseExercise,
  type PublishedIssue,
} from './course-exercises.ts';
export {
  classFeedbackTimes,
  ownFeedbackTimes,
  type FeedbackTimes,
} from './feedback/feedback-times.ts';
export { currentFiles, isPublicNow } from './publishing/files.ts';
export { currentIssues, publishedCourses, type CurrentIssue } from './published.ts';
export { writtenSince } from './written-since.ts';

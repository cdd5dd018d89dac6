import { identifier } from './contract.ts';
import { either, object, type Shape } from './shape.ts';

/*
 * Where the work of a user belongs (specification, section 3).
 */

export const course = { course_id_dto: object({ course_id: identifier }) };
export const issue = { issue_id_dto: object({ issue_id: identifier }) };
const topic = { topic_dto: object({ topic_id: identifier }) };
export const exercise = { exercise_dto: object({ exercise_id: identifier }) };

/** A topic or an exercise of an issue, with more members beside. */
export function scopedWith<M extends Readonly<Record<string, Shape<unknown>>>>(more: M) {
  return either(
    object({ ...course, ...issue, ...topic, ...more }),
    object({ ...course, ...issue, ...exercise, ...more }),
  );
}

/** Place in a course where tests keep items that are about nothing. */
export const someModel = {
  course_id_dto: { course_id: 'c' },
  issue_id_dto: { issue_id: 'i' },
  exercise_dto: { exercise_id: 'e' },
};

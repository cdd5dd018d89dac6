import { step, type Step } from './school.ts';

/** A pupil searches in an issue and in the whole course, and is taken out of the search. */
export function searchSteps(): readonly Step[] {
  const course = { subject: 'pupil', course_id_dto: { course_id: 'wasser' } };
  const issue = { ...course, issue_id_dto: { issue_id: 'wasser-2026' } };
  const query = 'eins "zwei drei"';
  return [
    step('clag', 'searchAutocomplete', 'pupil', (content) =>
      content.searchAutocomplete({ body: { ...issue, prefix: 'wass' } }),
    ),
    step('clag', 'searchAutocomplete', 'pupil', (content) =>
      content.searchAutocomplete({ body: { ...course, prefix: 'wass' } }),
    ),
    step('clag', 'searchCourse', 'pupil', (content) =>
      content.searchCourse({ body: { ...issue, query } }),
    ),
    step('clag', 'searchCourse', 'pupil', (content) =>
      content.searchCourse({ body: { ...course, query } }),
    ),
    step('clag', 'searchDelete', 'pupil', (content) => content.searchDelete({ body: course })),
  ];
}

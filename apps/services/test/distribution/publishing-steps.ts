import { beginOf, sha256, smallIssue, type Publication } from '../publishing/publication.ts';
import { schoolClass } from './school-class.ts';
import { step, type Step } from './school.ts';

const { course_id, issue_id } = smallIssue;
const issue = { course_id, issue_id };
const scope = { course_id_dto: { course_id }, issue_id_dto: { issue_id } };
const texts = [...smallIssue.topics, ...smallIssue.exercises].flatMap(({ text }) => text ?? []);
const file = {
  path: 'see.svg',
  content_hash: sha256('see'),
  size_in_bytes: 3,
  media_type: 'image/svg+xml',
  is_public: false,
};

/** A publisher brings an issue in twice and takes the second back; a pupil and a teacher read it. */
export function publishingSteps(): readonly Step[] {
  const begin = (publication: Publication) =>
    step('clag', 'publishingBegin', 'administrator', (clag) =>
      clag.publishingBegin({ body: beginOf(publication) }),
    );
  const switchOver = (version: number) =>
    step('clag', 'publishingSwitchOver', 'administrator', (clag) =>
      clag.publishingSwitchOver({
        body: { ...issue, version, expected_current_version: version - 1 },
      }),
    );
  const reference = { course_reference: course_id, issue_reference: issue_id };
  return [
    begin(smallIssue),
    step('clag', 'publishingAddTexts', 'administrator', (clag) =>
      clag.publishingAddTexts({ body: { ...issue, version: 1, texts } }),
    ),
    switchOver(1),
    begin({ ...smallIssue, title: 'Neu' }),
    switchOver(2),
    step('clag', 'publishingRollBack', 'administrator', (clag) =>
      clag.publishingRollBack({ body: { ...issue, expected_current_version: 2 } }),
    ),
    begin({ ...smallIssue, files: [file] }),
    step('clag', 'publishingAddFiles', 'administrator', (clag) =>
      clag.publishingAddFiles({ body: { ...issue, version: 3, files: [file] } }),
    ),
    step('clag', 'publishingList', 'administrator', (clag) =>
      clag.publishingList({ body: { mandant_identifier: smallIssue.mandant_identifier } }),
    ),
    step('clag', 'publishingGetFiles', 'pupil', (clag) =>
      clag.publishingGetFiles({ body: { ...issue, paths: [file.path] } }),
    ),
    step('clag', 'topicTocGetAttributesForIssue', 'pupil', (clag) =>
      clag.topicTocGetAttributesForIssue({
        body: { subject: 'pupil', ...scope, with_conflict_copies: true },
      }),
    ),
    step('clag', 'exerciseTocGetAttributesForIssueAndGroup', 'teacher', (clag) => {
      const { provider_id, group_id } = schoolClass;
      const group_dto = { provider_id, group_id };
      return clag.exerciseTocGetAttributesForIssueAndGroup({
        body: { subject: 'teacher', ...scope, group_dto },
      });
    }),
    step('clag', 'linkResolveTopic', 'pupil', (clag) =>
      clag.linkResolveTopic({ body: { ...reference, topic_reference: 'ufer-1' } }),
    ),
    step('clag', 'linkResolveExercise', 'pupil', (clag) =>
      clag.linkResolveExercise({ body: { ...reference, exercise_reference: 'enten' } }),
    ),
  ];
}

import { bookmark, essay, exercise_dto, newId, page, topic_dto } from '../items/writers.ts';
import { schoolClass } from './school-class.ts';
import { step, type Step } from './school.ts';

/** A pupil writes in an issue, changes it again, hears of its teacher, and has two devices exchange it. */
export function contentSteps(): readonly Step[] {
  const issue = {
    course_id_dto: { course_id: 'wasser' },
    issue_id_dto: { issue_id: 'wasser-2026' },
  };
  const own = { subject: 'pupil', ...issue, with_conflict_copies: true };
  const { with_conflict_copies: _, ...writing } = own;
  const exercise_ids = [exercise_dto.exercise_id];
  const marks = [bookmark(newId(), 'Pfütze')];
  const { group_id } = schoolClass;
  const shared = { basic_answer_type: 'essay', text: 'zwei', shared_text: 'zwei' } as const;
  const feedback = [
    {
      ...exercise_dto,
      answer_id: 'a',
      feedback_id: newId(),
      answer_version: 2,
      content: { feedback_kind: 'seen' } as const,
      version: 0,
    },
  ];
  const local_store_items = [{ segment: 's', key: 'k', value: '1' }];
  return [
    step('clag', 'annotationsSaveForTopic', 'pupil', (content) =>
      content.annotationsSaveForTopic({ body: { ...writing, topic_dto, bookmarks: marks } }),
    ),
    step('clag', 'annotationsGetForTopic', 'pupil', (content) =>
      content.annotationsGetForTopic({ body: { ...own, topic_dto } }),
    ),
    step('clag', 'annotationsSaveForExercise', 'pupil', (content) =>
      content.annotationsSaveForExercise({ body: { ...writing, exercise_dto, bookmarks: marks } }),
    ),
    step('clag', 'annotationsGetForExercise', 'pupil', (content) =>
      content.annotationsGetForExercise({ body: { ...own, exercise_dto } }),
    ),
    step('clag', 'exerciseSaveUserData', 'pupil', (content) =>
      content.exerciseSaveUserData({ body: { ...writing, answers: [essay('a', 'eins')] } }),
    ),
    step('clag', 'exerciseSaveAndGetUserData', 'pupil', (content) =>
      content.exerciseSaveAndGetUserData({
        body: { ...own, exercise_ids, answers: [{ ...essay('a', 'zwei'), content: shared }] },
      }),
    ),
    step('clag', 'exerciseGetUserData', 'pupil', (content) =>
      content.exerciseGetUserData({ body: { ...own, exercise_ids } }),
    ),
    step('clag', 'exerciseGetForGroup', 'teacher', (content) =>
      content.exerciseGetForGroup({
        body: { subject: 'teacher', ...issue, group_id, exercise_ids, with_earlier_versions: true },
      }),
    ),
    step('clag', 'feedbackSaveForMember', 'teacher', (content) =>
      content.feedbackSaveForMember({
        body: { subject: 'teacher', ...issue, group_id, member_subject: 'pupil', feedback },
      }),
    ),
    step('clag', 'feedbackGetForIssue', 'pupil', (content) =>
      content.feedbackGetForIssue({
        body: { subject: 'pupil', ...issue, with_earlier_versions: true },
      }),
    ),
    step('clag', 'exerciseDeleteUserData', 'pupil', (content) =>
      content.exerciseDeleteUserData({ body: { ...writing, exercise_ids } }),
    ),
    step('clag', 'userTopicSaveData', 'pupil', (content) =>
      content.userTopicSaveData({ body: { ...writing, user_topics: [page('own', '<p>x</p>')] } }),
    ),
    step('clag', 'userTopicGetData', 'pupil', (content) => content.userTopicGetData({ body: own })),
    step('clag', 'topicTocSaveAttributesForTopic', 'pupil', (content) =>
      content.topicTocSaveAttributesForTopic({
        body: { ...writing, topic_attributes: { topic_id: 't', is_done: true, version: 0 } },
      }),
    ),
    step('clag', 'localStoreItemSetForModel', 'pupil', (content) =>
      content.localStoreItemSetForModel({ body: { ...issue, topic_dto, local_store_items } }),
    ),
    step('clag', 'localStoreItemGetForModel', 'pupil', (content) =>
      content.localStoreItemGetForModel({ body: { ...issue, topic_dto } }),
    ),
    step('clag', 'cloudSynchForIssue', 'pupil', (content) =>
      content.cloudSynchForIssue({
        body: {
          ...own,
          changes: { models: [{ topic_dto, bookmarks: [bookmark(newId(), 'Bach')] }] },
        },
      }),
    ),
    step('clag', 'cloudSynchForIssue', 'pupil', (content) =>
      content.cloudSynchForIssue({ body: own }),
    ),
  ];
}

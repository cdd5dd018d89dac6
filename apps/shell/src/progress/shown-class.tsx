import type { MemberExercise } from '@lectern/sdk/protocol';
import { createContext } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import type { Choice } from './choice.ts';
import type { Outline } from './progress-source.ts';

/** Leads the content to a pupil's answers; absent where the content does not take that. */
export const AnswerDoor = createContext<((place: MemberExercise) => void) | undefined>(undefined);

/** @param leave Closes what lies over the content. */
export function doorToAnswers({ able, emit }: Pick<Bridge, 'able' | 'emit'>, leave: () => void) {
  if (!able?.('class-answers')) return undefined;
  return (place: MemberExercise) => {
    leave();
    emit('open-answer', place);
  };
}

/** The class in the table, and the issue whose exercises it shows. */
export const ShownClass = createContext<
  Omit<MemberExercise, 'exercise_dto' | 'member_subject'> | undefined
>(undefined);

/** The class of a choice; nothing where it is the user alone. */
export function classOf({ course_id, group_id }: Choice, { issue_id }: Outline) {
  if (group_id === undefined) return undefined;
  return { course_id_dto: { course_id }, issue_id_dto: { issue_id }, group_id };
}

import type { ClassMember, Feedback, SharedAnswer } from '@lectern/sdk';
import type { AnswerValue } from '@lectern/sdk/answers';
import type { Exercise } from '../course/model.ts';
import { keptOf, type Kept } from '../exercises/answer-values.ts';
import { groupBy } from '../group-by.ts';
import { inOrder } from '../in-order.ts';

/** An answer as a teacher reads it, in the form of the exercise's own view. */
export function keptOfShared(exercise: Exercise, answers: readonly SharedAnswer[]): Kept {
  const values = answers.map(({ answer_id, content, is_done, score_in_percent }) => {
    const value: AnswerValue = {
      content:
        content.basic_answer_type === 'essay' ? { ...content, text: content.shared_text } : content,
      is_done,
      ...(score_in_percent !== undefined && { score_in_percent }),
    };
    return [answer_id, value] as const;
  });
  return keptOf(exercise, Object.fromEntries(values));
}

/** A pupil of a class, or one who has left it since it was read. */
export interface ShownMember extends ClassMember {
  readonly has_left?: true;
}

/** How far a pupil is with an exercise, for its teacher. */
export type MemberState =
  | 'left'
  | 'without'
  | 'unshared'
  | 'nothing'
  | 'begun'
  | 'done'
  | 'new'
  | 'answered';

export const stateWords: Readonly<Record<MemberState, string>> = {
  left: 'lernt nicht mehr hier',
  without: 'ohne diesen Kurs',
  unshared: 'teilt nicht',
  nothing: 'noch nichts',
  begun: 'angefangen',
  done: 'fertig',
  new: 'neu geschrieben',
  answered: 'Rückmeldung gegeben',
};

/** @param exerciseId Of the exercise, where the member's answers are to several. */
export function stateOf(member: ShownMember, exerciseId: string): MemberState {
  if (member.has_left) return 'left';
  if (member.without_course) return 'without';
  if (member.shared_since === undefined) return 'unshared';
  const answer = mainAnswer(member, exerciseId);
  if (!answer) return 'nothing';
  const about = member.feedback.filter(({ exercise_id }) => exercise_id === exerciseId);
  const answers = member.answers.filter(({ exercise_id }) => exercise_id === exerciseId);
  if (about.some((feedback) => answers.every((each) => !isNewer(each, feedback))))
    return 'answered';
  if (about.length > 0) return 'new';
  return isDone(answer) ? 'done' : 'begun';
}

/** True where the pupil has written it after the feedback; versions tell it of the same answer alone. */
function isNewer({ answer_id, version, updated_at }: SharedAnswer, feedback: Feedback): boolean {
  return answer_id === feedback.answer_id
    ? version > feedback.answer_version
    : Date.parse(updated_at) > Date.parse(feedback.updated_at);
}

/** A text that is shared was handed in, even where the pupil has gone on since. */
export function isDone({ is_done, content }: SharedAnswer): boolean {
  return is_done || (content.basic_answer_type === 'essay' && Boolean(content.shared_text));
}

/** Members with whom the class does not work with the course, in words; nothing where there are none. */
export function withoutWords(members: readonly Pick<ClassMember, 'without_course'>[]): string {
  const { length } = members.filter(({ without_course }) => without_course);
  if (length === 0) return '';
  return length === 1
    ? '1 Person in dieser Klasse arbeitet nicht mit diesem Kurs.'
    : `${length} in dieser Klasse arbeiten nicht mit diesem Kurs.`;
}

export const withoutHint =
  'Eine Klassenlizenz gilt für alle: Lösen Sie unter «Klassen» einen Gutschein für die Klasse ein. Ein eigener Gutschein zählt, wenn auch Sie eine Lizenz haben.';

/** How many members with the course share no answers, in words; nothing where all share. */
export function sharingWords(all: readonly ClassMember[]): string {
  const members = all.filter(({ without_course }) => !without_course);
  const unshared = members.filter(({ shared_since }) => shared_since === undefined).length;
  if (unshared === 0) return '';
  return unshared === members.length
    ? 'Noch niemand teilt die Antworten zu diesem Kurs mit dieser Klasse. Das stellen alle selbst ein, unter «Klassen».'
    : `${unshared} von ${members.length} ${unshared === 1 ? 'teilt' : 'teilen'} die Antworten nicht mit dieser Klasse.`;
}

/** The answer that feedback is about: a drawing rather than its description. */
export function mainAnswer(member: ClassMember, exerciseId: string): SharedAnswer | undefined {
  const own = member.answers.filter(({ exercise_id }) => exercise_id === exerciseId);
  return own.find(({ content }) => content.basic_answer_type !== 'essay') ?? own[0];
}

/**
 * The answer that a teacher goes on reading while a comment is half typed, so that the comment is about it; nothing where
 * it is the newest one, or where nothing is shared any more.
 *
 * @param read Of the member, as it was shown last.
 */
export function heldOf(
  read: ClassMember | undefined,
  now: ClassMember,
  exerciseId: string,
): ClassMember | undefined {
  const isNewer =
    read?.subject === now.subject &&
    mainAnswer(read, exerciseId) &&
    mainAnswer(now, exerciseId) &&
    JSON.stringify(read.answers) !== JSON.stringify(now.answers);
  return isNewer ? read : undefined;
}

/** Whole percent; a hundred only where nothing is missing. */
export function percentWords(score: number): string {
  return `${score < 100 ? Math.min(99, Math.round(score)) : 100} %`;
}

/** The earlier version that feedback names; nothing where it is the one that is there now. */
export function earlierOf(
  { answers, earlier_versions }: Pick<ClassMember, 'answers' | 'earlier_versions'>,
  { exercise_id, answer_id, answer_version }: Feedback,
): SharedAnswer | undefined {
  const isIt = (answer: SharedAnswer) =>
    answer.exercise_id === exercise_id &&
    answer.answer_id === answer_id &&
    answer.version === answer_version;
  return answers.some(isIt) ? undefined : earlier_versions.find(isIt);
}

/** A member of a class under the name by which the class tells it from others. */
export interface NamedMember<Member = ShownMember> {
  readonly member: Member;
  readonly name: string;
}

/**
 * Members by name; of one name they are numbered in the order of their subjects, as the container numbers pupils: nothing
 * else tells them apart. Case and signs that look alike make no other name.
 *
 * @param members All pupils of the class, in the order of their subjects.
 */
export function namedMembers<Member extends Pick<ClassMember, 'display_name'>>(
  members: readonly Member[],
): readonly NamedMember<Member>[] {
  const byName = groupBy(members, ({ display_name = nameless }) =>
    display_name.normalize('NFKC').toLocaleLowerCase('de'),
  );
  return inOrder(
    [...byName.values()].flatMap((same) =>
      same.map((member, index) => {
        const { display_name = nameless } = member;
        return { member, name: same.length > 1 ? `${display_name} (${index + 1})` : display_name };
      }),
    ),
  );
}

const nameless = 'Ohne Namen';

/** Feedback, the newest first. */
export function newestFirst(feedback: readonly Feedback[]): readonly Feedback[] {
  return [...feedback].sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at));
}

/** A moment in words. */
export function dayAndTime(moment: string): string {
  return new Date(moment).toLocaleString('de-CH', { dateStyle: 'medium', timeStyle: 'short' });
}

/** The day of a moment in words. */
export function dayOf(moment: string): string {
  return new Date(moment).toLocaleDateString('de-CH', { dateStyle: 'long' });
}

import { languageOf } from '@lectern/languages';
import { isOfClass, type ChangeScope } from '../outbox/model/entry.ts';
import type { SetAside } from '../outbox/model/outcome.ts';
import { dayAndTime } from '../routes/moments.ts';
import { locale, texts } from '../texts/texts.ts';
import { titleKey, type Titles } from './titles.ts';

/** Something that was set aside and can be read. */
export type ReadableSetAside = Exclude<SetAside, { readonly kind: 'unreadable' }>;

/** An entry of the list, in plain words. */
export interface Description {
  /** Tells it from all others of the list. */
  readonly id: string;
  /** Name of the page or exercise. */
  readonly title: string;
  /** The rest that helps to recognise it, such as when it was written, line by line. */
  readonly facts: readonly string[];
  /** Why it was refused; absent for conflicts, which all have the same cause. */
  readonly why?: string;
}

/** @param titles What of it has none is not named: an id says nothing to a child. */
export function describeSetAside(entry: ReadableSetAside, titles: Titles): Description {
  const { reason } = entry;
  if (entry.kind === 'statement') {
    const { statement } = entry;
    const name = nameOf(statement.object);
    return {
      id: statement.id,
      title: name === undefined ? texts.setAside.someStatement : texts.setAside.statement(name),
      facts: writtenAt(statement.timestamp),
      why: reasonText(reason),
    };
  }
  if (entry.kind !== 'items') {
    const { kind, scope, changes } = entry;
    return {
      id: JSON.stringify(changes.map(({ version }) => version)),
      ...describePlace(scope, titles, texts.setAside[kind](changes.length), changes),
      why: reasonText(reason),
    };
  }
  const { scope, items, why } = entry;
  return {
    id: JSON.stringify([
      why,
      scope,
      items.map((item) => [item.segment, item.key, item.updated_at]),
    ]),
    ...describePlace(scope, titles, texts.setAside.answers(items.length), items),
    ...(why === 'refused' && { why: reasonText(reason) }),
  };
}

/** Page or exercise, the amount, and the time of the newest entry. */
function describePlace(
  scope: ChangeScope,
  titles: Titles,
  amount: string,
  parts: readonly { readonly updated_at: string }[],
): Pick<Description, 'title' | 'facts'> {
  const newest = parts.map(({ updated_at }) => updated_at).reduce((a, b) => (a > b ? a : b), '');
  return {
    title: titleOf(scope, titles),
    facts: [[amount, ...writtenAt(newest)].join(' · ')],
  };
}

function titleOf(scope: ChangeScope, titles: Titles): string {
  const { exercise, someExercise, topic, someTopic, someAssignment } = texts.setAside;
  if (isOfClass(scope)) return someAssignment;
  const { course_id } = scope.course_id_dto;
  if ('exercise_dto' in scope) {
    const title = titles.get(titleKey('exercise', course_id, scope.exercise_dto.exercise_id));
    return title === undefined ? someExercise : exercise(title);
  }
  const title = titles.get(titleKey('topic', course_id, scope.topic_dto.topic_id));
  return title === undefined ? someTopic : topic(title);
}

/** Name of a statement's object, as the content has written it, in the language of the texts or another. */
function nameOf(object: unknown): string | undefined {
  const { definition } = (object ?? {}) as { definition?: { name?: unknown } };
  const names = Object.entries((definition?.name ?? {}) as Readonly<Record<string, unknown>>);
  const [, name] = names.find(([tag]) => languageOf(tag) === languageOf(locale)) ?? names[0] ?? [];
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** @param moment RFC 3339. A statement's is the content's text. */
function writtenAt(moment: string | undefined): readonly string[] {
  const time = Date.parse(moment ?? '');
  return Number.isNaN(time) ? [] : [dayAndTime(time)];
}

/** @param code The service's, or its client's. */
function reasonText(code: string): string {
  const { reasons } = texts.setAside;
  switch (code) {
    case 'LOCAL_STORE_FULL':
    case 'ANNOTATIONS_FULL':
    case 'ANSWERS_FULL':
    case 'ASSIGNMENTS_FULL':
    case 'FEEDBACK_FULL':
      return reasons.full;
    case 'CONTENT_FULL':
      return reasons.accountFull;
    case 'BODY_TOO_LARGE':
      return reasons.tooLarge;
    case 'PERMISSION_MISSING':
    case 'ROLE_FORBIDDEN':
    case 'SUBJECT_FORBIDDEN':
      return reasons.forbidden;
    case 'VERSION_UNKNOWN':
      return reasons.deleted;
    case 'FEEDBACK_CONFLICT':
      return reasons.changed;
    case 'ASSIGNMENT_CONFLICT':
      return reasons.assignmentChanged;
    case 'ASSIGNMENT_FOR_NOBODY':
      return reasons.forNobody;
    case 'ANSWER_NOT_FOUND':
      return reasons.notShared;
    case 'GROUP_NOT_FOUND':
    case 'GROUP_NOT_LED':
      return reasons.notLed;
    case 'STATEMENT_CONFLICT':
      return reasons.exists;
    default:
      return reasons.other(code);
  }
}

import type { Answer, BodyInput, Group } from '@lectern/contracts';
import { progressCalls } from '@lectern/contracts/calls/learning-records/progress';
import { CallFailed } from '@lectern/contracts/client';
import type { Api, CreateClient } from '../api.ts';
import { log } from '../logging/log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { groupsCalls } from '@lectern/contracts/calls/groups/groups';
import { namedMembers } from '../classes/members.ts';
import { loadGroups } from '../session/load-groups.ts';
import { nameCollator } from '../texts/in-name-order.ts';
import { locale, texts } from '../texts/texts.ts';

type Calls = typeof progressCalls;
export type Outline = Answer<Calls['progressGetOutline']> & { readonly course_id: string };
type OwnAnswer = Answer<Calls['progressGetForSubject']>;
type ClassAnswer = Answer<Calls['progressGetForGroup']>;
export type Progress = OwnAnswer['progress'];

export interface Member extends Pick<ClassAnswer['members'][number], 'subject' | 'progress'> {
  /** Unique in the class, and the same as in the list of its members. */
  readonly name: string;
}

export type Chart = NonNullable<OwnAnswer['chart']>;
export type ChartRequest = NonNullable<BodyInput<Calls['progressGetForSubject']>['chart']>;

export interface Question extends Pick<
  BodyInput<Calls['progressGetForSubject']>,
  'course_id' | 'issue_id' | 'filter_type' | 'filter_id' | 'difficulty' | 'chart'
> {
  /** A group that the user leads; absent: the user alone. */
  readonly group_id?: string | undefined;
}

/** The shown answer; of `members` and `progress` the one that was asked for. */
export interface Shown extends Pick<OwnAnswer, 'themen' | 'exercises' | 'chart' | 'behind_count'> {
  readonly members?: readonly Member[];
  /** The others in the class, by name. */
  readonly withoutCourse?: readonly Pick<Member, 'name' | 'subject'>[];
  readonly progress?: Progress;
  /** Of `members`. */
  readonly version?: string;
}

/** Where the page has its numbers from. All of it fails with {@link CallFailed}. */
export interface ProgressSource {
  /** The groups that the user leads; none where they could not be loaded (section 8). */
  groups(signal: AbortSignal): Promise<readonly Group[]>;
  /** Parts of each course that can be asked about; without courses that are not published. */
  outlines(signal: AbortSignal): Promise<readonly Outline[]>;
  ask(question: Question, signal: AbortSignal): Promise<Shown>;
  /** Another one than {@link Shown.version} where a class has gone on. */
  version(
    question: Pick<Question, 'course_id'> & { readonly group_id: string },
    signal: AbortSignal,
  ): Promise<string>;
}

export interface ProgressSourceDependencies {
  readonly api: Pick<Api, 'gms'>;
  readonly clientOf: CreateClient;
  readonly courses: readonly string[];
  readonly subject: string;
  readonly outbox: Pick<Outbox, 'drained'> | undefined;
}

/** How long what the user has just done is waited for, in milliseconds. */
const deliveryLimitInMs = 2_000;

export function createProgressSource({
  api,
  clientOf,
  courses,
  subject,
  outbox,
}: ProgressSourceDependencies): ProgressSource {
  const lars = clientOf('lars', progressCalls);
  const gres = clientOf('gres', { groupsInspect: groupsCalls.groupsInspect });
  const caller = { xIaSubject: subject };

  async function outlineOf(course_id: string, signal: AbortSignal): Promise<Outline[]> {
    try {
      const body = { subject, course_id };
      const outline = await lars.progressGetOutline({ body, signal, ...caller });
      return outline.themen.length > 0 ? [{ ...outline, course_id }] : [];
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'ISSUE_NOT_FOUND') return [];
      throw error;
    }
  }

  async function askForClass(
    { group_id, ...question }: Question & { readonly group_id: string },
    signal: AbortSignal,
  ): Promise<Shown> {
    const body = { subject, group_id, ...question };
    const first = await lars.progressGetForGroup({ body, signal, ...caller });
    const members = [...first.members];
    // The chart is of the whole class already.
    const { chart: _, ...further } = body;
    for (let cursor = first.next_cursor; cursor !== undefined;) {
      const next = await lars.progressGetForGroup({
        body: { ...further, cursor },
        signal,
        ...caller,
      });
      members.push(...next.members);
      cursor = next.next_cursor;
    }
    const others = first.without_course ?? [];
    const nameOf = await namesIn(group_id, [...members, ...others], signal);
    const { compare } = nameCollator(locale);
    return {
      ...first,
      members: members.map((member) => ({
        subject: member.subject,
        progress: member.progress,
        name: nameOf(member),
      })),
      withoutCourse: others
        .map((other) => ({ subject: other.subject, name: nameOf(other) }))
        .toSorted((a, b) => compare(a.name, b.name)),
    };
  }

  /** Names of all who are in a class, by subject: their numbers would be others without those who have no progress. */
  const namesOf = new Map<string, ReadonlyMap<string, string>>();

  async function namesIn(
    group_id: string,
    members: NonNullable<ClassAnswer['without_course']>,
    signal: AbortSignal,
  ): Promise<(member: Pick<Member, 'subject'>) => string> {
    const areKnown = members.every(({ subject: member }) => namesOf.get(group_id)?.has(member));
    if (!areKnown) {
      try {
        const body = { subject, group_id };
        const { memberships } = await gres.groupsInspect({ body, signal, ...caller });
        namesOf.set(group_id, nameBySubject(memberships));
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        log('warning', 'Could not load the names of a class.', error);
      }
    }
    const names = namesOf.get(group_id);
    const among = nameBySubject(members);
    return ({ subject: member }) => names?.get(member) ?? among.get(member)!;
  }

  return {
    async groups(signal) {
      return (await loadGroups(api, subject, signal)) ?? [];
    },
    async outlines(signal) {
      return (await Promise.all(courses.map((course) => outlineOf(course, signal)))).flat();
    },
    async ask({ group_id, ...question }, signal) {
      if (group_id !== undefined) return askForClass({ group_id, ...question }, signal);
      await outbox?.drained(deliveryLimitInMs);
      const body = { subject, ...question };
      return lars.progressGetForSubject({ body, signal, ...caller });
    },
    async version({ group_id, course_id }, signal) {
      const body = { subject, group_id, course_id };
      return (await lars.progressGetVersionForGroup({ body, signal, ...caller })).version;
    },
  };
}

function nameBySubject(people: Parameters<typeof namedMembers>[0]): ReadonlyMap<string, string> {
  return new Map(
    namedMembers(people, locale, texts.progress).map(({ membership, name }) => [
      membership.subject,
      name,
    ]),
  );
}

import { isDeepStrictEqual } from 'node:util';
import type { Actor, Agent, Statement } from '@lectern/contracts/xapi';
import { identifierOf, mailboxOf } from './identifier.ts';
import { mapActivities, rewrite, type Rewriting } from './rewrite.ts';

/**
 * True where two statements are the same, as far as a store may have changed one (xAPI 1.0.3, Data 2.3.1). Not
 * compared are what a store sets, what verbs and activities are called, and attachments; nor how that is written
 * which can be written in several ways: points in time, lists without order, letters whose case says nothing.
 * Durations are texts, but for what is beyond a hundredth of a second (4.6).
 *
 * @param given may be without what the store has set in the other: an id, a timestamp
 */
export function sameStatement(known: Statement, given: Statement): boolean {
  return isDeepStrictEqual(
    comparable(known, given.id !== undefined, given.timestamp !== undefined),
    comparable(given, known.id !== undefined, known.timestamp !== undefined),
  );
}

/** The compared members of a statement, in one way of writing. */
function comparable(statement: Statement, withId: boolean, withTimestamp: boolean): unknown {
  const { stored: _, authority: _a, version: _v, id, timestamp, ...content } = statement;
  return comparableCore({
    ...rewrite(content, alike),
    ...(withId && id !== undefined && { id: id.toLowerCase() }),
    ...(withTimestamp && timestamp !== undefined && { timestamp }),
  });
}

type Core = Pick<
  Statement,
  'actor' | 'verb' | 'object' | 'context' | 'timestamp' | 'result' | 'attachments'
>;

function comparableCore({ attachments: _, ...statement }: Core): object {
  const { object, context, result, timestamp } = statement;
  return {
    ...statement,
    object: comparableObject(object),
    ...(context && { context: comparableContext(context) }),
    ...(result?.duration && { result: { ...result, duration: inHundredths(result.duration) } }),
    // A store may drop fractions of a millisecond (4.5).
    ...(timestamp !== undefined && { timestamp: Date.parse(timestamp) }),
  };
}

function comparableObject(object: Core['object']): object {
  if (object.objectType === 'SubStatement') return comparableCore(object);
  return object.objectType === 'StatementRef' ? comparableRef(object) : object;
}

function comparableRef<Ref extends { id: string }>(ref: Ref): Ref {
  return { ...ref, id: ref.id.toLowerCase() };
}

function comparableContext(context: NonNullable<Core['context']>): object {
  const { registration, language, statement, contextActivities } = context;
  return {
    ...context,
    ...(registration !== undefined && { registration: registration.toLowerCase() }),
    ...(language !== undefined && { language: language.toLowerCase() }),
    ...(statement && { statement: comparableRef(statement) }),
    ...(contextActivities && {
      contextActivities: mapActivities(contextActivities, (activities) =>
        sortedBy(activities, ({ id }) => id),
      ),
    }),
  };
}

/** An `objectType` that goes without saying need not be said. */
const alike: Rewriting = {
  actor: alikeActor,
  verb: ({ id }) => ({ id }),
  activity: ({ id }) => ({ objectType: 'Activity', id }),
};

function alikeActor<A extends Actor>(actor: A): A {
  const { mbox, mbox_sha1sum: hash } = actor;
  const alike = {
    ...actor,
    objectType: actor.objectType ?? 'Agent',
    ...(mbox !== undefined && { mbox: mailboxOf(mbox) }),
    ...(hash !== undefined && { mbox_sha1sum: hash.toLowerCase() }),
  };
  if (alike.objectType !== 'Group' || alike.member === undefined) return alike;
  return { ...alike, member: sortedBy(alike.member.map(alikeActor<Agent>), textOf) };
}

function textOf(agent: Agent): string {
  return `${identifierOf(agent)} ${agent.name ?? ''}`;
}

function sortedBy<T>(list: readonly T[], text: (one: T) => string): T[] {
  return list
    .map((one) => ({ one, by: text(one) }))
    .toSorted((a, b) => (a.by < b.by ? -1 : Number(a.by > b.by)))
    .map(({ one }) => one);
}

function inHundredths(duration: string): string {
  return duration.replace(/([.,]\d\d)\d+S$/, '$1S');
}

import { voidingVerbId, type Statement } from '@lectern/contracts/xapi';
import { listOf } from '../model/rewrite.ts';
import { definedFault } from './defined-statement.ts';
import type { Session, SentStatements, SentStatement } from './sessions.ts';
import { auVerbs, categories, contextExtensions, type AuVerb } from './vocabulary.ts';

/** Fields of a session that the rules read. */
export type RuledSession = Pick<
  Session,
  | 'activity_id'
  | 'au_id'
  | 'ended_at'
  | 'latest'
  | 'launch_mode'
  | 'mastery_score'
  | 'registration'
  | 'session_id'
  | 'told'
>;

/** Outcome of judging statements: the session's state after them, or the fault of each refused one. */
export type Judged =
  | {
      readonly told: SentStatements;
      readonly latest: Date | null;
      readonly isTerminated: boolean;
      readonly faults?: never;
    }
  | { readonly faults: readonly string[] };

/**
 * Judges statements of an assignable unit, one after the other (cmi5, sections 7.1.3, 9.3 and 9.6). One
 * of cmi5 that was told already, under the same id, is told again.
 *
 * @param earlier what other sessions of the unit in the same registration have told
 * @param isKept whether a statement of this id is there already
 */
export function judge(
  session: RuledSession,
  earlier: readonly SentStatements[],
  statements: readonly Statement[],
  isKept: (id: string) => boolean,
): Judged {
  const sent: { -readonly [Verb in AuVerb]?: SentStatement } = { ...session.told };
  let { latest } = session;
  const faults: string[] = [];
  for (const [place, statement] of statements.entries()) {
    const at = statements.length === 1 ? 'statement' : `statements[${place}]`;
    const verb = definedVerbOf(statement);
    const id = statement.id?.toLowerCase();
    if (id !== undefined && ((verb && sent[verb]?.id === id) || (!verb && isKept(id)))) continue;
    const fault =
      frameFault(statement, session) ??
      (isDefined(statement)
        ? definedFault(statement, verb, session)
        : statement.verb.id === voidingVerbId
          ? 'a session voids nothing'
          : undefined) ??
      orderFault(statement, verb, { told: sent, latest, ended_at: session.ended_at, earlier });
    if (fault !== undefined) {
      faults.push(`${at}: ${fault}`);
      // The others are judged as if the session had begun, or they would be named for this one's fault.
      if (verb === 'initialized' && id !== undefined && statement.timestamp !== undefined)
        sent.initialized ??= sentOf(statement);
      continue;
    }
    const happened = new Date(statement.timestamp!);
    latest = latest && latest > happened ? latest : happened;
    if (verb) sent[verb] = sentOf(statement);
  }
  if (faults.length > 0) return { faults };
  return { told: sent, latest, isTerminated: sent.terminated !== undefined };
}

function sentOf({ id, timestamp, result }: Statement): SentStatement {
  const { scaled } = result?.score ?? {};
  return {
    id: id!.toLowerCase(),
    timestamp: timestamp!,
    ...(scaled !== undefined && { scaled }),
  };
}

/** A statement with the category of cmi5 is one of its own (section 7.1.3). */
export function isDefined({ context }: Statement): boolean {
  return listOf(context?.contextActivities?.category).some(({ id }) => id === categories.cmi5);
}

function definedVerbOf(statement: Statement): AuVerb | undefined {
  if (!isDefined(statement)) return undefined;
  const verbs = Object.keys(auVerbs) as AuVerb[];
  return verbs.find((verb) => auVerbs[verb] === statement.verb.id);
}

/** All statements of a session have an id, a time, and the members of the context template. */
function frameFault(
  { id, timestamp, actor, context }: Statement,
  { registration, session_id, au_id }: RuledSession,
): string | undefined {
  if (id === undefined) return 'id: is missing';
  if (timestamp === undefined) return 'timestamp: is missing';
  if (!/(?:z|\+00:00)$/i.test(timestamp)) return 'timestamp: is not in UTC';
  // The database keeps it; nothing has happened before.
  if (new Date(timestamp).getUTCFullYear() < 1) return 'timestamp: is before the year 1';
  if (actor.objectType === 'Group') return 'actor: is a group';
  if (!actor.account) return 'actor.account: is missing';
  if (context?.registration?.toLowerCase() !== registration) {
    return `context.registration: is not ${registration}`;
  }
  if (context.extensions?.[contextExtensions.sessionId] !== session_id) {
    return `context.extensions: ${contextExtensions.sessionId} is not ${session_id}`;
  }
  const grouping = listOf(context.contextActivities?.grouping);
  if (!grouping.some((activity) => activity.id === au_id)) {
    return `context.contextActivities.grouping: lacks ${au_id}`;
  }
  return undefined;
}

interface Order extends Pick<Session, 'ended_at' | 'latest' | 'told'> {
  readonly earlier: readonly SentStatements[];
}

/** Order of statements (section 9.3); each happened at the time that it names. */
function orderFault(
  { timestamp }: Statement,
  verb: AuVerb | undefined,
  { told: sent, latest, ended_at, earlier }: Order,
): string | undefined {
  if (sent.terminated || ended_at) return 'the session has ended';
  if (verb === 'initialized') {
    return sent.initialized && 'the session has been initialized already';
  }
  if (!sent.initialized) return 'the session has not been initialized';
  const happened = new Date(timestamp!);
  if (happened < new Date(sent.initialized.timestamp)) {
    return 'timestamp: is before the session was initialized';
  }
  if (verb === undefined) return undefined;
  if (sent[verb]) return `the session has been told to be ${verb} already`;
  if (verb === 'terminated') {
    return latest && happened < latest
      ? 'timestamp: is before that of another statement of the session'
      : undefined;
  }
  const ever = (given: AuVerb) => Boolean(sent[given]) || earlier.some((session) => session[given]);
  if (verb === 'completed' || verb === 'passed') {
    if (ever(verb)) return `the unit has been told to be ${verb} already in this registration`;
  }
  if (verb === 'passed' && sent.failed) return 'the session has failed already';
  if (verb === 'failed' && ever('passed')) return 'the unit has been passed in this registration';
  return undefined;
}

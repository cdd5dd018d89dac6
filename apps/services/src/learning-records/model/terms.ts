import {
  voidingVerbId,
  type Activity,
  type Actor,
  type Statement,
  type SubStatement,
} from '@lectern/contracts/xapi';
import { listOf } from './rewrite.ts';

/** What a statement can be found by (xAPI 1.0.3, Communication 2.1.3). Lists have nothing twice. */
export interface StatementTerms {
  /** Id of its verb. */
  verb: string;
  /** Id of the activity that it is about. */
  activity?: string;
  /** Who did it; absent for an anonymous group. */
  actor?: string;
  /** For the parameter `agent`: actor and object, and the members of them that are groups. */
  agents: string[];
  /** With `related_agents`: these, and all others that it names. */
  relatedAgents: string[];
  /** With `related_activities`: its activity, and all others that it names. */
  relatedActivities: string[];
  /** In lower case, as all other ids of statements and registrations. */
  registration?: string;
  /** Id of the statement that is its object. */
  refersTo?: string;
  /** The same, if it takes that statement back. */
  voids?: string;
}

/** A statement, or one within another. */
type Core = Pick<Statement, 'actor' | 'object' | 'context'> | SubStatement;

/** @param agentKey makes of an agent or a group what it is found by; `undefined`: it is not. */
export function termsOf(
  statement: Statement,
  agentKey: (agent: Actor) => string | undefined,
): StatementTerms {
  const { verb, object, context, authority } = statement;
  const keys = (actors: Iterable<Actor>) => [
    ...new Set([...withMembers(actors)].map(agentKey).filter((key) => key !== undefined)),
  ];
  const ids = [...new Set([...activitiesIn(statement)].map(({ id }) => id))];
  const actor = agentKey(statement.actor);
  const refersTo = object.objectType === 'StatementRef' ? object.id.toLowerCase() : undefined;
  return {
    verb: verb.id,
    ...(isActivity(object) && { activity: object.id }),
    ...(actor !== undefined && { actor }),
    agents: keys(actorsIn(statement)),
    relatedAgents: keys([...relatedIn(statement), ...(authority ? [authority] : [])]),
    relatedActivities: ids,
    ...(context?.registration !== undefined && {
      registration: context.registration.toLowerCase(),
    }),
    ...(refersTo !== undefined && { refersTo }),
    ...(refersTo !== undefined && verb.id === voidingVerbId && { voids: refersTo }),
  };
}

function* actorsIn({ actor, object }: Core): Generator<Actor> {
  yield actor;
  if (object.objectType === 'Agent' || object.objectType === 'Group') yield object;
}

function* relatedIn(statement: Core): Generator<Actor> {
  yield* actorsIn(statement);
  const { object, context } = statement;
  if (context?.instructor) yield context.instructor;
  if (context?.team) yield context.team;
  for (const { agent } of context?.contextAgents ?? []) yield agent;
  for (const { group } of context?.contextGroups ?? []) yield group;
  if (object.objectType === 'SubStatement') yield* relatedIn(object);
}

function* withMembers(actors: Iterable<Actor>): Generator<Actor> {
  for (const actor of actors) {
    yield actor;
    if (actor.objectType === 'Group') yield* actor.member ?? [];
  }
}

/** The activities that a statement names, and a statement within it, each as often as it stands there. */
export function* activitiesIn({ object, context }: Core): Generator<Activity> {
  if (isActivity(object)) yield object;
  for (const activities of Object.values(context?.contextActivities ?? {})) {
    yield* listOf(activities);
  }
  if (object.objectType === 'SubStatement') yield* activitiesIn(object);
}

function isActivity(object: Core['object']): object is Activity {
  return (object.objectType ?? 'Activity') === 'Activity';
}

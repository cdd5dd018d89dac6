import {
  voidingVerbId,
  type Activity,
  type Actor,
  type Statement,
  type SubStatement,
} from '@lectern/contracts/xapi';
import { listOf } from './rewrite.ts';

/** Terms that find a statement (xAPI 1.0.3, Communication 2.1.3). Lists have nothing twice. */
export interface StatementTerms {
  /** Id of its verb. */
  verb: string;
  /** Id of the activity that it is about. */
  activity?: string;
  /** Absent for an anonymous group. */
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
  const { verb, object, context } = statement;
  const keys = (actors: readonly Actor[]) => {
    const found = new Set<string>();
    for (const actor of actors) {
      const key = agentKey(actor);
      if (key !== undefined) found.add(key);
    }
    return [...found];
  };
  const actor = agentKey(statement.actor);
  const refersTo = object.objectType === 'StatementRef' ? object.id.toLowerCase() : undefined;
  return {
    verb: verb.id,
    ...(isActivity(object) && { activity: object.id }),
    ...(actor !== undefined && { actor }),
    agents: keys(addActors(statement, [])),
    relatedAgents: keys(agentsIn(statement)),
    relatedActivities: [...new Set(activitiesIn(statement).map(({ id }) => id))],
    ...(context?.registration !== undefined && {
      registration: context.registration.toLowerCase(),
    }),
    ...(refersTo !== undefined && { refersTo }),
    ...(refersTo !== undefined && verb.id === voidingVerbId && { voids: refersTo }),
  };
}

/** The agents and groups that a statement names, and their members, each as often as it stands there. */
export function agentsIn(statement: Statement): readonly Actor[] {
  const found = addRelated(statement, []);
  if (statement.authority) addWithMembers(statement.authority, found);
  return found;
}

/** The activities that a statement names, and a statement within it, each as often as it stands there. */
export function activitiesIn(core: Core, found: Activity[] = []): readonly Activity[] {
  const { object, context } = core;
  if (isActivity(object)) found.push(object);
  for (const activities of Object.values(context?.contextActivities ?? {})) {
    found.push(...listOf(activities));
  }
  if (object.objectType === 'SubStatement') activitiesIn(object, found);
  return found;
}

function addActors({ actor, object }: Core, found: Actor[]): Actor[] {
  addWithMembers(actor, found);
  if (object.objectType === 'Agent' || object.objectType === 'Group') addWithMembers(object, found);
  return found;
}

function addRelated(core: Core, found: Actor[]): Actor[] {
  const { object, context } = core;
  addActors(core, found);
  if (context?.instructor) addWithMembers(context.instructor, found);
  if (context?.team) addWithMembers(context.team, found);
  for (const { agent } of context?.contextAgents ?? []) addWithMembers(agent, found);
  for (const { group } of context?.contextGroups ?? []) addWithMembers(group, found);
  if (object.objectType === 'SubStatement') addRelated(object, found);
  return found;
}

function addWithMembers(actor: Actor, found: Actor[]): void {
  found.push(actor);
  if (actor.objectType === 'Group' && actor.member) found.push(...actor.member);
}

function isActivity(object: Core['object']): object is Activity {
  return (object.objectType ?? 'Activity') === 'Activity';
}

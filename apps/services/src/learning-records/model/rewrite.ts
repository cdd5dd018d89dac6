import type { Activity, Actor, Statement, Verb } from '@lectern/contracts/xapi';

/** Replacements for actors, verbs and activities of a statement. */
export interface Rewriting {
  actor<A extends Actor>(actor: A): A;
  verb(verb: Verb): Verb;
  activity(activity: Activity): Activity;
}

/** A statement, or one within another. */
type Core = Pick<Statement, 'actor' | 'verb' | 'object' | 'context'>;
type Context = NonNullable<Core['context']>;

/** A copy of a statement in which all of them are others, wherever they stand. */
export function rewrite(statement: Statement, to: Rewriting): Statement {
  const { authority } = statement;
  return { ...rewriteCore(statement, to), ...(authority && { authority: to.actor(authority) }) };
}

function rewriteCore<S extends Core>(statement: S, to: Rewriting): S {
  const { context } = statement;
  return {
    ...statement,
    actor: to.actor(statement.actor),
    verb: to.verb(statement.verb),
    object: rewriteObject(statement.object, to),
    ...(context && { context: rewriteContext(context, to) }),
  };
}

function rewriteObject(object: Core['object'], to: Rewriting): Core['object'] {
  switch (object.objectType) {
    case 'Agent':
    case 'Group':
      return to.actor(object);
    case 'SubStatement':
      return rewriteCore(object, to);
    case 'StatementRef':
      return object;
    case 'Activity':
    case undefined:
    default:
      return to.activity(object);
  }
}

function rewriteContext(context: Context, to: Rewriting): Context {
  const { instructor, team, contextActivities, contextAgents, contextGroups } = context;
  return {
    ...context,
    ...(instructor && { instructor: to.actor(instructor) }),
    ...(team && { team: to.actor(team) }),
    ...(contextActivities && {
      contextActivities: mapActivities(contextActivities, (activities) =>
        activities.map((activity) => to.activity(activity)),
      ),
    }),
    ...(contextAgents && {
      contextAgents: contextAgents.map((of) => ({ ...of, agent: to.actor(of.agent) })),
    }),
    ...(contextGroups && {
      contextGroups: contextGroups.map((of) => ({ ...of, group: to.actor(of.group) })),
    }),
  };
}

type ContextActivities = NonNullable<Context['contextActivities']>;

/** Lists of activities that became of others, under the same names. */
export function mapActivities(
  lists: ContextActivities,
  change: (activities: readonly Activity[]) => Activity[],
): ContextActivities {
  return Object.fromEntries(
    Object.entries(lists).map(([kind, activities]) => [kind, change(listOf(activities))]),
  );
}

/** Statements that were stored as they came may have a single activity (xAPI 1.0.3, Data 2.4.6.2). */
export function listOf(
  activities: Activity | readonly Activity[] | undefined,
): readonly Activity[] {
  if (activities === undefined) return [];
  return Array.isArray(activities) ? (activities as readonly Activity[]) : [activities as Activity];
}

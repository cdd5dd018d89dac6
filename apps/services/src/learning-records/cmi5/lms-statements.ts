import type { Agent, Statement } from '@lectern/contracts/xapi';
import type {
  Cmi5Au,
  Cmi5Structure,
} from '@lectern/contracts/calls/learning-records/cmi5-structure';
import { activityIdOf, statementIdOf } from './names.ts';
import type { Session } from './sessions.ts';
import {
  activityTypes,
  categories,
  contextExtensions,
  lmsVerbs,
  type LmsVerb,
} from './vocabulary.ts';

/** Statement of the platform about a session (cmi5, section 9.3). */
interface Telling {
  readonly actor: Agent;
  readonly session: Pick<Session, 'activity_id' | 'au_id' | 'registration' | 'session_id'>;
}

const iriPattern = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/;

export function launched(
  { actor, session }: Telling,
  au: Cmi5Au,
  launch: { readonly mode: string; readonly url: string },
): Statement {
  const { mastery_score, launch_parameters, activity_type } = au;
  return {
    ...frame('launched', actor, session, session.au_id),
    id: statementIdOf('launched', session.session_id),
    object: {
      objectType: 'Activity',
      id: session.activity_id,
      definition: {
        name: au.title,
        description: au.description,
        ...(activity_type !== undefined &&
          iriPattern.test(activity_type) && { type: activity_type }),
      },
    },
    context: contextOf(session, session.au_id, {
      [contextExtensions.launchMode]: launch.mode,
      [contextExtensions.launchUrl]: launch.url,
      [contextExtensions.moveOn]: au.move_on,
      ...(mastery_score !== undefined && { [contextExtensions.masteryScore]: mastery_score }),
      ...(launch_parameters !== undefined && {
        [contextExtensions.launchParameters]: launch_parameters,
      }),
    }),
  };
}

/** From the launch to the last that was heard of it (section 9.5.4.2). */
export function abandoned(
  actor: Agent,
  session: Pick<
    Session,
    'activity_id' | 'au_id' | 'heard_at' | 'launched_at' | 'registration' | 'session_id'
  >,
): Statement {
  const { launched_at, heard_at } = session;
  const seconds = ((heard_at ?? launched_at).getTime() - launched_at.getTime()) / 1000;
  return {
    ...frame('abandoned', actor, session, session.au_id),
    id: statementIdOf('abandoned', session.session_id),
    object: { objectType: 'Activity', id: session.activity_id },
    result: { duration: `PT${Math.max(0, seconds).toFixed(2)}S` },
  };
}

/** @param part id that the publisher gave the block, or the course */
export function satisfied(
  actor: Agent,
  session: Pick<Session, 'registration' | 'session_id'>,
  part: string,
  from: {
    readonly structure: Cmi5Structure;
    readonly courseKey: string;
    readonly publicUrl: string;
  },
): Statement {
  const { structure, courseKey, publicUrl } = from;
  const isCourse = part === structure.id;
  const { title, description } = isCourse
    ? structure
    : structure.blocks.find(({ id }) => id === part)!;
  return {
    ...frame('satisfied', actor, session, part),
    id: statementIdOf('satisfied', session.registration, part),
    object: {
      objectType: 'Activity',
      id: activityIdOf(publicUrl, courseKey, part),
      definition: {
        name: title,
        description,
        type: isCourse ? activityTypes.course : activityTypes.block,
      },
    },
  };
}

type Named = Pick<Session, 'registration' | 'session_id'>;

function frame(verb: LmsVerb, actor: Agent, session: Named, publisherId: string) {
  return {
    actor,
    verb: { id: lmsVerbs[verb], display: { en: verb } },
    context: contextOf(session, publisherId),
    timestamp: new Date().toISOString(),
  };
}

function contextOf(
  { registration, session_id }: Named,
  publisherId: string,
  extensions: Readonly<Record<string, unknown>> = {},
): NonNullable<Statement['context']> {
  return {
    registration,
    contextActivities: {
      category: [{ id: categories.cmi5 }],
      grouping: [{ id: publisherId }],
    },
    extensions: { [contextExtensions.sessionId]: session_id, ...extensions },
  };
}

import type { Activity, Agent, Statement } from '@lectern/contracts/xapi';
import type { Ended } from '../../authorization/sign-out.ts';
import type { SubjectDirectory } from '../../authorization/subject-directory.ts';
import type { Database } from '../../storage/database.ts';
import type { AccountAgent } from '../access/access.ts';
import type { AgentKeys } from '../model/agent-keys.ts';
import { isTooLarge } from '../model/statement-size.ts';
import { everyActivity } from '../store/definitions.ts';
import type { Records } from '../store/records.ts';
import type { KeepActivities } from './structure-activities.ts';
import type { StructureStore } from './structures.ts';

export interface Cmi5Dependencies {
  readonly database: Database;
  readonly records: Records;
  readonly agentKeys: AgentKeys;
  readonly directory: Pick<SubjectDirectory, 'permissionsOf' | 'rolesOf'>;
  readonly structures: StructureStore;
  readonly keepActivities: KeepActivities;
  /** Home page of the accounts that learners are named by. */
  readonly issuer: string;
  /** Address under which the platform is reached. */
  readonly publicUrl: string;
  /** Ends everything that is bound to sign-ins, also what other services have given. */
  endBound(ended: Ended): Promise<void>;
}

/** The learner, as launches name it. */
export function learner({ issuer }: Pick<Cmi5Dependencies, 'issuer'>, subject: string): Agent {
  return { objectType: 'Agent', account: { homePage: issuer, name: subject } };
}

/** Authority of statements that the platform, or an assignable unit, makes of a session. */
export function authorityOf(
  { publicUrl }: Pick<Cmi5Dependencies, 'publicUrl'>,
  who: 'cmi5' | 'cmi5-content',
): AccountAgent {
  const homePage = new URL('/lars/xapi', publicUrl).href;
  return { objectType: 'Agent', account: { homePage, name: who } };
}

/**
 * Keeps what the platform tells itself of a course; what it has told already stays as it is.
 *
 * @param session what becomes of the session with it, as of `Records.keep`
 */
export async function tell(
  dependencies: Cmi5Dependencies,
  { subject, course_id }: { readonly subject: string; readonly course_id: string },
  statement: Statement,
  session?: string,
): Promise<void> {
  const keeper = {
    authority: authorityOf(dependencies, 'cmi5'),
    subject,
    version: '1.0.3',
    // The structure defines its activities, also against earlier definitions of others.
    mayRedefine: everyActivity,
    definesWithin: true,
  } as const;
  const given = [{ statement: withinSize(statement), saidWithin: [course_id] }];
  const { conflicts } = await dependencies.records.keep(given, keeper, session);
  // Another statement under the id suppresses this one, and nothing else.
  if (conflicts !== undefined && session !== undefined)
    await dependencies.records.keep([], keeper, session);
}

/** Titles and descriptions in a hundred languages may take more room than a statement has; the course has them. */
function withinSize(statement: Statement): Statement {
  if (!isTooLarge(statement)) return statement;
  const { objectType, id, definition } = statement.object as Activity;
  const { type } = definition ?? {};
  return { ...statement, object: { objectType, id, ...(type && { definition: { type } }) } };
}

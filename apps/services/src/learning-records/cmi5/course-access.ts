import type { Body, Contract } from '@lectern/contracts';
import type { Caller } from '../../authorization/authorize.ts';
import type { Visitor } from '../../course-access/issue-sight.ts';

/** Why a unit is not launched for somebody. */
export type CourseRefusal =
  | 'STRUCTURE_NOT_FOUND'
  | 'DEVICE_NOT_FOUND'
  | 'LICENSE_NOT_FOUND'
  | 'LICENSE_REQUIRED'
  | 'LICENSE_NOT_VALID'
  | 'LICENSE_USAGE_REQUIRED';

type Asked = Pick<
  Body<Contract['lars']['cmi5Launch']>,
  'course_id' | 'issue_id' | 'license' | 'structure_hash'
>;

/** An issue of a course. */
export type Issue = Pick<Asked, 'course_id' | 'issue_id'>;

/**
 * True while readers have the issue and the learner of a running session may see its texts, with any licence and
 * without the seat of the launch. Another version of the structure ends no session.
 */
export type MayGoOn = (visitor: Visitor, issue: Issue) => Promise<boolean>;

/** Asks by the rule of file access about the structures of issues. */
export interface CourseAccess {
  /**
   * Asks if the issue has this structure now, and if the named licence opens it.
   *
   * @returns `undefined`: it may be launched
   */
  mayLaunch(
    caller: Caller,
    correlationId: string,
    asked: Asked,
  ): Promise<CourseRefusal | undefined>;
  /** Asks if the issue has this structure now, and if the caller may see it. */
  maySee(caller: Caller, asked: Omit<Asked, 'license'>): Promise<boolean>;
}

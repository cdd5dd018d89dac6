import type { ActivityDefinition } from './activity-definition.ts';

/*
 * `course.json`: what the importer has read from a manifest, and the player shows. Both sides import these
 * types; nothing of either platform is in here.
 */

/** SCORM 1.2, or 2004 in its 2nd to 4th edition, whose run-time environments are one. */
export type Standard = 'scorm-1.2' | 'scorm-2004';

/** The format of `course.json`; a player refuses others. In format 1 sequencing had the words of a library. */
export const courseFormat = 2;

export interface CourseFrame {
  readonly format: typeof courseFormat;
  readonly title: string;
  /** Identifier of the local store, as is the issue's. */
  readonly courseId: string;
  readonly issueId: string;
  /** Beginning of the IRIs of the course's activities, without a slash at the end. */
  readonly activityBase: string;
}

/** One H5P content. Its files and its libraries lie in `folder`, the player's in `playerFolder`. */
export interface H5pCourse extends CourseFrame {
  readonly standard: 'h5p';
  readonly storeId: string;
  /** Relative to the folder of `index.html`, without a slash at the end. */
  readonly folder: string;
  readonly playerFolder: string;
}

/** A course by cmi5. Its structure lies beside the page; its units keep their state with the platform. */
export interface Cmi5Course extends CourseFrame {
  readonly standard: 'cmi5';
}

export interface Course extends CourseFrame {
  readonly standard: Standard;
  /** The organization: its identifier, and where the state of the course as a whole is kept. */
  readonly organization: {
    readonly id: string;
    readonly storeId: string;
    readonly sequencing?: ActivityDefinition;
    /** SCORM 2004 CAM, section 3.4.1.9; false: shared objectives are those of one attempt. */
    readonly objectivesGlobalToSystem?: false;
  };
  /** In order, nested. */
  readonly items: readonly CourseItem[];
}

/** An item of the organization. What has no `launch` only groups others. */
export interface CourseItem {
  /** The manifest's identifier. */
  readonly id: string;
  /** The same, fit to be an identifier of the platform. */
  readonly storeId: string;
  readonly title: string;
  readonly isVisible: boolean;
  /** Address relative to the folder of `index.html`, with parameters. */
  readonly launch?: string;
  /** True where the launched page talks to the run-time environment. */
  readonly isSco?: boolean;
  /** SCORM 1.2 CAM, section 2.3.5.1: a condition on other items, as AICC script. */
  readonly prerequisites?: string;
  /** SCORM 1.2: from 0 to 100. */
  readonly masteryScore?: string;
  readonly maxTimeAllowed?: string;
  readonly timeLimitAction?: string;
  readonly launchData?: string;
  /** SCORM 2004: the score, scaled, from which the item is passed. */
  readonly scaledPassingScore?: string;
  readonly sequencing?: ActivityDefinition;
  readonly children: readonly CourseItem[];
}

/** The items, each before those in it. */
export function flatten(items: readonly CourseItem[]): readonly CourseItem[] {
  return items.flatMap((item) => [item, ...flatten(item.children)]);
}

/* The IRIs of cmi5 (sections 9.3, 9.5.5 and 9.6). */

const adl = 'http://adlnet.gov/expapi/verbs/';
const w3id = 'https://w3id.org/xapi/adl/verbs/';

/** Verbs that an assignable unit may tell of its session. */
export const auVerbs = {
  initialized: `${adl}initialized`,
  completed: `${adl}completed`,
  passed: `${adl}passed`,
  failed: `${adl}failed`,
  terminated: `${adl}terminated`,
} as const;
export type AuVerb = keyof typeof auVerbs;

/** Verbs that the platform tells. */
export const lmsVerbs = {
  launched: `${adl}launched`,
  abandoned: `${w3id}abandoned`,
  satisfied: `${w3id}satisfied`,
} as const;
export type LmsVerb = keyof typeof lmsVerbs;

export const categories = {
  cmi5: 'https://w3id.org/xapi/cmi5/context/categories/cmi5',
  moveOn: 'https://w3id.org/xapi/cmi5/context/categories/moveon',
} as const;

const context = 'https://w3id.org/xapi/cmi5/context/extensions/';

export const contextExtensions = {
  sessionId: `${context}sessionid`,
  masteryScore: `${context}masteryscore`,
  /** The same as ADL's client library of 2020 writes it, with which content was built. */
  masteryScoreOfAdl: `${context}masteryScore`,
  launchMode: `${context}launchmode`,
  launchUrl: `${context}launchurl`,
  moveOn: `${context}moveon`,
  launchParameters: `${context}launchparameters`,
} as const;

/** How much of a unit is done, in percent. */
export const progressExtension = 'https://w3id.org/xapi/cmi5/result/extensions/progress';

export const activityTypes = {
  block: 'https://w3id.org/xapi/cmi5/activitytype/block',
  course: 'https://w3id.org/xapi/cmi5/activitytype/course',
} as const;

/** Documents that cmi5 names (sections 10 and 11). */
export const launchDataId = 'LMS.LaunchData';
export const preferencesId = 'cmi5LearnerPreferences';

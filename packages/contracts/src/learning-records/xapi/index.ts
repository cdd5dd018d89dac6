/*
 * Shapes of xAPI's statements. Apart from the entry of the package, because only recorders of statements need
 * them.
 */
export {
  activity,
  activityDefinition,
  type Activity,
  type ActivityDefinition,
} from './activity.ts';
export { actor, agent, authority, group, type Actor, type Agent, type Group } from './agent.ts';
export { attachment, type Attachment } from './attachment.ts';
export { checkXapi, type Checked } from './fault.ts';
export { iri } from './iri.ts';
export { type LanguageMap } from './language-map.ts';
export { statement1, statement2, type Statement, type SubStatement } from './statement.ts';
export { xapiTimestamp, xapiTimestamp1 } from './timestamp.ts';
export { uuid } from './uuid.ts';
export { verb, voidingVerbId, type Verb } from './verb.ts';

/*
 * The bridge between content and container, as a table by direction.
 *
 *   content → container   request  {origin: 'iframe', action, id?, payload?}
 *   container → content   answer   {origin: 'container', action, id, result}
 *                         failure  {origin: 'container', action, id, error: {code, message}}
 *                         event    {origin: 'container', event, payload}
 *
 * The pages under docs/bridge follow from these files and their comments.
 */
export type * from './protocol/annotations.ts';
export type * from './protocol/answers.ts';
export type * from './protocol/assignments.ts';
export type * from './protocol/class.ts';
export type * from './protocol/cmi5.ts';
export type * from './protocol/data.ts';
export { licenseMembers } from './protocol/data.ts';
export * from './protocol/errors.ts';
export * from './protocol/events.ts';
export type * from './protocol/files.ts';
export * from './protocol/limits.ts';
export type * from './protocol/messages.ts';
export * from './protocol/names.ts';
export * from './protocol/requests.ts';
export type * from './protocol/search.ts';

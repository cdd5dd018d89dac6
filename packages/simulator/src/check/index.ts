/** Checks content against the rules of the bridge. The services are loaded once a page is opened. */
export { checkContent, type CheckOptions } from './check.ts';
export type { Finding } from './finding.ts';
export { ruleIds } from './looks.ts';
export { parseLink } from './scene.ts';
export { startSurroundings } from './surroundings.ts';

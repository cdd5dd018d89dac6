/** A browser, and a person in it: what journeys and benchmarks of the whole product stand on. */
export { launchBrowser } from './browser.ts';
export { arrive, type Learner } from './learner.ts';

/** What the command stands on, for tests of the whole. */
export { checkContent, type CheckOptions } from './check/check.ts';
export type { Finding } from './check/finding.ts';
export { serveFolder, type FolderServer } from './folder/folder-server.ts';
export type { Backstage } from './simulator/backstage.ts';
export { scenarios } from './simulator/scenarios.ts';
export { startSimulator, type Simulator } from './simulator/simulator.ts';
export { startStage, type Stage } from './simulator/stage.ts';

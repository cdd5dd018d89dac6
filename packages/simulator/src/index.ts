/** Content in the production shell, in the scenarios that authors need. */
export { serveFolder, type FolderServer } from './server/folder-server.ts';
export type { Backstage } from './backstage.ts';
export { scenarios } from './scenarios.ts';
export { startSimulator, type Simulator } from './simulator.ts';
export { startStage, type Stage } from './stage.ts';

/**
 * The whole product in one process tree, for end-to-end tests and benchmarks, and what they need to
 * know about its demo data.
 */
export {
  demoAccounts,
  demoProduct,
  orderSystemClientId,
  shellClientId,
  type DemoAccount,
} from './accounts.ts';
export type { Ports } from './addresses.ts';
export { createContentServer, type ContentServerOptions } from './content-server/content-server.ts';
export {
  startPlatform,
  type Platform,
  type PlatformOptions,
  type ProcessName,
} from './platform.ts';
export { startIdentityProvider } from './identity-provider/start.ts';
export { demoContentFolder, shellFolder } from './builds/bundle.ts';
export { findFreePorts } from './ports.ts';
export { baseConfiguration } from './shell-configuration.ts';
export { exitOnSignal } from './processes/ending.ts';
export { makeRunFolder, type RunFolder } from './run-folder.ts';
export { StartProblem } from './problem.ts';

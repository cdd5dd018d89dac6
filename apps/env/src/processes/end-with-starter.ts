import { whenStarterIsGone } from './ending.ts';

// Loaded into a process that does not watch its channel to the starter itself (the bundler): ends it
// when the starter has ended.
whenStarterIsGone(() => process.exit());
// The channel alone is no reason to live on.
process.channel?.unref();

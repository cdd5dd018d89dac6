// Loaded into a process that does not watch its channel to the starter itself (the bundler): ends it
// when the starter has ended.
process.once('disconnect', () => process.exit());
// The channel alone is no reason to live on.
process.channel?.unref();

import { startS3Server } from '@lectern/env/testing';

// A bucket in a process of its own, so that what it needs of the processor is not taken from the client.

const { options, close } = await startS3Server();
process.send!(options);
process.once('disconnect', () => void close().then(() => process.exit()));
process.once('SIGTERM', () => void close().then(() => process.exit()));

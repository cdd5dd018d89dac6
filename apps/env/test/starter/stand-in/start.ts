import { runStarter } from '../../../src/starter.ts';
import { standIns } from './parts.ts';

process.exitCode = await runStarter(process.argv.slice(2), standIns());

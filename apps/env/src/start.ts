import { product } from './product.ts';
import { runStarter } from './starter.ts';

process.exitCode = await runStarter(process.argv.slice(2), product);

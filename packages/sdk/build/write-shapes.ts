import { writeFile } from 'node:fs/promises';
import { contractShapes } from './contract-shapes.ts';

// To be formatted (`npm run fix`). A test compares it with the contract.
await writeFile(new URL('../src/protocol/contract.ts', import.meta.url), contractShapes());

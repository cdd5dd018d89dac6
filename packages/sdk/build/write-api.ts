import { writeFile } from 'node:fs/promises';
import { publicSurface } from './api.ts';

// A test compares the public surface with it. A change of it is a change for every author.
await writeFile(new URL('../api.txt', import.meta.url), await publicSurface());

import { mkdir, writeFile } from 'node:fs/promises';
import { protocolPage } from './reference/protocol-page.ts';

// node packages/sdk/build/write-reference.ts
const folder = new URL('../../../docs/bridge/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('protocol.md', folder), protocolPage());

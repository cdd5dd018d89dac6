import { fileURLToPath } from 'node:url';
import { buildSdk } from './build-sdk.ts';

// npm run build -w @lectern/sdk
await buildSdk(fileURLToPath(new URL('../dist', import.meta.url)));

import { fileURLToPath } from 'node:url';
import { packSdk } from './build-sdk.ts';

// npm run build -w @lectern/sdk
const archive = await packSdk(fileURLToPath(new URL('../dist', import.meta.url)));
process.stdout.write(`To use it in a project of yours: npm install ${archive}\n`);

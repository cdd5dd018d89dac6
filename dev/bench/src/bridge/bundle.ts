import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entry = '\0entry';

/** A script for one page, minified as the shell itself is. */
export async function bundle(code: string, format: 'iife' | 'es' = 'iife'): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === 'entry' ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: 'entry',
        output: { format, minify: true },
        preserveEntrySignatures: format === 'es' ? 'strict' : false,
      },
    },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}

/** Bytes on the wire, after `gzip -9`, of what content imports. */
export async function sizeOf(exported: string): Promise<number> {
  const code = await bundle(`export ${exported}`, 'es');
  return (await promisify(gzip)(code, { level: 9 })).length;
}

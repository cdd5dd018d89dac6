import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { buildTargets } from '@lectern/browsers';
import { refuseMissing } from '@lectern/browsers/bundles';
import { importsWithFiles } from './build/import-with-files.ts';
import { startChunks } from './build/start-chunks.ts';
import { startInPage } from './build/start-in-page.ts';

export default defineConfig({
  // Compressed once here rather than for every visitor: the host serves `.br` and `.gz` as they are.
  // Pages it compresses itself, with the configuration in them.
  plugins: [
    react(),
    startInPage(),
    startChunks(),
    importsWithFiles(),
    refuseMissing({
      hasFallback: true,
      otherNames: ['captureStackTrace', 'fromBase64', 'take', 'toBase64', 'use'],
    }),
    compression({ include: /\.(js|css|svg)$/, threshold: 0 }),
  ],
  build: {
    target: buildTargets,
    // The content security policy knows no `data:`: every asset is a file of its own.
    assetsInlineLimit: 0,
    // Where preloading is unknown, modules come when they are imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [
        'index.html',
        'silent-callback.html',
        'popup-callback.html',
        // Chunks that the start script loads by address.
        'src/shell.ts',
        'src/app.tsx',
        'src/start-up-page.ts',
        'src/fallback.ts',
      ],
      preserveEntrySignatures: 'allow-extension',
    },
  },
});

import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { buildTargets } from '@lectern/browsers';
import { refuseMissing } from '@lectern/browsers/bundles';
import { laterChunks, publicationFiles } from './publication/plugin.ts';

/** Three pages: the publication, what the shell's login page shows in its frame, and a page for printing. */
export default defineConfig({
  // The publication may lie under any address: everything is found relative to the pages.
  base: './',
  // Compressed once here rather than for every reader.
  plugins: [
    publicationFiles(),
    laterChunks(),
    refuseMissing({ otherNames: ['drop'] }),
    compression({ include: /\.(js|css|html|svg)$/, threshold: 0 }),
  ],
  build: {
    target: buildTargets,
    // data: addresses would need a wider content security policy than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'login.html', 'druck.html'] },
  },
});

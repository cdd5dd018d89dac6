import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { buildTargets } from '@lectern/browsers';
import { refuseMissing } from '@lectern/browsers/bundles';
import { patchedLibrary } from './patched-library.ts';

/** The pages that show imported courses: a course gets one of them as its `index.html`. It finds `course.json` and the course's files beside itself. */
const fromHere = (page: string) => fileURLToPath(new URL(page, import.meta.url));

export default defineConfig({
  // A course may lie under any address.
  base: './',
  plugins: [patchedLibrary, refuseMissing()],
  build: {
    target: buildTargets,
    outDir: '../dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Ours among a package's files, which lie in a folder of their own.
    assetsDir: 'player',
    rolldownOptions: { input: ['index.html', 'cmi5.html'].map(fromHere) },
  },
});

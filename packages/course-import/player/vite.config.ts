import { defineConfig } from 'vite';

/** The page that shows an imported course. It finds `course.json` and the course's files beside itself. */
export default defineConfig({
  // A course may lie under any address.
  base: './',
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Ours among a package's files, which lie in a folder of their own.
    assetsDir: 'player',
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { buildTargets } from '@lectern/browsers';
import { refuseMissing } from '@lectern/browsers/bundles';

/** The pages that show imported courses: a course gets one of them as its `index.html`. It finds `course.json` and the course's files beside itself. */
const fromHere = (page: string) => fileURLToPath(new URL(page, import.meta.url));

/** Takes the regular expressions out of scorm-again that not all supported browsers read. */
const withoutLookbehind: Plugin = {
  name: 'without-lookbehind',
  transform(code, id) {
    if (!id.endsWith('/scorm-again/dist/esm/scorm2004.js')) return undefined;
    const lookbehind = /new RegExp\(`\(\?<!\\\\\\\\\)\$\{escapeRegex\(bare\)\}`(?:, "g")?\)/g;
    const source = JSON.stringify(fromHere('runtime/unescaped.ts'));
    return `import { unescaped } from ${source};\n${code.replaceAll(lookbehind, 'unescaped(bare)')}`;
  },
};

export default defineConfig({
  // A course may lie under any address.
  base: './',
  plugins: [withoutLookbehind, refuseMissing()],
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

import { fileURLToPath } from 'node:url';

/** A plugin of Vite: changes what scorm-again has in its source alone, regular expressions. */
export const patchedLibrary = {
  name: 'patched-library',
  transform(code: string, id: string): string | undefined {
    if (/\/scorm-again\/dist\/esm\/scorm(?:12|2004)\.js$/.test(id))
      return withoutLookbehind(withLongTexts(code));
    return undefined;
  },
};

/** Takes out what Safari before 16.4 cannot read. */
function withoutLookbehind(code: string): string {
  const lookbehind = /new RegExp\(`\(\?<!\\\\\\\\\)\$\{escapeRegex\(bare\)\}`(?:, "g")?\)/g;
  const source = JSON.stringify(fileURLToPath(new URL('runtime/unescaped.ts', import.meta.url)));
  return `import { unescaped } from ${source};\n${code.replaceAll(lookbehind, 'unescaped(bare)')}`;
}

/**
 * Lets texts have any length, lines and braces: the library takes the lengths that a platform has to keep at least
 * (SCORM 2004 RTE, section 4.1.1) for those that content must keep to, and refuses answers of several lines.
 */
function withLongTexts(code: string): string {
  const texts = /^ {2}(?:CMIString\d+|CMILangString\w*|CMIFeedback): "\^.*",$/gm;
  return code.replaceAll(texts, (line) =>
    line
      .replace('(?!{.*$)', '(?!{lang=)')
      .replaceAll(/\{0,\d+\}/g, '*')
      .replaceAll('.*', String.raw`[\\s\\S]*`),
  );
}

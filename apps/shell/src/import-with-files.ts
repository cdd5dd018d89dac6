/** Files that have come, or are on their way. */
const files = new Map<string, Promise<void>>();

/**
 * Imports a module once its files are in the cache. Firefox and older Chromium keep a failed import for the life of the
 * page, also of a module that others import (HTML, module map); a failed fetch leaves nothing behind, so that the next
 * call succeeds. The build calls it for each `import()` (`build/import-with-files.ts`).
 *
 * @param needed The module's scripts and style sheets, from the root of the host.
 * @throws {TypeError} when one cannot be had.
 */
export async function importWithFiles<Module>(
  load: () => Promise<Module>,
  needed: readonly string[],
): Promise<Module> {
  await Promise.all(needed.map((file) => once(`/${file}`)));
  return load();
}

function once(address: string): Promise<void> {
  const known = files.get(address);
  if (known) return known;
  const coming = address.endsWith('.css') ? addStyles(address) : fetchScript(address);
  files.set(address, coming);
  coming.catch(() => files.delete(address));
  return coming;
}

async function fetchScript(address: string): Promise<void> {
  // The start script has preloaded those that the page begins with.
  if (document.querySelector(`link[href="${address}"]`)) return;
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(`${address}: ${answer.status}`);
  await answer.blob();
}

async function addStyles(href: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return;
  const link = document.createElement('link');
  // A preloaded sheet is used where the origin is asked for in the same way.
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href });
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => reject(new TypeError(href)));
    document.head.append(link);
  }).catch((error: unknown) => {
    link.remove();
    throw error;
  });
}

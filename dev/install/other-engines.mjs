import { findOnPath } from '../../packages/chromium/src/find-browser.mjs';

/**
 * The engines beside Chromium that journeys run in: programs that start them, and packages of Debian that bring
 * them.
 */
export const otherEngines = [
  { name: 'Firefox', programs: ['firefox-esr'], packages: ['firefox-esr'] },
  {
    name: 'WebKitGTK',
    programs: ['WebKitWebDriver', 'Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
  { name: 'WPE', programs: ['WPEWebDriver', 'cog'], packages: ['wpewebkit-driver', 'cog'] },
];

/** Path of the program that starts an engine, if all that it needs is there. */
export function findEngine(name) {
  const { programs } = otherEngines.find((engine) => engine.name === name);
  const paths = programs.map(findOnPath);
  return paths.every(Boolean) ? paths[0] : undefined;
}

import { isProgram } from './find-browser.mjs';

const library = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/**
 * The browsers beside Chromium that journeys run in, with the programs that they start, and the packages of Debian
 * that bring them.
 */
export const otherEngines = [
  { name: 'Firefox', programs: ['/usr/bin/firefox-esr'], packages: ['firefox-esr'] },
  {
    name: 'WebKitGTK',
    programs: [
      `${library}/webkit2gtk-4.1/MiniBrowser`,
      '/usr/bin/WebKitWebDriver',
      '/usr/bin/Xvfb',
    ],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
  {
    name: 'WPE',
    programs: ['/usr/bin/cog', '/usr/bin/WPEWebDriver'],
    packages: ['wpewebkit-driver', 'cog'],
  },
];

/** Paths of the programs of an engine by its name, the browser's first, if all of them are there. */
export function findEngine(name) {
  const { programs } = otherEngines.find((engine) => engine.name === name);
  return isThere({ programs }) ? programs : undefined;
}

export const isThere = ({ programs }) => programs.every(isProgram);

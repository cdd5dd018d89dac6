/** Packages for tests, good and bad. */
export {
  manifest12,
  manifest2004,
  several12,
  sequenced2004,
  single12,
  single2004,
} from './packages.ts';
export { buildPlayer } from './build-player.ts';
export { h5pQuestion } from './h5p-package.ts';
export { provideH5pStandalone } from './h5p-standalone.ts';
export { makeZip, type ZipFileEntry } from './zip.ts';

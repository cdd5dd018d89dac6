import { getFileNameLowLevel, type Entry } from 'yauzl';
import { PackageRefused, quoted } from '../refusal.ts';

/** Longest path of Linux (`PATH_MAX`); other systems have less. */
const pathMaximumInBytes = 4_096;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The name of an entry with `/` between folders, relative to the package's root, as its author's computer wrote it:
 * UTF-8 where the entry says so or where the bytes are (tools on macOS often do not say), else code page 437
 * (APPNOTE, appendix D), or what the entry's Unicode path field says.
 *
 * @throws {PackageRefused} for a name that leads out of the folder, or that no file can have.
 */
export function readFileName(entry: Entry): string {
  if (entry.fileNameRaw.length > pathMaximumInBytes)
    throw new PackageRefused(`The package names a path of more than ${pathMaximumInBytes} bytes.`);
  const name = decode(entry).replaceAll('\\', '/');
  // Tools that pack a folder by its path write `./` before each name.
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (/^\/|^[A-Za-z]:/.test(name))
    throw new PackageRefused(`The package names an absolute path: ${quoted(name)}.`);
  if (parts.includes('..'))
    throw new PackageRefused(`The package names a path that leads out of it: ${quoted(name)}.`);
  if (/\p{Cc}/u.test(name))
    throw new PackageRefused(`The package names a path that no file can have: ${quoted(name)}.`);
  const isFolder = /(?:^|\/)\.?$/.test(name);
  return parts.join('/') + (isFolder && parts.length > 0 ? '/' : '');
}

function decode({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  try {
    return strictUtf8.decode(fileNameRaw);
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  }
}

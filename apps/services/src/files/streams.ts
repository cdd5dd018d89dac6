import type { Database } from '../storage/database.ts';
import type { Decision } from './access.ts';
import { accessibleFile, type AccessibleFile, type Addressing } from './accesses.ts';
import { findFiles, type StoredFile } from './stored-files.ts';
import { filmName, playlistName, playlistType } from './video/encode.ts';

/** A file as it is given: alone, or a playlist with the film that it plays. */
export interface GivenFile {
  readonly file: StoredFile;
  readonly film?: StoredFile;
}

/**
 * Adds its film to a playlist that a conversion has made. Who may have the one must be allowed to have
 * the other: their rights can be changed one by one.
 *
 * @param decide says it of the film, as it has been said of the playlist
 */
export async function withFilm<Refusal>(
  database: Database,
  file: StoredFile,
  decide: (films: readonly StoredFile[]) => Promise<Decision<StoredFile, Refusal>>,
): Promise<Decision<GivenFile, Refusal>> {
  const { media_version: version, file_reference, space } = file;
  if (version === null) return { file: { file } };
  const reference = file_reference.replace(/[^/]+$/, filmName);
  const films = await findFiles(database, { ...file, file_reference: reference, version }, space);
  const film = await decide(films);
  return film.file ? { file: { file, film: film.file } } : film;
}

/** A file with its address, in the contract's shape; that of a playlist opens its film as well. */
export function accessibleGivenFile(
  gateway: Addressing,
  subject: string,
  { file, film }: GivenFile,
): AccessibleFile {
  const alone = accessibleFile(gateway, subject, file);
  if (!film) return alone;
  const { address, expiresAt } = gateway.addresses.signStream({
    subject,
    about: {
      po: file.object_id,
      ph: file.content_hash,
      pz: file.size_in_bytes,
      mo: film.object_id,
      mh: film.content_hash,
      mz: film.size_in_bytes,
    },
  });
  return { ...alone, address: address + playlistName, expires_at: expiresAt.toISOString() };
}

/** Facts of a stream's address for one of its two parts; nothing for any other name. */
export function partOfStream(
  name: string,
  about: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const part = name === playlistName ? 'p' : 'm';
  const [o, h, z] = ['o', 'h', 'z'].map((field) => about[part + field]);
  if (!o || !h || !z || (name !== playlistName && name !== filmName)) return {};
  return { o, h, z, t: part === 'p' ? playlistType : 'video/mp4' };
}

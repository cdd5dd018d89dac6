import type { PublicFile } from './public-files.ts';
import type { AddressSigner } from './signed-address.ts';
import type { StoredFile } from './stored-files.ts';
import type { OpenUpload } from './uploads.ts';

const storageType = { storage_type: 'S3' } as const;

/** Object and subject of an address. */
export interface Addressing {
  readonly addresses: AddressSigner;
}

/** A file as the second version of the calls describes it. */
export type AccessibleFile = ReturnType<typeof accessibleFile>;

/** The first version of the calls has no hashes. */
export function withoutHash({ content_hash: _, ...file }: AccessibleFile) {
  return file;
}

/** A name for the path of an address: proxies refuse some encoded characters, and write others in another way. */
const nameInPath = (fileName: string) => fileName.replaceAll(/[^\w.-]/g, '_');

/** A stored file with its address, in the contract's shape. */
export function accessibleFile({ addresses }: Addressing, subject: string, file: StoredFile) {
  const { object_id, file_name, media_type, size_in_bytes, content_hash } = file;
  const { address, expiresAt } = addresses.sign({
    path: `/files/${nameInPath(file_name)}`,
    subject,
    about: { o: object_id, h: content_hash, t: media_type, z: size_in_bytes, n: file_name },
  });
  return {
    ...storageType,
    address,
    expires_at: expiresAt.toISOString(),
    version: file.version,
    file_name,
    media_type,
    size_in_bytes: Number(size_in_bytes),
    ...(file.distribution_channel && { distribution_channel: file.distribution_channel }),
    content_hash,
  };
}

/** A file of the operator's own folder with its address. */
export function accessiblePublicFile(
  { addresses }: Addressing,
  subject: string,
  file: PublicFile,
): AccessibleFile {
  const { version, file_name, media_type, size_in_bytes, distribution_channel } = file;
  const { address, expiresAt } = addresses.sign({
    path: `/public/${nameInPath(file_name)}`,
    subject,
    about: { p: file.path },
  });
  return {
    ...storageType,
    address,
    expires_at: expiresAt.toISOString(),
    version,
    file_name,
    media_type,
    size_in_bytes,
    ...(distribution_channel && { distribution_channel }),
    content_hash: file.content_hash,
  };
}

/** Where the bytes of an announced file go. */
export function uploadAddress(
  { addresses }: Addressing,
  subject: string,
  { uploadId, expiresAt, signIn, account }: OpenUpload,
) {
  const path = `/uploads/${uploadId}`;
  const { address } = addresses.sign({
    path,
    subject,
    expiresAt,
    about: { w: signIn, a: account },
  });
  return { ...storageType, address, expires_at: expiresAt.toISOString() };
}

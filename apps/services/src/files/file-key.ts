import { sql, type RawBuilder } from 'kysely';

/** Which file: its reference is the key by which the tables can be spread over machines. */
export interface FileKey {
  readonly file_reference: string;
  readonly space: string;
  readonly asset_stage: string;
  readonly asset_type: string;
}

export interface VersionKey extends FileKey {
  readonly version: number;
}

const ofPublisher = 'mandant:';
const ofGroup = 'group:';

export function publisherSpace(mandantIdentifier: string): string {
  return ofPublisher + mandantIdentifier;
}

/** The files that members of a group exchange. */
export function groupSpace(groupId: string): string {
  return ofGroup + groupId;
}

/** @returns `undefined` for a publisher's space */
export function groupOfSpace(space: string): string | undefined {
  return space.startsWith(ofGroup) ? space.slice(ofGroup.length) : undefined;
}

/** @returns `undefined` for a group's space */
export function publisherOfSpace(space: string): string | undefined {
  return space.startsWith(ofPublisher) ? space.slice(ofPublisher.length) : undefined;
}

/** A condition: the row is of this file. */
export function isOfFile(key: FileKey): RawBuilder<boolean> {
  return sql<boolean>`(
    file_reference = ${key.file_reference} and space = ${key.space}
    and asset_stage = ${key.asset_stage} and asset_type = ${key.asset_type}
  )`;
}

/** Everybody takes the locks of several files in this order. */
export function inLockOrder<Key extends FileKey>(keys: readonly Key[]): Key[] {
  const nameOf = ({ file_reference, space, asset_stage, asset_type }: FileKey) =>
    JSON.stringify([file_reference, space, asset_stage, asset_type]);
  return keys.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

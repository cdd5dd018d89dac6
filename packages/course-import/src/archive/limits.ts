/** Limits of what a package unpacks to. Authoring tools' exports with video stay far below. */
export interface ArchiveLimits {
  readonly entries: number;
  /** Size of all files together. */
  readonly totalInBytes: number;
  /** How many times the size of the zip itself a package may unpack to… */
  readonly ratio: number;
  /** …once it unpacks to more than this: small packages of blank pictures shrink as much. */
  readonly ratioAppliesFromInBytes: number;
}

const oneMebibyteInBytes = 1024 * 1024;

export const defaultArchiveLimits: ArchiveLimits = {
  entries: 50_000,
  totalInBytes: 4096 * oneMebibyteInBytes,
  ratio: 100,
  ratioAppliesFromInBytes: 64 * oneMebibyteInBytes,
};

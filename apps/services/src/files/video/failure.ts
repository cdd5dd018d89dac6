/** Why a video is not converted, for publishers: nothing of this installation stands there. */
const texts = {
  gone: 'The video is no longer in the store.',
  unreadable: 'The video cannot be read: it is damaged, or not of the announced type.',
  noPicture: 'The video has no picture.',
  tooLarge: 'The picture of the video is larger than 7680 by 4320.',
  tooLong: 'The video is longer than is converted here.',
  tookTooLong: 'The conversion took longer than is allowed here.',
  outputTooLarge: 'The rendition would be larger than is allowed here.',
  brokeOff: 'The conversion broke off. The video may be damaged.',
  ended: 'The process that converted the video ended before it was done.',
  internal: 'The conversion failed for a reason that lies in this installation.',
} as const;

type FailureKind = keyof typeof texts;

/** Further attempts can end in another way. */
const passing: ReadonlySet<FailureKind> = new Set(['brokeOff', 'ended', 'internal']);

export class ConversionFailed extends Error {
  override readonly name = 'ConversionFailed';
  readonly isFinal: boolean;

  /** @param faults what a program said, for the log */
  constructor(kind: FailureKind, faults?: string) {
    super(texts[kind], faults ? { cause: new Error(faults) } : {});
    this.isFinal = !passing.has(kind);
  }
}

/** An error as publishers are told of it. */
export function toFailure(error: unknown): ConversionFailed {
  return error instanceof ConversionFailed ? error : new ConversionFailed('internal');
}

/** Another process converts, or nobody wants it any more. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

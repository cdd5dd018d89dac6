export interface KeptWay {
  readonly sequencing?: unknown;
  /** Data that items share, by identifier. */
  readonly shared?: Readonly<Record<string, string>>;
}

/** Reads a kept way. One that cannot be read counts as none: the statuses of items are kept elsewhere. */
export function readWay(text = '{}'): KeptWay {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch (error) {
    console.error('The way through the course could not be read.', error);
    return {};
  }
}

/** A piece of JSON that stands in a text as it is; no value of JavaScript makes some of them. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Members of an object in their order; a name may occur twice. */
export class Members {
  readonly entries: readonly (readonly [string, unknown])[];

  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries;
  }
}

/** As `JSON.stringify`, with what it cannot write. Members that are undefined are left out. */
export function toJsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => toJsonText(item)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = value instanceof Members ? value.entries : Object.entries(value);
  const members = entries
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${toJsonText(member)}`);
  return `{${members.join(',')}}`;
}

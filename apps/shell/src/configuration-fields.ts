/*
 * How single fields of the configuration document are checked. By hand rather than with a schema
 * library, because every byte here stands before the content's first request.
 */

/** A field of the configuration document is missing or wrong. */
export class ConfigurationError extends Error {
  declare name: 'ConfigurationError';
  /** Path of the field, such as `project.title`. */
  declare readonly field: string;
  /**
   * `no-object`: the document itself has no fields. `insecure`: an address over plain http, where anyone
   * on the way could listen.
   */
  declare readonly kind: 'missing' | 'invalid' | 'no-object' | 'insecure' | 'content-on-own-origin';

  constructor(field: string, kind: ConfigurationError['kind'] = 'invalid') {
    super(`${field}: ${kind}`);
    this.field = field;
    this.kind = kind;
  }
}

// As a field it would be lowered for Safari 15, with more code than the class has.
ConfigurationError.prototype.name = 'ConfigurationError';

/** By its name, because the start script has a class of its own, as the shell has. */
export function isConfigurationError(error: unknown): error is ConfigurationError {
  return error instanceof Error && error.name === 'ConfigurationError';
}

function refuse(value: unknown, field: string): never {
  throw new ConfigurationError(field, value === undefined ? 'missing' : 'invalid');
}

/** An object of the document. */
export type Section = Readonly<Record<string, unknown>>;

/** A copy without prototype, so that only fields of the document itself are ever found. */
export function section(value: unknown, field: string): Section {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (!field) throw new ConfigurationError('config.json', 'no-object');
    refuse(value, field);
  }
  // No tool writes such a field; whoever does means to change how the others are read.
  if (Object.hasOwn(value, '__proto__'))
    throw new ConfigurationError(`${field && `${field}.`}__proto__`);
  return Object.assign(Object.create(null), value);
}

/**
 * Reads a field's value.
 *
 * @param field Its path, such as `project.title`.
 * @param before Fields of the same section that stand before it in the table, as they were read.
 * @returns undefined where the field is absent.
 * @throws {ConfigurationError}
 */
export interface Reader<Value> {
  (value: unknown, field: string, ownOrigin: string, before: Section): Value;
  /** Fields of a value that is a section. */
  readonly fields?: Fields;
}

/** A table of fields, and of sections of fields. Its comments are the rows of docs/operate/configuration.md. */
export interface Fields {
  readonly [name: string]: Reader<unknown> | Fields;
}

/** The fields of a section; undefined for a field that is none. */
export function fieldsOf(field: Fields[string]): Fields | undefined {
  return typeof field === 'function' ? field.fields : field;
}

type ValueOf<Field> = Field extends (...given: never[]) => infer Value ? Value : ValuesOf<Field>;
/** The object that a table of fields is read as: a field that may be absent is an optional member. */
export type ValuesOf<Table> = {
  readonly [Name in keyof Table as undefined extends ValueOf<Table[Name]> ? never : Name]: ValueOf<
    Table[Name]
  >;
} & {
  readonly [Name in keyof Table as undefined extends ValueOf<Table[Name]> ? Name : never]?: Exclude<
    ValueOf<Table[Name]>,
    undefined
  >;
};

/** @throws {ConfigurationError} for the first wrong field. */
export function readFields<Table extends Fields>(
  fields: Table,
  value: unknown,
  path: string,
  ownOrigin: string,
): ValuesOf<Table> {
  const members = section(value, path);
  const read: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const at = path ? `${path}.${name}` : name;
    const result =
      typeof field === 'function'
        ? field(members[name], at, ownOrigin, read)
        : readFields(field, members[name], at, ownOrigin);
    if (result !== undefined) read[name] = result;
  }
  return read as ValuesOf<Table>;
}

export function text(fallback?: string) {
  return (value: unknown, field: string): string => {
    const result = value ?? fallback;
    if (typeof result !== 'string' || !result) refuse(result, field);
    return result;
  };
}

/** A BCP 47 tag in its canonical form: with any other, dates and times could not be written. */
export const languageTag: Reader<string> = (value, field) => {
  const tag = text('en-US')(value, field);
  try {
    return new Intl.Locale(tag).toString();
  } catch {
    throw new ConfigurationError(field);
  }
};

export function flag(fallback = false): Reader<boolean> {
  return (value, field) => {
    const result = value ?? fallback;
    if (typeof result !== 'boolean') throw new ConfigurationError(field);
    return result;
  };
}

/** Parses like `URL.parse`, which older browsers lack until the frame has opened. */
export function parseAddress(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {}
}

export function webAddress(value: unknown, field: string, base?: string | URL): URL {
  const address = typeof value === 'string' ? parseAddress(value, base) : undefined;
  if (address && /^https?:$/.test(address.protocol)) return address;
  refuse(value, field);
}

/** An absolute address on this origin, or a path there. */
export function addressWithin(origin: string, value: unknown, field: string): string {
  const address = webAddress(value, field, origin);
  if (address.origin !== origin) throw new ConfigurationError(field);
  return address.href;
}

/** A path on this origin, as the browser writes it: it drops tabs, and reads `//` and `/\` as a host. */
export function requirePath(origin: string, path: string, field: string): void {
  if (addressWithin(origin, path, field) !== origin + path) throw new ConfigurationError(field);
}

/** Answers over plain http can be anyone's on the way; a loopback address has no way. */
export function requireSafeWay({ protocol, hostname }: URL, field: string): void {
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new ConfigurationError(field, 'insecure');
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

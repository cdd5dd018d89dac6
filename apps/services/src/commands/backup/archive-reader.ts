import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { CommandProblem } from '../problem.ts';
import { hashesPath, pieceInBytes } from './archive.ts';
import { isOfSystem } from './whole-file.ts';

const decompress = promisify(gunzip);

/** Reads a backup from its beginning to its end; hashes are compared at the end. */
export class ArchiveReader {
  readonly #entries: AsyncIterator<ParsedTarEntry>;
  readonly #hashes = new Map<string, string>();
  #next: ParsedTarEntry | undefined;
  #isBegun = false;

  constructor(bytes: ReadableStream<Uint8Array>) {
    const entries = bytes.pipeThrough(createTarDecoder({ strict: true }));
    this.#entries = entries[Symbol.asyncIterator]();
  }

  /** Path of the next entry; `undefined` at the end. */
  async peek(): Promise<string | undefined> {
    if (!this.#isBegun) await this.#advance();
    return this.#next?.header.name;
  }

  /** True where the next entry is in this folder. */
  async isIn(folder: string): Promise<boolean> {
    return (await this.peek())?.startsWith(folder) ?? false;
  }

  /** Size of the next entry, in bytes. */
  get size(): number {
    return this.#next?.header.size ?? 0;
  }

  /** Takes the next entry. It is to be read to its end before the one after it. */
  async *read(): AsyncGenerator<Uint8Array> {
    const path = await this.peek();
    if (!path || !this.#next) throw damaged('it ends too early');
    const hash = createHash('sha256');
    const chunks = this.#next.body[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await readable(() => chunks.next());
      if (done) break;
      hash.update(value);
      yield value;
    }
    if (this.#hashes.has(path)) throw damaged(`it has two entries ${shown(path)}`);
    this.#hashes.set(path, hash.digest('hex'));
    await this.#advance();
  }

  /** Takes the next entry, for its hash alone. */
  async skip(): Promise<void> {
    for await (const _ of this.read());
  }

  async readWhole(maximumInBytes: number): Promise<Buffer> {
    if (this.size > maximumInBytes) throw damaged('an entry is too large');
    return joined(this.read());
  }

  /** Takes all pieces in a folder. */
  async *readPieces(path: string): AsyncGenerator<Uint8Array> {
    const folder = `${path}/`;
    while (await this.isIn(folder)) {
      const piece = await this.readWhole(2 * pieceInBytes);
      yield await readable(() => decompress(piece, { maxOutputLength: pieceInBytes }));
    }
  }

  /**
   * Compares the hashes, after everything else has been taken.
   *
   * @throws {CommandProblem}
   */
  async requireWhole(): Promise<void> {
    const path = await this.peek();
    if (path !== hashesPath) {
      throw damaged(path ? `it has an entry ${shown(path)} too many` : 'it ends too early');
    }
    const found = new Map(this.#hashes);
    const lines = (await joined(this.read())).toString();
    for (const [, hash = '', name = ''] of lines.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)) {
      if (found.get(name) !== hash) throw damaged(`${shown(name)} is not as it was written`);
      found.delete(name);
    }
    const [unknown] = found.keys();
    if (unknown !== undefined) throw damaged(`${shown(unknown)} was not written by a backup`);
    if ((await this.peek()) !== undefined) throw damaged('it goes on after its end');
  }

  async #advance(): Promise<void> {
    this.#isBegun = true;
    const { value, done } = await readable(() => this.#entries.next());
    this.#next = done ? undefined : value;
  }
}

export function damaged(what: string): CommandProblem {
  return new CommandProblem(`The backup is damaged or not complete: ${what}. Use another one.`);
}

/** A message can repeat a name out of the archive, and a terminal obeys control characters. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?');
}

function shown(name: string): string {
  return `"${printable(name)}"`;
}

async function joined(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function readable<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (isOfSystem(error))
      throw new CommandProblem(`The backup cannot be read: ${error.message}.`, { cause: error });
    if (!(error instanceof Error)) throw error;
    throw damaged(printable(error.message).replace(/\.$/, ''));
  }
}

import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file without a name in the folder for temporary files (`TMPDIR`): the system gives its room back when
 * it is closed, and also when the process is killed. So nothing ever has to be swept up.
 */
export class TemporaryFile {
  readonly #handle: FileHandle;
  #sizeInBytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(): Promise<TemporaryFile> {
    const path = join(tmpdir(), `lectern-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new TemporaryFile(handle);
  }

  get sizeInBytes(): number {
    return this.#sizeInBytes;
  }

  /** For libraries that read by file descriptor; it holds until {@link TemporaryFile.close}. */
  get fd(): number {
    return this.#handle.fd;
  }

  async append(chunk: Uint8Array): Promise<void> {
    for (let done = 0; done < chunk.length;) {
      const { bytesWritten } = await this.#handle.write(chunk, done, undefined, null);
      done += bytesWritten;
    }
    this.#sizeInBytes += chunk.length;
  }

  /** @returns fewer bytes at the end of the file */
  async read(position: number, length: number): Promise<Uint8Array> {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#sizeInBytes - position)));
    let done = 0;
    while (done < buffer.length) {
      const { bytesRead } = await this.#handle.read(buffer, done, undefined, position + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return buffer.subarray(0, done);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

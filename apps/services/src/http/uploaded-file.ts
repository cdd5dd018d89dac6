import type { TemporaryFile } from './temporary-file.ts';

const readAtOnceInBytes = 64 * 1024;

/** A file of a form. Its bytes lie on the disk, however large it is, until its request is answered. */
export class UploadedFile extends File {
  override readonly size: number;
  readonly #content: TemporaryFile;

  constructor(content: TemporaryFile, name: string, mediaType: string) {
    super([], name, { type: mediaType });
    this.size = content.sizeInBytes;
    this.#content = content;
  }

  /** For libraries that read by file descriptor; it holds until the request is answered. */
  get fd(): number {
    return this.#content.fd;
  }

  override stream(): ReturnType<File['stream']> {
    const content = this.#content;
    let position = 0;
    return new ReadableStream({
      async pull(controller) {
        const chunk = await content.read(position, readAtOnceInBytes);
        position += chunk.length;
        if (chunk.length > 0) controller.enqueue(new Uint8Array(chunk));
        else controller.close();
      },
    });
  }
}

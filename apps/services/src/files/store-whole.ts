import type { FileStore } from './file-store.ts';
import { inPieces } from './pieces.ts';

/**
 * Stores an object of any size: at once where it fits into a part, else part by part.
 *
 * @param begun Is told of an upload in parts before its first part.
 */
export async function storeWhole(
  store: FileStore,
  objectId: string,
  bytes: AsyncIterable<Uint8Array>,
  begun: (upload: string) => Promise<void> = async () => {},
): Promise<void> {
  const names: string[] = [];
  let upload: string | undefined;
  /** The last piece; whether it is the only one is known at the end. */
  let held: Buffer | undefined;
  const putPart = async (part: Buffer) => {
    if (upload === undefined) {
      upload = await store.begin(objectId);
      await begun(upload);
    }
    names.push(await store.putPart(objectId, upload, names.length + 1, part, names.at(-1)));
  };
  try {
    for await (const piece of inPieces(bytes, store.partSizeInBytes)) {
      if (held) await putPart(held);
      held = piece;
    }
    held ??= Buffer.alloc(0);
    if (upload === undefined) return await store.put(objectId, held);
    await putPart(held);
    await store.complete(objectId, upload, names);
  } catch (error) {
    if (upload !== undefined) await store.abort(objectId, upload).catch(() => {});
    throw error;
  }
}

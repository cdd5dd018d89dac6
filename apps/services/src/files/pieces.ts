/** Gives bytes in pieces of one size, of which the last one may be smaller. */
export async function* inPieces(
  bytes: AsyncIterable<Uint8Array>,
  sizeInBytes: number,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < sizeInBytes) continue;
    const joined = Buffer.concat(waiting);
    let start = 0;
    for (; joined.length - start >= sizeInBytes; start += sizeInBytes) {
      yield joined.subarray(start, start + sizeInBytes);
    }
    waiting = [joined.subarray(start)];
    length = joined.length - start;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

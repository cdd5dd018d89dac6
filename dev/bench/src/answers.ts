/*
 * Where the answers of a keep-alive connection end (RFC 9112, section 6). All that is measured say their
 * length; what comes in pieces of an unknown number is refused.
 */

export interface Answer {
  /** Its status is 200. */
  readonly isGood: boolean;
  text(): string;
}

/** Takes what comes, and gives the answer that ends with it. @throws where none can be told. */
export type ReadAnswers = (part: Buffer) => Answer | undefined;

const goodStatus = Buffer.from('HTTP/1.1 200');
const headEnd = Buffer.from('\r\n\r\n');

const isGood = (bytes: Buffer) => bytes.subarray(0, goodStatus.length).equals(goodStatus);

/** Reads the length of the first answer and goes by it: all others have the same. */
export function answersAlike(): ReadAnswers {
  const readFirst = answersOfAnyLength();
  let length: number | undefined;
  let first = 0;
  let received = 0;
  return (part) => {
    if (length === undefined) {
      first += part.length;
      const answer = readFirst(part);
      if (answer) length = first;
      return answer;
    }
    const begins = received === 0;
    received += part.length;
    const isAlike = received <= length && (!begins || isGood(part));
    if (isAlike && received < length) return undefined;
    received = 0;
    return { isGood: isAlike, text: () => part.toString() };
  };
}

/** Reads each length from the answer's own head. */
export function answersOfAnyLength(): ReadAnswers {
  let parts: Buffer[] = [];
  let received = 0;
  /** Of the answer under way, head included; unknown until its head is there. */
  let length: number | undefined;
  return (part) => {
    parts.push(part);
    received += part.length;
    if (length === undefined) {
      const [whole] = (parts = parts.length === 1 ? parts : [Buffer.concat(parts)]);
      length = lengthOf(whole!);
    }
    if (length === undefined || received < length) return undefined;
    if (received > length) throw new Error('More came than the answer.');
    const answered = parts;
    parts = [];
    received = 0;
    length = undefined;
    return { isGood: isGood(answered[0]!), text: () => Buffer.concat(answered).toString() };
  };
}

/** @returns `undefined` until the head is there */
function lengthOf(begin: Buffer): number | undefined {
  const end = begin.indexOf(headEnd);
  if (end < 0) return undefined;
  const contentLength = /\r\ncontent-length: *(\d+)/i.exec(begin.toString('latin1', 0, end))?.[1];
  if (contentLength === undefined) {
    throw new Error(`An answer does not say its length: ${begin.toString('latin1', 0, end)}`);
  }
  return end + headEnd.length + Number(contentLength);
}

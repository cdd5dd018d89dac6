import { PackageRefused, quoted } from '../refusal.ts';
import { copiedMaximumInCharacters } from './limits.ts';
import type { XmlElement } from './read-xml.ts';

/** Counts what a course gets several copies of: one for each item that refers to it. */
export class CopyBudget {
  readonly #manifestPath: string;
  readonly #lengths = new Map<XmlElement, number>();
  #sumInCharacters = 0;

  constructor(manifestPath: string) {
    this.#manifestPath = manifestPath;
  }

  /**
   * Counts an element without the items in it, which are counted themselves.
   *
   * @param line of the reference.
   * @throws {PackageRefused} where all copies together are too long.
   */
  count(element: XmlElement, line: number, what: string): void {
    const length = this.#lengths.get(element) ?? lengthOf(element);
    this.#lengths.set(element, length);
    this.#sumInCharacters += length;
    if (this.#sumInCharacters > copiedMaximumInCharacters)
      throw new PackageRefused(
        `${quoted(this.#manifestPath)}, line ${line}: ${what} is longer than ${copiedMaximumInCharacters} characters altogether.`,
      );
  }
}

function lengthOf({ name, attributes, text, children }: XmlElement): number {
  let sum = name.length + text.length;
  for (const [attribute, value] of attributes) sum += attribute.length + value.length;
  for (const child of children) if (child.name !== 'item') sum += lengthOf(child);
  return sum;
}

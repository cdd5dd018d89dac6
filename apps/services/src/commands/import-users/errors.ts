import { faultsShownMaximum, type RosterFaults } from '../../storage/roster-staging.ts';
import { CommandProblem } from '../problem.ts';

/** Where an error is; what is absent is not known or concerns the whole. */
interface Place {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: string | undefined;
}

/** A reason can repeat the file's text, and a terminal obeys control characters. */
function sentence({ file, line, column }: Place, reason: string): string {
  const place = [file, line && `line ${line}`, column && `column ${column}`];
  return `  ${place.filter(Boolean).join(', ')}: ${reason}`.replaceAll(/\p{Cc}/gu, '?');
}

/** The errors of an import: all are counted, the first are told. One is enough to import nothing. */
export class RosterErrors {
  readonly #shown: string[] = [];
  readonly #notes: string[] = [];
  #count = 0;

  /** Hints for the person at the terminal; no errors. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  get count(): number {
    return this.#count;
  }

  /** @param reason What is wrong, as the end of a sentence that begins with the place. */
  add({ file, line, column }: Place, reason: string): void {
    this.#count += 1;
    if (this.#shown.length === faultsShownMaximum) return;
    this.#shown.push(sentence({ file, line, column }, reason));
  }

  /** @param reason As for errors. */
  note(place: Place, reason: string): void {
    this.#notes.push(sentence(place, reason));
  }

  /** Adds what a query over the whole file has found. */
  addAll({ shown, count }: RosterFaults): void {
    for (const { reason, ...place } of shown) this.add(place, reason);
    this.#count += count - shown.length;
  }

  /** @throws {CommandProblem} with the errors, when there are any. */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const isOne = this.#count === 1;
    const hidden = this.#count - this.#shown.length;
    throw new CommandProblem(
      [
        `Nothing was imported, because of ${isOne ? 'an error' : `${this.#count} errors`}:`,
        ...this.#shown,
        ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
      ].join('\n'),
    );
  }
}

/** A fault of a file as a whole from some line on; the rest of it is not read. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly line: number | undefined;

  constructor(reason: string, line?: number) {
    super(reason);
    this.line = line;
  }
}

/** What a teacher has typed and not given yet: feedback by pupil and exercise, assignments by class. Fires `change`. */
class Drafts extends EventTarget {
  readonly #texts = new Map<string, string>();

  get isUnsaved(): boolean {
    return this.#texts.size > 0;
  }

  get(name: string): string {
    return this.#texts.get(name) ?? '';
  }

  /** Names that begin so. */
  namesIn(prefix: string): readonly string[] {
    return [...this.#texts.keys()].filter((name) => name.startsWith(prefix));
  }

  set(name: string, text: string): void {
    if (text) this.#texts.set(name, text);
    else this.#texts.delete(name);
    this.dispatchEvent(new Event('change'));
  }
}

/** They stay while their teacher goes from pupil to pupil, and from page to page. */
export const drafts = new Drafts();

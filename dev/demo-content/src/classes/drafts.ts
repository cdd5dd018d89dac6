/** A class; of feedback also the pupil and the exercise, and the feedback that is edited; an assignment has no more. */
type DraftOf = readonly [
  groupId: string | undefined,
  subject?: string | undefined,
  exerciseId?: string,
  feedbackId?: string,
];

export function draftName(...of: DraftOf): string {
  return JSON.stringify(of);
}

/** Only {@link draftName} makes names. */
function draftOf(name: string): DraftOf {
  return JSON.parse(name) as DraftOf;
}

/** Comments that a teacher has typed and not given yet. Fires `change`. */
class Drafts extends EventTarget {
  readonly #texts = new Map<string, string>();

  get isUnsaved(): boolean {
    return this.#texts.size > 0;
  }

  get(name: string): string {
    return this.#texts.get(name) ?? '';
  }

  /** True where there is a draft for an answer, or one that edits feedback on it. */
  has(name: string): boolean {
    return this.#texts.has(name) || this.namesIn(name).length > 0;
  }

  /** True where there is one for a pupil of a class. */
  areForPupils(groupId: string): boolean {
    return [...this.#texts.keys()].map(draftOf).some(([of, pupil]) => of === groupId && pupil);
  }

  /** Names of drafts that edit feedback on the same answer. */
  namesIn(name: string): readonly string[] {
    return [...this.#texts.keys()].filter((each) => each.startsWith(`${name.slice(0, -1)},`));
  }

  set(name: string, text: string): void {
    if (text) this.#texts.set(name, text);
    else this.#texts.delete(name);
    this.dispatchEvent(new Event('change'));
  }

  /** Drops those of other classes: nothing leads to their pages any more. */
  keepClasses(groupIds: readonly string[]): void {
    for (const name of this.#texts.keys())
      if (!groupIds.includes(draftOf(name)[0] ?? '')) this.set(name, '');
  }
}

/** They stay while their teacher goes from pupil to pupil, and from page to page. */
export const drafts = new Drafts();

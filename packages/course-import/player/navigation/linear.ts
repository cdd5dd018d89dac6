import { flatten, type CourseItem } from '../../src/course.ts';
import type { ItemStatus } from '../keeping/course-record.ts';
import type { Navigation } from './navigation.ts';
import { isMet } from './prerequisites.ts';

/** SCORM 1.2: one item after the other, each as soon as its prerequisites are met. */
export class LinearNavigation implements Navigation {
  readonly #items: readonly CourseItem[];
  readonly #all: readonly CourseItem[];
  readonly #statusOf: (item: CourseItem) => ItemStatus | undefined;
  #current: CourseItem | undefined;

  constructor(
    items: readonly CourseItem[],
    statusOf: (item: CourseItem) => ItemStatus | undefined,
  ) {
    this.#all = flatten(items);
    this.#items = this.#all.filter(({ launch }) => launch !== undefined);
    this.#statusOf = statusOf;
  }

  start(wanted: CourseItem | undefined): CourseItem | undefined {
    const allowed = this.#items.filter((item) => this.canChoose(item));
    this.#current = allowed.find((item) => item === wanted) ?? allowed[0];
    return this.#current;
  }

  next(): CourseItem | undefined {
    return this.#go(this.#after());
  }

  previous(): CourseItem | undefined {
    return this.#go(this.#before());
  }

  choose(item: CourseItem): CourseItem | undefined {
    return this.#go(this.canChoose(item) ? item : undefined);
  }

  get canGoOn(): boolean {
    return this.#after() !== undefined;
  }

  get canGoBack(): boolean {
    return this.#before() !== undefined;
  }

  canChoose({ launch, prerequisites }: CourseItem): boolean {
    if (launch === undefined) return false;
    return prerequisites === undefined || isMet(prerequisites, (id) => this.#statusById(id));
  }

  render(): undefined {
    return undefined;
  }

  #go(item: CourseItem | undefined): CourseItem | undefined {
    if (item) this.#current = item;
    return item;
  }

  #after(): CourseItem | undefined {
    return this.#items.slice(this.#index() + 1).find((item) => this.canChoose(item));
  }

  #before(): CourseItem | undefined {
    return this.#items
      .slice(0, Math.max(0, this.#index()))
      .findLast((item) => this.canChoose(item));
  }

  #index(): number {
    return this.#current ? this.#items.indexOf(this.#current) : -1;
  }

  /** An item that only groups others is done when all of them are. */
  #statusById(id: string): ItemStatus | undefined {
    const item = this.#all.find((candidate) => candidate.id === id);
    if (!item) return undefined;
    if (item.launch !== undefined) return this.#statusOf(item);
    const inside = flatten(item.children).filter(({ launch }) => launch !== undefined);
    const isDone = inside.every((inner) => this.#statusOf(inner)?.completion === 'completed');
    return { completion: isDone ? 'completed' : 'incomplete', success: 'unknown' };
  }
}

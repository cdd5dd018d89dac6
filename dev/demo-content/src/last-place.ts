import { untilDone, type Container, type LocalStoreScope } from '@lectern/sdk';
import { issueOf, type Course } from './course/model.ts';
import { fragmentOf, placeOfFragment, type Place } from './navigation.ts';

const item = { segment: 'reading', key: 'last-place' } as const;

/**
 * The page that the learner had open last, on whichever device. It is kept without a version: of two devices the last
 * one counts.
 */
export class LastPlace {
  readonly #course: Course;
  readonly #container: Promise<Container | undefined>;
  readonly #scope: LocalStoreScope;
  #noted: string | undefined;

  constructor(course: Course, container: Promise<Container | undefined>) {
    this.#course = course;
    this.#container = container;
    this.#scope = { ...issueOf(course), topic_dto: { topic_id: 'start' } };
  }

  /** Undefined where there is none, or none that can be had: then nothing is offered. */
  async find(): Promise<Place | undefined> {
    const container = await this.#container;
    const items = await (container && untilDone(() => container.getLocalStoreItems(this.#scope)));
    const kept = items?.find(({ segment, key }) => segment === item.segment && key === item.key);
    return kept && placeOfFragment(this.#course, kept.value);
  }

  /** A failure disturbs nobody, because the next page is noted again. */
  async note({ thema, page, pageNumber }: Place): Promise<void> {
    const value = fragmentOf({ thema, page, pageNumber });
    const container = await this.#container;
    if (!container || value === this.#noted) return;
    this.#noted = value;
    await container.setLocalStoreItems(this.#scope, [{ ...item, value }]).catch(() => {
      this.#noted = undefined;
    });
  }
}

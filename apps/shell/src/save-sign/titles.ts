import type { SetAside } from '../outbox/model/outcome.ts';

/** Titles of exercises and pages, by {@link titleKey}; what is not published has none. */
export type Titles = ReadonlyMap<string, string>;

/** Gives the titles of what entries belong to. Without them nothing is named. */
export type LoadTitles = (entries: readonly SetAside[]) => Promise<Titles>;

export function titleKey(kind: 'exercise' | 'topic', course_id: string, id: string): string {
  return JSON.stringify([kind, course_id, id]);
}

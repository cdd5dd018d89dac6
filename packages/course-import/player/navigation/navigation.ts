import type { CourseItem } from '../../src/course.ts';

/** Which items can be opened, and in what order. */
export interface Navigation {
  /** The item to begin with. @param wanted what a link or the last visit asks for. */
  start(wanted: CourseItem | undefined): CourseItem | undefined;
  /** The items to go to, once the open one has been left; nothing where there is none. */
  next(): CourseItem | undefined;
  previous(): CourseItem | undefined;
  choose(item: CourseItem): CourseItem | undefined;
  /** True where that would lead anywhere, as far as can be said beforehand. */
  readonly canGoOn: boolean;
  readonly canGoBack: boolean;
  canChoose(item: CourseItem): boolean;
  /** State to keep; nothing where there is none. */
  render(): string | undefined;
}

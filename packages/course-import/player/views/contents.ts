import type { CourseItem } from '../../src/course.ts';
import type { ItemStatus } from '../keeping/course-record.ts';
import { texts } from '../texts/texts.ts';
import { element } from './dom.ts';

/** State that the table of contents shows. */
interface ContentsState {
  readonly current: CourseItem | undefined;
  statusOf(item: CourseItem): ItemStatus | undefined;
  canChoose(item: CourseItem): boolean;
  choose(item: CourseItem): void;
}

/** Items as nested lists. What cannot be opened now is said to be so, rather than left out. */
export function createContents(items: readonly CourseItem[], state: ContentsState): HTMLElement {
  const list = element('ul', { class: 'items' });
  for (const item of items) {
    if (!item.isVisible) continue;
    const entry = element('li');
    entry.append(item.launch === undefined ? heading(item) : link(item, state));
    if (item.children.some(({ isVisible }) => isVisible))
      entry.append(createContents(item.children, state));
    list.append(entry);
  }
  return list;
}

function heading({ title }: CourseItem): HTMLElement {
  return element('span', { class: 'group' }, title);
}

function link(item: CourseItem, state: ContentsState): HTMLElement {
  const isCurrent = item === state.current;
  const isOpenable = isCurrent || state.canChoose(item);
  const mark = markOf(state.statusOf(item));
  const made = element(
    'button',
    {
      type: 'button',
      class: 'item',
      'data-item': item.id,
      'aria-current': isCurrent ? 'page' : undefined,
      // Can be reached by the keyboard and read all the same.
      'aria-disabled': isOpenable ? undefined : 'true',
    },
    element('span', { class: 'title' }, item.title),
    element('span', { class: 'mark', 'data-mark': mark, 'aria-hidden': 'true' }),
    element(
      'span',
      { class: 'spoken' },
      `(${isOpenable ? texts.player[mark] : texts.player.locked})`,
    ),
  );
  made.addEventListener('click', () => {
    if (isOpenable && !isCurrent) state.choose(item);
  });
  return made;
}

function markOf(status: ItemStatus | undefined) {
  if (status?.success === 'failed') return 'failed';
  if (status?.success === 'passed') return 'passed';
  if (status?.completion === 'completed') return 'completed';
  return status?.completion === 'incomplete' ? 'begun' : 'notBegun';
}

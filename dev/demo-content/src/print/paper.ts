import type { Block } from '../course/model.ts';
import { el } from '../dom.ts';
import type { Place } from '../navigation.ts';
import { createTextBlock } from '../views/course-page.ts';
import { createPaperExercise } from './worksheet.ts';

export type Printed = 'all' | 'text' | 'exercises';

/** A page of the course as it stands on paper: without hints for teachers, and without solutions. */
export function createPaper({ thema, page }: Place, printed: Printed): readonly HTMLElement[] {
  const isWorksheet = printed === 'exercises';
  const blocks = page.blocks.filter(({ kind }) =>
    printed === 'all' ? true : (kind === 'exercise') === isWorksheet,
  );
  return [
    ...(printed === 'text' ? [] : [el('p.paper-person', 'Name', el('span'), 'Datum', el('span'))]),
    el('p.kicker', thema.title),
    el('h1', page.title),
    ...(isWorksheet ? [] : [el('p.lead', page.lead)]),
    ...blocks.flatMap((block) => createBlock(block) ?? []),
  ];
}

function createBlock(block: Block): HTMLElement | undefined {
  return block.kind === 'exercise' ? createPaperExercise(block.exercise) : createTextBlock(block);
}

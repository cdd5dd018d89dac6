import type { Container, LocalStoreScope } from '@lectern/sdk';
import type { Answer } from './answers.ts';
import type { PageNotes } from './notes/page-notes.ts';

type Answers = ReadonlyMap<string, Answer>;
type NotesOfPages = ReadonlyMap<string, PageNotes>;

/** Tells the answers and the notes what becomes of what the container has accepted, also from an earlier visit. */
export function followDelivery(
  container: Pick<Container, 'on'>,
  answers: Answers,
  notes: NotesOfPages = new Map(),
): void {
  container.on('delivered', (delivery) => {
    if (delivery.kind === 'annotations') notesFor(delivery, notes)?.noteDelivered(delivery);
    if (delivery.kind !== 'items') return;
    answerFor(delivery, answers)?.noteDelivered(delivery.local_store_items);
  });
  container.on('not-delivered', (failure) => {
    if (failure.kind === 'annotations') notesFor(failure, notes)?.noteRefusal(failure);
    if (failure.kind !== 'items') return;
    const { code, message, local_store_items: items } = failure;
    const answer = answerFor(failure, answers);
    if (code === 'CONFLICT') answer?.noteConflict();
    else answer?.noteRefusal(items, message);
  });
  container.on('save-state', ({ state }) => {
    for (const work of [...answers.values(), ...notes.values()]) work.noteTransfer(state);
  });
}

function answerFor(scope: LocalStoreScope, answers: Answers): Answer | undefined {
  return [...answers.values()].find((answer) => answer.isIn(scope));
}

function notesFor(scope: LocalStoreScope, notes: NotesOfPages): PageNotes | undefined {
  return [...notes.values()].find((page) => page.isIn(scope));
}

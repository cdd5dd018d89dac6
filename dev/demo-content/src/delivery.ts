import type { Container, LocalStoreScope } from '@lectern/sdk';
import type { PageNotes } from './notes/page-notes.ts';
import type { Work } from './work.ts';

/**
 * Tells notes what becomes of what the container has accepted, also on an earlier visit, and all works how far
 * the container is with delivering. Stores hear of their items by themselves.
 */
export function followDelivery(
  container: Pick<Container, 'on'>,
  notes: ReadonlyMap<string, PageNotes>,
  works: ReadonlyMap<string, Work>,
): void {
  const notesFor = (scope: LocalStoreScope) => [...notes.values()].find((page) => page.isIn(scope));
  container.on('delivered', (delivery) => {
    if (delivery.kind === 'annotations') notesFor(delivery)?.noteDelivered(delivery);
  });
  container.on('not-delivered', (failure) => {
    if (failure.kind === 'annotations') notesFor(failure)?.noteRefusal(failure);
  });
  container.on('save-state', ({ state }) => {
    for (const work of works.values()) work.noteTransfer(state);
  });
}

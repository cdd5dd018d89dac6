import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageNotes } from '../src/notes/page-notes.ts';
import { removePassage, write } from '../src/notes/passages.ts';
import { AnnotationsDouble, AnnotationService } from './annotations-double.ts';
import { anchor, conflictOn, onlyPassage, openOn, textIn, textsIn } from './notes-scene.ts';

let service: AnnotationService;
let container: AnnotationsDouble;
let notes: PageNotes;

beforeEach(async () => {
  service = new AnnotationService();
  container = new AnnotationsDouble(service);
  notes = await openOn(container);
});

describe('where a version is not known any more', () => {
  let tablet: AnnotationsDouble;

  /** A note that both devices have, and the other has changed since. */
  beforeEach(async () => {
    write(notes, { id: '', anchor }, 'Am Anfang');
    await notes.flush();
    container.deliver();
    tablet = new AnnotationsDouble(service);
    const there = await openOn(tablet);
    write(there, onlyPassage(there), 'Auf dem Tablet');
    await there.flush();
    tablet.deliver();
  });

  it.each([
    ['once', 1],
    ['twice in a row', 2],
  ] as const)('what was stored meanwhile is kept as another version: %s', async (_, times) => {
    container.failures.push(
      ...Array.from({ length: times }, () => ({ code: 'CONFLICT' as const })),
    );
    write(notes, onlyPassage(notes), 'Auf dem Handy');
    await vi.waitFor(() => expect(notes.status.kind).toBe('kept'));
    container.deliver();
    await conflictOn(notes);
    expect(textsIn(notes)).toEqual(['Auf dem Handy']);
    expect(notes.conflicts.map(({ other }) => textIn(other.item))).toEqual(['Auf dem Tablet']);
  });

  it('what was stored meanwhile is not removed unseen', async () => {
    container.failures.push({ code: 'CONFLICT' });
    removePassage(notes, onlyPassage(notes));
    await vi.waitFor(() => expect(notes.status.kind).toBe('kept'));
    container.deliver();
    await conflictOn(notes);
    expect(notes.conflicts.map(({ other }) => textIn(other.item))).toEqual(['Auf dem Tablet']);
  });

  it('who writes the same is asked nothing, then or later', async () => {
    container.failures.push({ code: 'CONFLICT' });
    write(notes, onlyPassage(notes), 'Auf dem Tablet');
    await vi.waitFor(() => expect(notes.status.kind).toBe('saved'));
    write(notes, onlyPassage(notes), 'Auf dem Tablet, weiter');
    await notes.flush();
    container.deliver();
    expect(service.copies).toEqual([]);
  });

  it('what there is is read once, however much is written meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const read = container.getAnnotations.bind(container);
    const reading = vi
      .spyOn(container, 'getAnnotations')
      .mockImplementationOnce(async (...args) => {
        await promise;
        return read(...args);
      });
    container.failures.push({ code: 'CONFLICT' });
    const words = 'Auf dem Handy';
    for (const length of words.split('').keys()) {
      write(notes, onlyPassage(notes), words.slice(0, length + 1));
      await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(1));
    }
    expect(notes.status.kind).toBe('saving');
    resolve();
    await vi.waitFor(() => expect(notes.status.kind).toBe('kept'));
    expect(textsIn(await openOn(container))).toEqual([words]);
  });

  it('what was changed is said not to be saved after four times, and tried with the next change', async () => {
    for (let tries = 0; tries < 4; tries += 1) container.failures.push({ code: 'CONFLICT' });
    write(notes, onlyPassage(notes), 'Auf dem Handy');
    await vi.waitFor(() => expect(notes.status.kind).toBe('failed'));
    write(notes, onlyPassage(notes), 'Auf dem Handy, weiter');
    await vi.waitFor(() => expect(notes.status.kind).toBe('kept'));
  });
});

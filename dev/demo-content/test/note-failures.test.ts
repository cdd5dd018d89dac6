import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageNotes } from '../src/notes/page-notes.ts';
import {
  isBookmarked,
  mark,
  recolor,
  removePassage,
  toggleBookmark,
  write,
} from '../src/notes/passages.ts';
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

describe('what a service refuses for good', () => {
  it('is said, stays on the screen, and goes along with the next change', async () => {
    toggleBookmark(notes);
    await notes.flush();
    container.refuse();
    expect(notes.status.kind).toBe('failed');
    expect(isBookmarked(notes)).toBe(true);
    mark(notes, anchor, 'ANNOTATION_COLOR_1');
    await notes.flush();
    container.deliver();
    expect((await openOn(container)).items.map(({ kind }) => kind).toSorted()).toEqual([
      'annotations',
      'bookmarks',
    ]);
  });

  it('is not taken for saved with what was under way then', async () => {
    toggleBookmark(notes);
    await notes.flush();
    mark(notes, anchor, 'ANNOTATION_COLOR_1');
    // Sent, and not answered yet.
    await Promise.resolve();
    container.refuse();
    await notes.flush();
    expect(notes.status.kind).toBe('failed');
    recolor(notes, onlyPassage(notes), 'ANNOTATION_COLOR_2');
    await notes.flush();
    expect(notes.status.kind).toBe('kept');
    container.deliver();
    expect(isBookmarked(await openOn(container))).toBe(true);
  });

  it('is removed by the next change where that was its removal', async () => {
    toggleBookmark(notes);
    await notes.flush();
    container.deliver();
    toggleBookmark(notes);
    await notes.flush();
    container.refuse();
    mark(notes, anchor, 'ANNOTATION_COLOR_1');
    await notes.flush();
    container.deliver();
    expect(isBookmarked(await openOn(container))).toBe(false);
  });

  it('and takes when it is sent once more is saved, and goes on from there', async () => {
    toggleBookmark(notes);
    await notes.flush();
    container.deliver();
    mark(notes, anchor, 'ANNOTATION_COLOR_1');
    await notes.flush();
    container.refuse();
    container.retryRefused();
    expect(notes.status.kind).toBe('saved');
    const { length } = container.sent;
    recolor(notes, onlyPassage(notes), 'ANNOTATION_COLOR_2');
    await notes.flush();
    expect(container.sent).toHaveLength(length + 1);
    container.deliver();
    expect(service.copies).toEqual([]);
    expect(notes.status.kind).toBe('saved');
  });

  it('and takes later is saved only as it was: what was written since is still to come', async () => {
    write(notes, { id: '', anchor }, 'Am Anfang');
    await notes.flush();
    container.refuse();
    container.failures.push({ code: 'REFUSED' });
    write(notes, onlyPassage(notes), 'Am Anfang, weiter');
    await notes.flush();
    container.retryRefused();
    expect(notes.status.kind).toBe('failed');
    expect(textsIn(notes)).toEqual(['Am Anfang, weiter']);
    expect(await notes.flush()).toBe(true);
    container.deliver();
    expect(textsIn(await openOn(container))).toEqual(['Am Anfang, weiter']);
    expect(service.copies).toEqual([]);
  });
});

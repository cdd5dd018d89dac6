import type { Container, TextAnchor } from '@lectern/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { wasser } from '../src/course/wasser.ts';
import { followDelivery } from '../src/delivery.ts';
import { PageNotes } from '../src/notes/page-notes.ts';
import {
  editsFor,
  isBookmarked,
  mark,
  passagesOf,
  recolor,
  removePassage,
  textOf,
  toggleBookmark,
  write,
  type Passage,
} from '../src/notes/passages.ts';
import { placesOf } from '../src/navigation.ts';
import { slowestRetryInMs } from '../src/retrying.ts';
import { AnnotationsDouble, AnnotationService } from './annotations-double.ts';

const anchor: TextAnchor = {
  location: 'topic_text',
  quote: { exact: 'Warme Luft steigt auf.', suffix: ' Je höher' },
  position: { start: 300, end: 322 },
};

let service: AnnotationService;
let container: AnnotationsDouble;
let notes: PageNotes;

/** The notes of the first page, as another device or a reload sees them. */
async function openOn(device: AnnotationsDouble): Promise<PageNotes> {
  const opened = new PageNotes(wasser, placesOf(wasser)[0]!);
  followDelivery(device, new Map(), new Map([['wasserkreislauf-1', opened]]));
  await opened.load(device as Partial<Container> as Container);
  return opened;
}

const onlyPassage = (of: PageNotes): Passage => passagesOf(of.items)[0]!;
/** Resolves once the learner is asked. */
const conflictOn = (of: PageNotes) => vi.waitUntil(() => of.conflicts.length > 0);
const textsIn = (of: PageNotes) =>
  passagesOf(of.items).map(({ note }) => note && textOf(note.content.content));

beforeEach(async () => {
  service = new AnnotationService();
  container = new AnnotationsDouble(service);
  notes = await openOn(container);
});

describe('what is left on a page', () => {
  it('is there again after a reload: a mark in its colour, its note, a bookmark', async () => {
    mark(notes, anchor, 'ANNOTATION_COLOR_3');
    write(notes, onlyPassage(notes), 'Wie beim Heissluftballon');
    toggleBookmark(notes);
    await notes.flush();
    const again = await openOn(container);
    expect(onlyPassage(again)).toMatchObject({
      anchor,
      mark: { content: { color_index: 'ANNOTATION_COLOR_3' } },
    });
    expect(textsIn(again)).toEqual(['Wie beim Heissluftballon']);
    expect(isBookmarked(again)).toBe(true);
  });

  it('is saved once it is delivered, and not before', async () => {
    toggleBookmark(notes);
    expect(notes.status.kind).toBe('saving');
    await notes.flush();
    expect(notes.status.kind).toBe('kept');
    container.deliver();
    expect(notes.status.kind).toBe('saved');
  });

  it('goes out once, and each change on the version before it', async () => {
    mark(notes, anchor, 'ANNOTATION_COLOR_1');
    await notes.flush();
    recolor(notes, onlyPassage(notes), 'ANNOTATION_COLOR_2');
    await notes.flush();
    container.deliver();
    recolor(notes, onlyPassage(notes), 'ANNOTATION_COLOR_4');
    await notes.flush();
    container.deliver();
    expect(container.sent).toHaveLength(3);
    expect(service.copies).toEqual([]);
    expect([...service.items.values()]).toMatchObject([
      { version: 3, content: { color_index: 'ANNOTATION_COLOR_4' } },
    ]);
  });

  it('is removed with its note in one request', async () => {
    mark(notes, anchor, 'ANNOTATION_COLOR_1');
    write(notes, onlyPassage(notes), 'Weg damit');
    await notes.flush();
    removePassage(notes, onlyPassage(notes));
    await notes.flush();
    expect(notes.items).toEqual([]);
    expect(container.sent.at(-1)).toMatchObject({
      annotations: [{ is_removed: true }],
      notes: [{ is_removed: true }],
    });
    expect((await openOn(container)).items).toEqual([]);
  });

  it('keeps the mark when its note is emptied', async () => {
    mark(notes, anchor, 'ANNOTATION_COLOR_1');
    write(notes, onlyPassage(notes), 'Nur kurz');
    write(notes, onlyPassage(notes), '  ');
    await notes.flush();
    expect(onlyPassage(await openOn(container)).note).toBeUndefined();
    expect(onlyPassage(notes).mark).toBeDefined();
  });

  it('can be tried without a container, and goes nowhere', () => {
    const alone = new PageNotes(wasser, placesOf(wasser)[0]!);
    mark(alone, anchor, 'ANNOTATION_COLOR_1');
    expect(alone.items).toEqual([]);
    alone.practise();
    mark(alone, anchor, 'ANNOTATION_COLOR_1');
    expect(alone.items).toHaveLength(1);
    expect(alone.status.kind).toBe('practice');
    expect(alone.isUnsaved).toBe(false);
  });

  it('is not touched where what is saved could not be read', async () => {
    const unable = new AnnotationsDouble(service);
    vi.spyOn(unable, 'getAnnotations').mockRejectedValue(new Error('broken'));
    const unread = await openOn(unable);
    toggleBookmark(unread);
    expect(unread.status.kind).toBe('unreadable');
    expect(unable.sent).toEqual([]);
  });
});

describe('a request that fails', () => {
  it('and may have arrived is said again as it was, before anything newer', async () => {
    vi.useFakeTimers();
    try {
      container.failures.push({ code: 'TIMEOUT' });
      mark(notes, anchor, 'ANNOTATION_COLOR_1');
      await vi.advanceTimersByTimeAsync(0);
      recolor(notes, onlyPassage(notes), 'ANNOTATION_COLOR_2');
      await vi.advanceTimersByTimeAsync(slowestRetryInMs);
      expect(container.sent[1]).toEqual(container.sent[0]);
      container.deliver();
      expect([...service.items.values()]).toMatchObject([
        { content: { color_index: 'ANNOTATION_COLOR_2' } },
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('since a version is not known any more is made again on the newest one', async () => {
    mark(notes, anchor, 'ANNOTATION_COLOR_1');
    await notes.flush();
    container.deliver();
    container.failures.push({ code: 'CONFLICT' });
    recolor(notes, onlyPassage(notes), 'ANNOTATION_COLOR_2');
    await vi.waitFor(() => expect(notes.status.kind).toBe('kept'));
    container.deliver();
    expect(onlyPassage(await openOn(container)).mark?.content.color_index).toBe(
      'ANNOTATION_COLOR_2',
    );
  });

  it('for good says so, keeps what was made on the screen, and goes along with the next change', async () => {
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
});

describe('two devices that were offline', () => {
  let tablet: AnnotationsDouble;
  let there: PageNotes;

  /** Both write in the same note; the tablet is back first. */
  beforeEach(async () => {
    write(notes, { id: '', anchor }, 'Am Anfang');
    await notes.flush();
    container.deliver();
    tablet = new AnnotationsDouble(service);
    there = await openOn(tablet);
    write(there, onlyPassage(there), 'Auf dem Tablet');
    write(notes, onlyPassage(notes), 'Auf dem Handy');
    await Promise.all([there.flush(), notes.flush()]);
    tablet.deliver();
    container.deliver();
    await conflictOn(notes);
  });

  const settle = async (choice: 'this' | 'other' | 'both') => {
    notes.edit(...editsFor(notes.conflicts[0]!, choice));
    await notes.flush();
    container.deliver();
    await there.load(tablet as Partial<Container> as Container);
  };

  it('lose nothing while nobody has decided', async () => {
    expect(textsIn(notes)).toEqual(['Auf dem Handy']);
    expect(notes.conflicts[0]?.copies[0].item.content).toMatchObject({
      content: { text: 'Auf dem Tablet' },
    });
    expect((await openOn(tablet)).conflicts).toHaveLength(1);
  });

  it.each([
    ['this', ['Auf dem Handy']],
    ['other', ['Auf dem Tablet']],
    ['both', ['Auf dem Handy', 'Auf dem Tablet']],
  ] as const)('agree after the choice of %s', async (choice, texts) => {
    await settle(choice);
    expect(textsIn(notes)).toEqual(texts);
    expect(textsIn(there)).toEqual(texts);
    expect([notes.conflicts, there.conflicts, service.copies]).toEqual([[], [], []]);
  });

  it.each([
    ['this', ['Auf dem Handy, und weiter']],
    ['other', ['Auf dem Tablet']],
    ['both', ['Auf dem Handy, und weiter', 'Auf dem Tablet']],
  ] as const)('lose nothing that is written before the choice of %s', async (choice, texts) => {
    write(notes, onlyPassage(notes), 'Auf dem Handy, und weiter');
    const [asked] = notes.conflicts;
    await notes.flush();
    expect(notes.conflicts[0]?.current?.item).toEqual(asked?.current?.item);
    await settle(choice);
    expect(textsIn(notes)).toEqual(texts);
    expect(textsIn(there)).toEqual(texts);
    expect([notes.conflicts, service.copies]).toEqual([[], []]);
  });

  it('ask once: what has been decided stays so while it is on its way', async () => {
    notes.edit(...editsFor(notes.conflicts[0]!, 'this'));
    await notes.flush();
    await notes.load(container as Partial<Container> as Container);
    expect(notes.conflicts).toEqual([]);
  });
});

describe('a note that one device has removed and the other has changed', () => {
  it.each([
    ['this', []],
    ['other', ['Wichtig!']],
  ] as const)('is decided about, too: %s', async (choice, texts) => {
    write(notes, { id: '', anchor }, 'Am Anfang');
    await notes.flush();
    container.deliver();
    const tablet = new AnnotationsDouble(service);
    const there = await openOn(tablet);
    write(there, onlyPassage(there), 'Wichtig!');
    removePassage(notes, onlyPassage(notes));
    await Promise.all([there.flush(), notes.flush()]);
    tablet.deliver();
    container.deliver();
    await conflictOn(notes);
    expect(notes.conflicts[0]?.current).toBeUndefined();

    notes.edit(...editsFor(notes.conflicts[0]!, choice));
    await notes.flush();
    container.deliver();
    const again = await openOn(tablet);
    expect(textsIn(again)).toEqual(texts);
    expect(again.conflicts).toEqual([]);
  });
});

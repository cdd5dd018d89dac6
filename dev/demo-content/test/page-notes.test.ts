import { beforeEach, describe, expect, it, vi } from 'vitest';
import { wasser } from '../src/course/wasser.ts';
import { placesOf } from '../src/navigation.ts';
import { PageNotes } from '../src/notes/page-notes.ts';
import {
  isBookmarked,
  mark,
  recolor,
  removePassage,
  toggleBookmark,
  write,
} from '../src/notes/passages.ts';
import { slowestRetryInMs } from '@lectern/sdk/testing';
import { AnnotationsDouble, AnnotationService } from './annotations-double.ts';
import { anchor, load, onlyPassage, openOn, textsIn } from './notes-scene.ts';

let service: AnnotationService;
let container: AnnotationsDouble;
let notes: PageNotes;

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

  it('is asked for once more where it could not be read before', async () => {
    toggleBookmark(notes);
    await notes.flush();
    const unable = vi.spyOn(container, 'getAnnotations').mockRejectedValueOnce(new Error('broken'));
    const unread = await openOn(container);
    expect(unread.status.kind).toBe('unreadable');
    await load(unread, container);
    expect(unable).toHaveBeenCalledTimes(2);
    expect(isBookmarked(unread)).toBe(true);
    expect(unread.isOpen).toBe(true);
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
});

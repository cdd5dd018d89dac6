import { BridgeError, type Container } from '@lectern/sdk';
import { slowestRetryInMs } from '@lectern/sdk/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { mark, toggleBookmark } from '../src/notes/passages.ts';
import type { PageNotes } from '../src/notes/page-notes.ts';
import { reportUnsavedWork } from '../src/unsaved-work.ts';
import { AnnotationsDouble, AnnotationService } from './annotations-double.ts';
import { anchor, openOn } from './notes-scene.ts';

const setUnsavedWork = vi.fn<Container['setUnsavedWork']>();

let first: PageNotes;
let second: PageNotes;

beforeEach(async () => {
  setUnsavedWork.mockReset().mockResolvedValue(null);
  const device = () => new AnnotationsDouble(new AnnotationService());
  [first, second] = [await openOn(device()), await openOn(device())];
  reportUnsavedWork({ setUnsavedWork }, [first, second]);
});

it('the first change is told at once, and when everything is accepted', async () => {
  expect(setUnsavedWork).not.toHaveBeenCalled();
  toggleBookmark(first);
  mark(second, anchor, 'ANNOTATION_COLOR_1');
  expect(setUnsavedWork.mock.calls).toEqual([[true]]);
  await first.flush();
  await second.flush();
  expect(setUnsavedWork.mock.calls).toEqual([[true], [false]]);
});

it('a container that cannot ask disturbs nobody', async () => {
  setUnsavedWork.mockRejectedValue(new BridgeError('UNKNOWN_ACTION', 'setUnsavedWork', ''));
  toggleBookmark(first);
  expect(await first.flush()).toBe(true);
  expect(setUnsavedWork.mock.calls).toEqual([[true], [false]]);
});

it('a container that could not be told is told again', async () => {
  vi.useFakeTimers();
  setUnsavedWork.mockRejectedValueOnce(new BridgeError('TOO_MANY', 'setUnsavedWork', ''));
  vi.spyOn(first, 'isUnsaved', 'get').mockReturnValue(true);
  first.dispatchEvent(new Event('change'));
  await vi.advanceTimersByTimeAsync(slowestRetryInMs);
  vi.useRealTimers();
  expect(setUnsavedWork.mock.calls).toEqual([[true], [true]]);
});

import { expect, it } from 'vitest';
import { holdMark } from '../src/use-body-mark.ts';

it('keeps a mark of the body until its last holder lets it go', () => {
  const dataset: DOMStringMap = {};
  const releaseFirst = holdMark(dataset, 'overContent', '');
  const releaseSecond = holdMark(dataset, 'overContent', '');
  releaseFirst();
  expect(dataset).toEqual({ overContent: '' });
  releaseSecond();
  expect(dataset).toEqual({});
});

it('shows the value of the newest holder, then that of the one before', () => {
  const dataset: DOMStringMap = {};
  const releaseProgress = holdMark(dataset, 'printed', 'progress');
  const releaseClasses = holdMark(dataset, 'printed', 'classes');
  expect(dataset).toEqual({ printed: 'classes' });
  releaseClasses();
  expect(dataset).toEqual({ printed: 'progress' });
  releaseProgress();
  expect(dataset).toEqual({});
});

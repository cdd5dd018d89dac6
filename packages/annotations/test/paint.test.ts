import { expect, test, vi } from 'vitest';
import { paint } from '../src/paint.ts';

test('what is painted under a name no more leaves its highlight first: WebKit would leave it painted', () => {
  const highlights = new Map<string, ReadonlySet<unknown>>();
  vi.stubGlobal('CSS', { highlights });
  class Highlight extends Set<unknown> {
    constructor(...ranges: readonly unknown[]) {
      super(ranges);
    }
  }
  vi.stubGlobal('Highlight', Highlight);
  const [first, second] = [{}, {}] as AbstractRange[];
  paint('mark', [first!]);
  const before = highlights.get('mark');
  paint('mark', [second!]);
  const after = highlights.get('mark');
  expect([before?.size, [...after!]]).toEqual([0, [second]]);
  paint('mark', []);
  expect([after?.size, highlights.has('mark')]).toEqual([0, false]);
});

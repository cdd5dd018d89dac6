import { describe, expect, it } from 'vitest';
import {
  cornerAfter,
  corners,
  readOverlayState,
  writeOverlayState,
} from '../src/testing-overlay/overlay-state.ts';
import { storage } from '../src/storage/storage.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();

const atFirst = { isOpen: false, corner: 'bottom-right', tab: 'methods', folded: [] };

const readStored = () => readOverlayState(storage('session').readJson('testingOverlay'));

describe('the state of the testing overlay', () => {
  it('is found again in session storage', () => {
    const state = {
      isOpen: true,
      corner: 'top-left',
      tab: 'messages',
      folded: ['groups'],
    } as const;
    writeOverlayState(state);
    expect(readStored()).toEqual(state);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a text', '"open"'],
    ['a list', '[]'],
    ['other types', '{"isOpen":"yes","corner":7,"tab":null,"folded":{"groups":true}}'],
    ['other names', '{"isOpen":1,"corner":"middle","tab":"__proto__","folded":[1]}'],
  ])('is as at first where %s was stored', (_what, stored) => {
    if (stored !== null) sessionStorage.setItem('testingOverlay', stored);
    expect(readStored()).toEqual(atFirst);
  });

  it('keeps what is right beside what is wrong', () => {
    sessionStorage.setItem('testingOverlay', '{"isOpen":true,"corner":"middle"}');
    expect(readStored()).toEqual({
      ...atFirst,
      isOpen: true,
    });
  });
});

it('goes through all four corners and comes back', () => {
  const first = cornerAfter('top-right');
  const way = [first];
  for (let step = 0; step < corners.length; step++) way.push(cornerAfter(way.at(-1) ?? first));
  expect(new Set(way)).toEqual(new Set(corners));
  expect(way.at(-1)).toBe(first);
});

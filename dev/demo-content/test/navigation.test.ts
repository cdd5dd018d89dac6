import type { DeepLink } from '@lectern/sdk';
import { describe, expect, it } from 'vitest';
import { wasser } from '../src/course/wasser.ts';
import {
  deepLinkOf,
  fragmentOf,
  placeOfDeepLink,
  placeOfFragment,
  placesOf,
} from '../src/navigation.ts';

describe('a deep link', () => {
  it.each<[DeepLink, string]>([
    [{}, '#/'],
    [{ themaId: 'bach' }, '#/bach/1'],
    [{ themaId: 'bach', subThemaNumber: '3' }, '#/bach/3'],
    [{ themaId: 'bach', subThemaNumber: '4' }, '#/'],
    [{ themaId: 'bach', subThemaNumber: '0' }, '#/'],
    [{ themaId: 'bach', subThemaNumber: '1e0' }, '#/'],
    [{ themaId: 'meer' }, '#/'],
    [{ themaId: 'toString', subThemaNumber: '1' }, '#/'],
    [{ subThemaNumber: '2' }, '#/'],
    [{ exerciseGroupId: 'bach-tiere' }, '#/bach/2/bach-tiere'],
    [{ exerciseGroupId: 'bach-tiere', themaId: 'wasserkreislauf' }, '#/bach/2/bach-tiere'],
    [{ exerciseGroupId: 'bach-wale' }, '#/'],
    [{ exerciseGroupId: 'bach-wale', themaId: 'bach', subThemaNumber: '2' }, '#/bach/2'],
  ])('%j leads to %s', (link, fragment) => {
    expect(fragmentOf(placeOfDeepLink(wasser, link))).toBe(fragment);
  });
});

describe('what the container is told of a place', () => {
  it('leads back to it', () => {
    const exercise = placeOfDeepLink(wasser, { exerciseGroupId: 'nebel-waehlen' });
    for (const place of [...placesOf(wasser), exercise, undefined])
      expect(placeOfDeepLink(wasser, deepLinkOf(place))).toEqual(place);
  });
});

describe('a fragment', () => {
  it('leads back to the place that it was made of', () => {
    for (const place of placesOf(wasser))
      expect(placeOfFragment(wasser, fragmentOf(place))).toEqual(place);
    const place = placeOfDeepLink(wasser, { exerciseGroupId: 'nebel-waehlen' });
    expect(placeOfFragment(wasser, fragmentOf(place))).toEqual(place);
  });

  it.each(['', '#', '#/', '#main', '#/meer/1', '#/bach', '#/bach/7', '#/bach/%31'])(
    '%j leads to the start page',
    (fragment) => expect(placeOfFragment(wasser, fragment)).toBeUndefined(),
  );

  it('with an unknown exercise leads to its page', () => {
    expect(fragmentOf(placeOfFragment(wasser, '#/bach/2/wal'))).toBe('#/bach/2');
  });
});

import { placeLengthMaximum, requests } from '@lectern/sdk/protocol';
import { describe, expect, it, vi } from 'vitest';
import { hashOfPerson } from '../src/auth/person.ts';
import { notedPlace, notePlace } from '../src/content-frame/deep-link.ts';
import {
  keepLeftPlace,
  leftPlaceAgeLimitInDays,
  leftPlacesMaximum,
  takeLeftPlace,
} from '../src/session/left-place.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();

const bach = { themaId: 'bach', subThemaNumber: '2' };
const dayInMs = 24 * 60 * 60_000;

describe('where the user is', () => {
  it('is noted, each time in place of what was said before', () => {
    notePlace(bach);
    expect(notedPlace()).toEqual(bach);
    notePlace({ exerciseGroupId: 'bach-tiere', themaId: undefined } as object);
    expect(notedPlace()).toEqual({ exerciseGroupId: 'bach-tiere' });
    notePlace({});
    expect(notedPlace()).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    undefined,
    null,
    'bach',
    ['bach'],
    { themaId: '' },
    { themaId: 2 },
    { themaId: 't'.repeat(placeLengthMaximum + 1) },
    { themaId: 'bach', page: '2' },
    JSON.parse('{"__proto__":{"themaId":"bach"}}'),
  ])('is not %j', (payload: unknown) => {
    expect(requests.setPlace.payload.faultIn(payload)).toBeDefined();
  });
});

describe('a place that was left', () => {
  it('is given to the same person, once', () => {
    keepLeftPlace('mia', bach);
    expect(takeLeftPlace('ben')).toBeUndefined();
    expect(takeLeftPlace('mia')).toEqual(bach);
    expect(takeLeftPlace('mia')).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });

  it('takes the place of the one before', () => {
    keepLeftPlace('mia', { themaId: 'wasserkreislauf' });
    keepLeftPlace('mia', bach);
    expect(localStorage.getItem('leftPlaces')).not.toContain('wasserkreislauf');
    expect(takeLeftPlace('mia')).toEqual(bach);
  });

  it.each([
    ['until its last day', leftPlaceAgeLimitInDays, bach],
    ['no longer than that', leftPlaceAgeLimitInDays + 1, undefined],
    ['not either where the clock was ahead', -leftPlaceAgeLimitInDays - 1, undefined],
  ])('is kept %s', (_, days, expected) => {
    vi.useFakeTimers();
    keepLeftPlace('mia', bach);
    vi.setSystemTime(Date.now() + days * dayInMs);
    expect(takeLeftPlace('mia')).toEqual(expected);
    expect(localStorage).toHaveLength(0);
  });

  it('is kept for few people: the one left longest ago goes first', () => {
    for (let number = 0; number <= leftPlacesMaximum; number++)
      keepLeftPlace(`pupil ${number}`, bach);
    expect(takeLeftPlace('pupil 0')).toBeUndefined();
    expect(takeLeftPlace('pupil 1')).toEqual(bach);
  });

  it.each([
    '{',
    'null',
    '{}',
    '[null]',
    '[{"person":"mia"}]',
    `[{"person":"mia","place":["a"],"leftAt":${Date.now()}}]`,
    '[{"person":"mia","place":{"page":"x"},"leftAt":1}]',
    `[{"person":"mia","place":{"__proto__":"x"},"leftAt":${Date.now()}}]`,
  ])('is none where %s is stored', (stored) => {
    localStorage.setItem('leftPlaces', stored);
    expect(takeLeftPlace('mia')).toBeUndefined();
    keepLeftPlace('mia', bach);
    expect(takeLeftPlace('mia')).toEqual(bach);
  });
});

describe('a person', () => {
  it('is named by a hash, of whom nothing can be read', async () => {
    const name = await hashOfPerson('https://id.example', 'mia');
    expect(name).toMatch(/^[\da-f]{64}$/);
    expect(await hashOfPerson('https://id.example', 'mia')).toBe(name);
  });

  it('is another one at another provider, also where the texts run together', async () => {
    const names = await Promise.all([
      hashOfPerson('https://id.example', 'mia'),
      hashOfPerson('https://id.example', 'ben'),
      hashOfPerson('https://other.example', 'mia'),
      hashOfPerson('https://id.examplem', 'ia'),
    ]);
    expect(new Set(names).size).toBe(names.length);
  });
});

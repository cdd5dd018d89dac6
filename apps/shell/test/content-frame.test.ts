import { placeLengthMaximum } from '@lectern/sdk/protocol';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetDeepLink,
  parseDeepLink,
  saveDeepLink,
  storedDeepLink,
} from '../src/content-frame/deep-link.ts';
import { frameLocation } from '../src/content-frame/frame-location.ts';
import { fakeBrowser } from './fake-browser.ts';

describe('the frame’s location', () => {
  it.each([
    ['https://c.example/index.html', {}, 'https://c.example/index.html?v=1.0.0'],
    [
      'https://c.example/index.html?lang=de#start',
      { themaId: 't2' },
      'https://c.example/index.html?lang=de&themaId=t2&v=1.0.0#start',
    ],
    [
      'https://c.example/?v=old&themaId=t1',
      { themaId: 't2', exerciseGroupId: 'e', subThemaNumber: '3' },
      'https://c.example/?themaId=t2&exerciseGroupId=e&subThemaNumber=3&v=1.0.0',
    ],
    // As it is written: its host may read spaces, marks and plus signs in its own way.
    [
      "https://c.example/?q=a%20b+c&&sig=x/y==&%76=old&flag&o='",
      { themaId: 't 2' },
      'https://c.example/?q=a%20b+c&sig=x/y==&flag&o=%27&themaId=t+2&v=1.0.0',
    ],
    [
      'https://c.example/',
      { themaId: '&v=2#x' },
      'https://c.example/?themaId=%26v%3D2%23x&v=1.0.0',
    ],
  ])('of %s with %j is %s', (page, link, expected) => {
    expect(frameLocation(page, '1.0.0', link)).toBe(expected);
  });
});

describe('a deep link', () => {
  beforeEach(() => void fakeBrowser());

  it.each([
    ['?themaId=t2&other=1', { themaId: 't2' }],
    ['?exerciseGroupId=a%20b&subThemaNumber=3', { exerciseGroupId: 'a b', subThemaNumber: '3' }],
    ['?themaId=', undefined],
    ['?directLogin=true', undefined],
    ['', undefined],
  ])('in the query %s is %j', (search, expected) => {
    expect(parseDeepLink(search)).toEqual(expected);
  });

  it('longer than any place is none, and that is logged', () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const search = `?exerciseGroupId=${'a'.repeat(placeLengthMaximum)}&themaId=${'a'.repeat(placeLengthMaximum + 1)}`;
    expect(Object.keys(parseDeepLink(search)!)).toEqual(['exerciseGroupId']);
    expect(logged).toHaveBeenCalledExactlyOnceWith('Deep link too long.');
  });

  it('is kept until it is forgotten, under the key of section 9', () => {
    saveDeepLink({ themaId: 't2' });
    expect(sessionStorage.getItem('deepLink')).toBe('{"themaId":"t2"}');
    expect(storedDeepLink()).toEqual({ themaId: 't2' });
    forgetDeepLink();
    expect(storedDeepLink()).toBeUndefined();
  });

  it('is left alone by an address without one', () => {
    saveDeepLink({ themaId: 't2' });
    saveDeepLink(parseDeepLink('?directLogin=true'));
    expect(storedDeepLink()).toEqual({ themaId: 't2' });
  });

  it.each(['not json', 'null', '[]', '{"evil":"x"}', '{"themaId":""}'])(
    'that is damaged (%s) is none',
    (stored) => {
      sessionStorage.setItem('deepLink', stored);
      expect(storedDeepLink()).toBeUndefined();
    },
  );
});

import { describe, expect, it } from 'vitest';
import {
  currentIntent,
  intentOf,
  keepIntent,
  loginAddress,
  withoutParameter,
} from '../src/session/sign-in-intent.ts';
import {
  isLikeJoinCode,
  joinAddress,
  joinCodeParameter,
  keptJoinCode,
  parseJoinCode,
  readJoinCode,
} from '../src/session/kept-join-code.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();

const code = 'H4TW-9KXM-3RP9';

describe('a class’s code', () => {
  it.each([
    ['as it is shown', code],
    ['in small letters', 'h4tw-9kxm-3rp9'],
    ['without dashes', 'h4tw9kxm3rp9'],
    ['with spaces', ' h4tw 9kxm 3rp9 '],
    ['with spaces round its dashes', 'H4TW - 9KXM -3RP9'],
    ['from a word processor', 'H4TW–9KXM\u20113RP9\u00A0'],
    ['from a chat', '\u200BH4TW\u00AD-9KXM−3RP9\uFEFF'],
    ['with a keyboard for full width', 'Ｈ４ＴＷ－９ＫＸＭ－３ＲＰ９'],
    ['at the end of a sentence', `${code}.`],
    ['in brackets', `${code})`],
    ['in quotation marks', `${code}».`],
    ['in brackets of its own', `(${code})`],
    ['in quotation marks of its own', `«${code}» Klasse 6a`],
    ['with a label', `Code: ${code}`],
    ['with a label of two words, and a space before its colon', `Code 6a : ${code}`],
    ['close to its label', `Code:${code.replaceAll('-', ' ')} 6a`],
    ['before a colon', `${code}: Klasse 6a`],
    ['with its neighbour', `${code} Klasse 6a`],
    ['with a short neighbour', 'h4tw 9kxm 3rp9 6a'],
    ['at the end of a sentence, with the next', `${code}. Bis morgen`],
    ['in a sentence', `Liebe Klasse, der Code für Lectern ist ${code}. Bis morgen!`],
    ['in a sentence, without dashes', 'mein code ist h4tw9kxm3rp9 danke'],
    ['after a word, in quotation marks', `Code «${code}»`],
  ])('is read %s', (_how, typed) => {
    expect(readJoinCode(typed)).toBe(code);
    expect(isLikeJoinCode(typed)).toBe(true);
  });

  it.each(['', '-', 'Klasse 6ä', 'A'.repeat(33), '<script>'])('is not %j', (typed) => {
    expect(readJoinCode(typed)).toBeUndefined();
    expect(isLikeJoinCode(typed)).toBe(false);
  });

  // A doubted code is not cut.
  it.each([
    ['with a sign too many', 'H4TW 9KXM 3RPE 9', 'H4TW-9KXM-3RPE-9'],
    ['with a wrong sign, and its neighbour', 'H4TW-9KXM-3RPE 6a', 'H4TW-9KXM-3RPE-6A'],
    // Its first twelve signs could be a class's.
    ['that is a coupon’s', 'WTRD 7K3M Q9XP 4HN', 'WTRD-7K3M-Q9XP-4HN'],
  ])('is read whole %s', (_how, typed, read) => {
    expect(readJoinCode(typed)).toBe(read);
    expect(isLikeJoinCode(typed)).toBe(false);
    expect(parseJoinCode(`?joinCode=${typed.replaceAll(' ', '+')}`)).toBe(read);
  });

  it('is told from a coupon by its length and its signs', () => {
    expect(isLikeJoinCode('WTRD-7K3M-Q9XP-4HT')).toBe(false);
    expect(isLikeJoinCode('WASS-ER20-26O1')).toBe(false);
  });
});

describe('the address of a class', () => {
  it('is taken for its code where that is asked for', () => {
    expect(readJoinCode(joinAddress(code).href)).toBe(code);
    expect(readJoinCode(joinAddress(code).href.replaceAll('-', '%2D'))).toBe(code);
    expect(readJoinCode('/?coupon=H4TW-9KXM-3RP9')).toBeUndefined();
  });

  it.each(['.', ')', '%C2%BB', '%20Klasse%206a', '+6a'])(
    'is read with its neighbour %s',
    (more) => {
      expect(parseJoinCode(`?joinCode=${code}${more}`)).toBe(code);
      expect(readJoinCode(`${joinAddress(code).href}${more}`)).toBe(code);
    },
  );

  it('is kept over a sign-in, with the login page in between', () => {
    const { search } = joinAddress(code);
    const login = loginAddress(currentIntent(search));
    expect(login.searchParams.get('joinCode')).toBe(code);
    keepIntent(intentOf(login.search));
    expect(keptJoinCode()).toBe(code);
    // A page without one goes on with what is kept.
    expect(currentIntent('').joinCode).toBe(code);
  });

  it('leaves what else the address has', () => {
    const without = (search: string) => withoutParameter(search, joinCodeParameter);
    expect(without(`?joinCode=${code}&themaId=bach`)).toBe('?themaId=bach');
    expect(without(`?joinCode=${code}`)).toBe('');
  });

  it('with what cannot be a code keeps nothing', () => {
    keepIntent(intentOf('?joinCode=%C3%A4'));
    expect(keptJoinCode()).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import {
  hasSeveralCodes,
  parseCoupon,
  readCouponCode,
  readEitherCode,
  unclearCoupon,
} from '../src/session/kept-coupon.ts';
import { readJoinCode } from '../src/session/kept-join-code.ts';

describe('the code of an address', () => {
  it.each([
    ['?coupon=ABCD-EFGH', 'ABCD-EFGH'],
    ['?rejected=true&coupon=%20abcd%20', 'abcd'],
    ['?coupon=%C3%A4', 'ä'],
    ['?coupon=%20', undefined],
    ['', undefined],
    ['?coupon=&coupon=ABCD', 'ABCD'],
    ['?coupon=ABCD-EFGH&coupon=abcd+efgh', 'abcd efgh'],
  ])('%s is %j', (search, code) => expect(parseCoupon(search)).toBe(code));

  it('that is far too long is cut, and stays unclear', () => {
    const cut = unclearCoupon(`?coupon=${'~'.repeat(5000)}`);
    expect(cut).toBe('~'.repeat(200));
    expect(unclearCoupon(`?coupon=${cut}`)).toBe(cut);
    expect(unclearCoupon(`?coupon=ABCD${'+'.repeat(5000)}%C3%A4`)).toBe('ABCD ä');
    expect(unclearCoupon(`?coupon=${'A+'.repeat(5000)}`)).toHaveLength(200);
  });

  it('is read however it was written and copied', () => {
    expect(readCouponCode('ABCD–EFGH\u200B')).toBe('ABCD-EFGH');
    expect(readCouponCode('https://lernen.example/login?x=1&coupon=ABCD-EFGH#x')).toBe('ABCD-EFGH');
    expect(parseCoupon('?coupon=ABCD-EFGH&coupon=ABCD%E2%80%93EFGH')).toBe('ABCD–EFGH');
  });

  it.each([
    ['WTRD 7K3M Q9XP 4HN', 'WTRD-7K3M-Q9XP-4HN'],
    ['WTRD-7K3M-Q9XP-4HN (Klasse 6a)', 'WTRD-7K3M-Q9XP-4HN'],
    ['H4TW-9KXM-3RP9 Klasse 6a', 'H4TW-9KXM-3RP9'],
    ['H4TW-9KXM-3RP9 6a', 'H4TW-9KXM-3RP9'],
    ['WTRD 7K3M Q9XP 4HN 6a', 'WTRD-7K3M-Q9XP-4HN'],
    ['WTRD-7K3M-Q9XP-4HN)', 'WTRD-7K3M-Q9XP-4HN'],
    ['WTRD-7K3M-Q9XP-4HN».', 'WTRD-7K3M-Q9XP-4HN'],
    ['WTRD-7K3M-Q9XP-4HN. Bis morgen', 'WTRD-7K3M-Q9XP-4HN'],
    ['WTRD - 7K3M -Q9XP– 4HN', 'WTRD-7K3M-Q9XP-4HN'],
    ['WTRD-7K3M-Q9XP-4HN – Klasse 6a', 'WTRD-7K3M-Q9XP-4HN'],
    // Before the check sign; its first twelve signs could be a class's.
    ['WTRD 7K3M Q9XP 4HTC', 'WTRD-7K3M-Q9XP-4HTC'],
    // Without a right check sign, all of it may be the code.
    ['H4TW-9KXM-3RPE Klasse 6a', 'H4TW-9KXM-3RPE-Klasse-6a'],
    ['Meine tolle Schule Bern', 'Meine-tolle-Schule-Bern'],
    ['ABCD EFGH JKLM NPQR STUV', 'ABCD-EFGH-JKLM-NPQR-STUV'],
    ['ABCD EFGH JKLJ NPQR STUV', 'ABCD-EFGH-JKLJ-NPQR-STUV'],
    ['1234 5678 9012 3456 7890', '1234-5678-9012-3456-7890'],
    ['ABCDEFGHJKLM NPQRSTUVWXYZ', 'ABCDEFGHJKLM-NPQRSTUVWXYZ'],
    ['ABCDEFGHJKLJ NPQRSTUVWXYZ', 'ABCDEFGHJKLJ-NPQRSTUVWXYZ'],
    ['1234 '.repeat(16), '1234'.repeat(16)],
    ['Gutschein: WASSER-2026', 'WASSER-2026'],
    ['«WTRD 7K3M Q9XP 4HN»', 'WTRD-7K3M-Q9XP-4HN'],
    ['Code: H4TW 9KXM 3RPE', 'H4TW-9KXM-3RPE'],
    ['https://wasser', undefined],
    ['Code:', undefined],
    ['Klasse 6a: Code: WASSER-2026', 'WASSER-2026'],
  ])('%s is read as %s', (typed, code) => expect(readEitherCode(typed)).toBe(code));

  const [ofClass, ofOther, coupon] = ['H4TW-9KXM-3RP9', 'H4TW-9KXM-4RPN', 'WTRD-7K3M-Q9XP-4HN'];
  const spaced = (code: string) => code.replaceAll('-', ' ');
  it.each([
    `${ofClass} ${ofClass}`,
    `${ofClass}, ${ofClass.toLowerCase()}`,
    `${spaced(ofClass)} ${ofClass}`,
    `6a: ${ofClass} 6a: ${ofClass}`,
    `${spaced(ofClass)} oder ${spaced(ofClass)}`,
    `Klasse 6a: Code: ${ofClass}`,
    `Klasse 6a: Code: ${spaced(ofClass)} von Frau Huber 6a`,
    `${ofClass} zur Klassenfahrt 2026`,
    `Code: ${ofClass} Fragen an lehrerin2026@schule.ch`,
    `Code: ${ofClass} https://treffen.example/j/1?pwd=aB3dE5gH7jK9mN1p`,
    `https://lernen.example/?joinCode=${ofClass} Code: ${ofClass}`,
    `https://lernen.example/?joinCode=${ofClass}&joinCode=${spaced(ofClass).replaceAll(' ', '+')}`,
  ])('%s is one', (typed) => {
    expect(readEitherCode(typed)?.replaceAll('-', '').toUpperCase()).toBe('H4TW9KXM3RP9');
    expect(hasSeveralCodes(typed)).toBe(false);
  });

  it.each(
    [
      [ofClass, ofOther],
      [ofClass, coupon],
      [coupon, ofOther],
      // Mistyped.
      [ofClass, 'H4TW-9KXM-3RPE'],
      ['H4TW-9KXM-3RPE', ofClass],
      [coupon, 'WTRD-7K3M-Q9XP-4HM'],
    ].flatMap(([one = '', two = '']) => [
      `6a: ${one} 6b: ${two}`,
      `6a: ${spaced(one)} 6b: ${spaced(two)}`,
      `6a: ${one}, 6b: ${two}`,
      `6a:${one}\n6b:${two}`,
      `Klasse 6a: Code: ${one} Klasse 6b: Code: ${two}`,
    ]),
  )('%s is none: there are two', (typed) => {
    expect(readEitherCode(typed)).toBeUndefined();
    expect(readJoinCode(typed)).toBeUndefined();
    expect(hasSeveralCodes(typed)).toBe(true);
  });

  it.each(
    [
      [ofClass, ofOther],
      [ofClass, coupon],
      [coupon, ofOther],
    ].flatMap(([one = '', two = '']) => [
      `${one} ${two}`,
      `${spaced(one)} ${spaced(two)}`,
      `${one.replaceAll('-', '')} ${two.replaceAll('-', '')}`,
      `${one.toLowerCase()} oder ${two.toLowerCase()}`,
      `${one}/${two}`,
      `${one},${two}`,
      `«${one}» («${two}»)`,
      `Deutsch ${one} Mathe ${two}`,
      `6a: ${one} ${two}`,
      `${one} 6b: ${two}`,
      `${one} ${one} ${two}`,
      `https://lernen.example/?joinCode=${one} https://lernen.example/?joinCode=${two}`,
      `https://lernen.example/?joinCode=${one}&coupon=${two}`,
      `https://lernen.example/?joinCode=${one} Mathe: ${two}`,
      `https://lernen.example/?joinCode=${one} H4TW-9KXM-3RPE`,
    ]),
  )('%s is none: two are in it', (typed) => {
    expect(readEitherCode(typed)).toBeUndefined();
    expect(hasSeveralCodes(typed)).toBe(true);
  });

  it.each(['Kein Code, leider', 'WASSER-2026, danke', `${ofClass}, `.repeat(4_000)])(
    '%s is not told as several',
    (typed) => expect(hasSeveralCodes(typed)).toBe(false),
  );

  it('is none in a text that is longer than any address, which takes no time', () => {
    // One sign of it is eighteen in NFKC.
    expect(readEitherCode('\uFDFA'.repeat(2_000))).toBeUndefined();
    expect(readEitherCode('H4TW 9KXM 3RP9 '.repeat(4_000))).toBeUndefined();
    expect(readEitherCode(`${'!'.repeat(60_000)}A`)).toBeUndefined();
  });

  it('is that of a class only where either is asked for', () => {
    const ofClass = 'https://lernen.example/?joinCode=H4TW%2D9KXM-3RP9';
    expect(readEitherCode(ofClass)).toBe('H4TW-9KXM-3RP9');
    expect(readCouponCode(ofClass)).toBeUndefined();
    expect(readEitherCode('https://lernen.example/?coupon=ABCD%2DEFGH')).toBe('ABCD-EFGH');
  });

  it('that gives two is none of them, and shows both', () => {
    const given = parseCoupon('?coupon=ABCD&coupon=EFGH')!;
    expect(given).toBe('ABCD, EFGH');
    expect(readCouponCode(given)).toBeUndefined();
    expect(hasSeveralCodes(given)).toBe(true);
    expect(readCouponCode(parseCoupon(`?coupon=${ofClass}&coupon=EFGH`)!)).toBeUndefined();
  });

  it.each([
    ['?coupon=ABCD&coupon=EFGH', 'ABCD, EFGH'],
    ['?coupon=%C3%A4', 'ä'],
    ['?coupon=ABCD-EFGH', undefined],
    ['?coupon=', undefined],
    // A class's that cannot be read is put right in the same field.
    ['?joinCode=H4TW-9KX%C3%84-3RP9', 'H4TW-9KXÄ-3RP9'],
    ['?joinCode=H4TW-9KXM-3RP9', undefined],
    ['?joinCode=%20', undefined],
    ['?joinCode=%C3%A4&coupon=ABCD', undefined],
  ])('%s is unclear: %j', (search, code) => expect(unclearCoupon(search)).toBe(code));
});

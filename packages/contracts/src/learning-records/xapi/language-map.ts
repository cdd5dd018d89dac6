import * as z from 'zod/mini';

/**
 * The grammar of RFC 5646, section 2.1: language (with extensions of it), script, region, variants,
 * extensions, private use. Which subtags are registered is not looked up.
 */
const langtag = [
  '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})',
  '(?:-[a-z]{4})?',
  '(?:-(?:[a-z]{2}|[0-9]{3}))?',
  '(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*',
  '(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*',
  '(?:-x(?:-[a-z0-9]{1,8})+)?',
].join('');
const privateUse = 'x(?:-[a-z0-9]{1,8})+';
/** Tags registered before the grammar that it does not cover. */
const irregular = [
  'en-gb-oed',
  'i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)',
  'sgn-(?:be-fr|be-nl|ch-de)',
].join('|');

const languageTagPattern = new RegExp(`^(?:${langtag}|${privateUse}|${irregular})$`, 'i');

/** A language as RFC 5646 writes it, such as `de-CH`, in letters of any case. */
export function languageTag() {
  return z.string().check(z.regex(languageTagPattern, 'not a language tag of RFC 5646'));
}

/** One text in several languages (xAPI 1.0.3, Data 4.2). */
export function languageMap(description: string) {
  return z.record(languageTag(), z.string()).check(z.describe(description));
}
export type LanguageMap = Readonly<Record<string, string>>;

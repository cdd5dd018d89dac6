import type { LanguageMap } from '@lectern/contracts/xapi';

/** More than anybody reads: each is looked for in every text that is shown. */
const languagesMaximum = 20;

/**
 * The languages of an `Accept-Language` header, the preferred first (RFC 9110, section 12.5.4). What is
 * no language range is left out, and so is what is said not to be wanted, or beyond the preferred twenty.
 */
export function languagesOf(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
      return { range, weight: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? +weight : 0 };
    })
    .filter(({ range, weight }) => languageRange.test(range) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, languagesMaximum)
    .map(({ range }) => range);
}

/** RFC 4647, section 2.1. Of more subtags than these no language is made: a header is full of them. */
const languageRange = /^(?:\*|[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,15})$/i;

/**
 * The one entry of a language map that suits somebody best. For each language in turn the entry that a
 * lookup finds (RFC 4647, section 3.4), else one of a region of it (section 3.3.1); without any of them
 * the first entry.
 *
 * @param languages as of {@link languagesOf}
 */
export function chooseLanguage(map: LanguageMap, languages: readonly string[]): LanguageMap {
  const written = Object.keys(map);
  if (written.length <= 1) return map;
  const tags = new Map<string, string>();
  for (const tag of written) {
    const small = tag.toLowerCase();
    if (!tags.has(small)) tags.set(small, tag);
  }
  for (const range of languages) {
    if (range === '*') break;
    const tag = lookUp(tags, range.toLowerCase());
    if (tag !== undefined) return { [tag]: map[tag]! };
  }
  return { [written[0]!]: map[written[0]!]! };
}

/** @param tags as they are written, by what they are in small letters */
function lookUp(tags: ReadonlyMap<string, string>, range: string): string | undefined {
  for (let wanted = range; wanted !== ''; wanted = shortened(wanted)) {
    const found = tags.get(wanted);
    if (found !== undefined) return found;
  }
  for (const [small, tag] of tags) {
    if (small.startsWith(`${range}-`)) return tag;
  }
  return undefined;
}

/** Without the last subtag, nor one of a single letter before it, which says nothing alone. */
function shortened(range: string): string {
  const shorter = range.slice(0, Math.max(0, range.lastIndexOf('-')));
  return /(?:^|-)[a-z0-9]$/.test(shorter) ? shortened(shorter) : shorter;
}

/** Texts by name, in groups: fixed ones, and some that are made of what they are given. */
type Text = string | ((...given: never[]) => string) | { readonly [name: string]: Text };

/** Words of our texts that are others in Germany and Austria; what follows in a word stays. */
const words: readonly (readonly [swiss: RegExp, federal: string])[] = [
  [/([Ss])chliess/g, '$1chließ'],
  [/([Gg])ross/g, '$1roß'],
  [/([Gg])röss/g, '$1röß'],
  [/([Hh])eiss/g, '$1eiß'],
  [/([Ww])eiss/g, '$1eiß'],
  [/([Aa])usser/g, '$1ußer'],
  [/([Ss])trasse/g, '$1traße'],
  [/([Gg])russ/g, '$1ruß'],
  [/([Gg])rüss/g, '$1rüß'],
  [/Zustimmung/g, 'Einwilligung'],
  [/Lehrpersonen/g, 'Lehrkräfte'],
  [/Lehrperson/g, 'Lehrkraft'],
  [/«/g, '„'],
  [/»/g, '“'],
];

/** Around what a text is given, which stays as it is: for private use (Unicode, section 23.5). */
const [opening, closing] = ['\uE000', '\uE001'] as const;
const outside = new RegExp(`${opening}[^${closing}]*${closing}|[^${opening}]+`, 'g');

/** Swiss German texts as they are written in Germany and Austria. */
export function inFederalGerman<Texts>(texts: Texts): Texts {
  return convert(texts as Text) as Texts;
}

function convert(text: Text): Text {
  if (typeof text === 'string') return respell(text);
  if (typeof text === 'function')
    return (...given: readonly unknown[]) => {
      const guarded = given.map((value) =>
        typeof value === 'string' ? opening + value + closing : value,
      );
      const written: string = Reflect.apply(text, undefined, guarded);
      return written.replaceAll(outside, (part) =>
        part.startsWith(opening) ? part.slice(1, -1) : respell(part),
      );
    };
  return Object.fromEntries(Object.entries(text).map(([name, value]) => [name, convert(value)]));
}

function respell(text: string): string {
  return words.reduce((so, [swiss, federal]) => so.replaceAll(swiss, federal), text);
}

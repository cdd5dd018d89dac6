import { describe, expect, test } from 'vitest';
import { structureHashOf } from '../src/manifest/structure-text.ts';
import { readCmi5 } from '../src/manifest/read-cmi5.ts';
import { PackageRefused } from '../src/refusal.ts';

const namespace = 'https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd';
const base = 'https://verlag.example/wetter';

const titled = (title: string) =>
  `<title><langstring lang="de"> ${title} </langstring></title>
   <description><langstring lang="de">Über ${title}</langstring></description>`;
const au = (name: string, attributes = '', more = '', url = `${name}/index.html`) =>
  `<au id="${base}/${name}" ${attributes}>${titled(name)}<url>${url}</url>${more}</au>`;
const block = (name: string, content: string, more = '') =>
  `<block id="${base}/${name}">${titled(name)}${more}${content}</block>`;
const course = (parts: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
   <courseStructure xmlns="${namespace}" ${attributes}>
     <course id="${base}">${titled('Wetter')}</course>${parts}
   </courseStructure>`;

const files = ['wolken', 'wind', 'regen'].map((name) => `${name}/index.html`);
const read = (xml: string, paths: ReadonlySet<string> | undefined = new Set(files)) =>
  readCmi5({ bytes: Buffer.from(xml), name: 'cmi5.xml', ...(paths && { paths }) });
const alone = (xml: string) => readCmi5({ bytes: Buffer.from(xml), name: 'cmi5.xml' });

describe('a structure', () => {
  test('is read with all that it says', () => {
    const objectives = `<objectives><objective id="${base}/ziel">${titled('Ziel')}</objective></objectives>`;
    const named = `<objectives><objective idref="${base}/ziel"/></objectives>`;
    const structure = read(
      course(
        objectives +
          block('himmel', au('wolken') + block('wasser', au('regen')), named) +
          au(
            'wind',
            'moveOn="CompletedAndPassed" masteryScore="0.75" launchMethod="OwnWindow" activityType="http://x.example/t"',
            '<launchParameters> a=b </launchParameters><entitlementKey>xyz</entitlementKey>',
          ),
      ),
    );
    const texts = (title: string) => ({
      title: { de: title },
      description: { de: `Über ${title}` },
    });
    const plain = { launch_method: 'AnyWindow', move_on: 'NotApplicable' };
    expect(structure).toEqual({
      id: base,
      ...texts('Wetter'),
      objectives: [{ id: `${base}/ziel`, ...texts('Ziel') }],
      blocks: [
        { id: `${base}/himmel`, ...texts('himmel'), objective_ids: [`${base}/ziel`] },
        { id: `${base}/wasser`, parent_id: `${base}/himmel`, ...texts('wasser') },
      ],
      aus: [
        {
          id: `${base}/wolken`,
          parent_id: `${base}/himmel`,
          ...texts('wolken'),
          url: 'wolken/index.html',
          ...plain,
        },
        {
          id: `${base}/regen`,
          parent_id: `${base}/wasser`,
          ...texts('regen'),
          url: 'regen/index.html',
          ...plain,
        },
        {
          id: `${base}/wind`,
          ...texts('wind'),
          url: 'wind/index.html',
          launch_method: 'OwnWindow',
          move_on: 'CompletedAndPassed',
          mastery_score: 0.75,
          launch_parameters: 'a=b',
          entitlement_key: 'xyz',
          activity_type: 'http://x.example/t',
        },
      ],
    });
  });

  test('has texts in several languages, and in one that nobody names', () => {
    const title = '<langstring lang="de">Wind</langstring><langstring>Wind!</langstring>';
    const xml = course(au('wind')).replace(/<title>.*?<\/title>/, `<title>${title}</title>`);
    expect(read(xml).title).toEqual({ de: 'Wind', und: 'Wind!' });
  });

  test('has languages as Java writes them', () => {
    expect(read(course(au('wind')).replaceAll('"de"', '"de_CH"')).title).toEqual({
      'de-CH': 'Wetter',
    });
  });

  test('may be prefixed, and hold what others have added', () => {
    const xml = course(
      au('wind', 'x:farbe="blau"', '<x:note><au/><title/></x:note>'),
      'xmlns:x="https://x.example/"',
    );
    expect(read(xml).aus).toHaveLength(1);
    const prefixed = xml
      .replaceAll(/<(\/?)(?=[a-z]+[\s>/])(?!x:)/gi, '<$1c:')
      .replace('xmlns=', 'xmlns:c=');
    expect(read(prefixed)).toEqual(read(xml));
  });

  test('may have more than 1,000 units', () => {
    const many = Array.from({ length: 1500 }, (_, place) =>
      au(`u${place}`, '', '', 'wind/index.html'),
    );
    expect(read(course(many.join(''))).aus).toHaveLength(1500);
  });

  test('has the hash by which the platform knows it', () => {
    const structure = {
      aus: [
        {
          id: `${base}/wolken`,
          title: { de: 'Wolken' },
          description: { de: 'Sechs Arten von Wolken.' },
          url: 'wolken/index.html',
          launch_method: 'AnyWindow' as const,
          move_on: 'CompletedOrPassed' as const,
          mastery_score: 0.6,
        },
      ],
      blocks: [],
      description: { de: 'Wie Wolken entstehen.' },
      title: { de: 'Wetter' },
      id: base,
    };
    expect(structureHashOf(structure)).toBe(
      'ba883dea6be50b4659d924d8fd7ffe101bad247d250b0d7bb5eb0f5748b68fcd',
    );
  });
});

describe('addresses', () => {
  test.each(['wind/index.html?teil=2#a', './wind/index.html', 'https://au.example/start?x=1'])(
    '%s is taken',
    (url) => {
      expect(read(course(au('wind', '', '', url.replace('&', '&amp;')))).aus[0]!.url).toBe(url);
    },
  );

  test('are whole ones where the structure comes alone', () => {
    expect(alone(course(au('wind', '', '', 'https://au.example/wind'))).aus).toHaveLength(1);
    expect(() => alone(course(au('wind')))).toThrow(/is relative/);
  });

  test('of files with blanks and umlauts are found', () => {
    const paths = new Set(['Übung 1.html']);
    expect(read(course(au('wind', '', '', '%C3%9Cbung%201.html')), paths).aus).toHaveLength(1);
  });

  test('of files that macOS has packed are theirs', () => {
    const packed = 'Übung 1.html'.normalize('NFD');
    const structure = read(course(au('wind', '', '', 'Übung 1.html?a=1#b')), new Set([packed]));
    expect(structure.aus[0]!.url).toBe(`${encodeURIComponent(packed)}?a=1#b`);
  });
});

const refused: readonly (readonly [string, string, RegExp])[] = [
  [
    'another namespace',
    course(au('wind')).replace(namespace, 'https://x.example/'),
    /root element/,
  ],
  ['a document type', `<!DOCTYPE a>${course(au('wind')).replace(/^<\?xml.*?\?>/, '')}`, /DOCTYPE/],
  ['a prefix that is bound to nothing', course(au('wind', 'x:y="z"')), /not well-formed/],
  ['no unit', course(''), /needs "au" or "block"/],
  ['a block with nothing in it', course(block('himmel', '')), /needs "au" or "block"/],
  ['no title', course(au('wind').replace(/<title>.*?<\/title>/s, '')), /needs "title" here/],
  [
    'a title without a text',
    course(au('wind').replace(/<langstring.*?<\/langstring>/, '')),
    /"langstring"/,
  ],
  ['another order', course(au('wind', '', '<description/>')), /"description" does not belong here/],
  ['an element of nobody', course(au('wind', '', '<farbe/>')), /"farbe" does not belong here/],
  ['an attribute of nobody', course(au('wind', 'farbe="blau"')), /no attribute "farbe"/],
  ['no id', course(au('wind').replace(/ id=".*?"/, '')), /is not an IRI/],
  [
    'an id that is not an IRI',
    course(au('wind').replace(/ id=".*?"/, ' id="wind"')),
    /is not an IRI/,
  ],
  ['an id that appears twice', course(au('wind') + au('wind')), /appears twice/],
  ['the id of the course once more', course(au('wind').replace(`${base}/wind`, base)), /twice/],
  ['an unknown moveOn', course(au('wind', 'moveOn="Done"')), /moveOn "Done" must be one of/],
  ['an unknown launchMethod', course(au('wind', 'launchMethod="Popup"')), /launchMethod/],
  ['a mastery score above 1', course(au('wind', 'masteryScore="1.1"')), /masteryScore/],
  ['a mastery score below 0', course(au('wind', 'masteryScore="-0.1"')), /masteryScore/],
  ['a mastery score of five places', course(au('wind', 'masteryScore="0.12345"')), /masteryScore/],
  ['a mastery score that is none', course(au('wind', 'masteryScore="1e-1"')), /masteryScore/],
  ['a file that is not there', course(au('wind', '', '', 'hagel.html')), /is not in the package/],
  [
    'a file above the package',
    course(au('wind', '', '', '../wind/x.html')),
    /is not in the package/,
  ],
  ['no address', course(au('wind', '', '', ' ')), /does not lead to a web page/],
  [
    'an address that runs a script',
    course(au('wind', '', '', 'javascript:alert(1)')),
    /not lead to a web page/,
  ],
  ['a parameter of launches', course(au('wind', '', '', 'wind/index.html?fetch=1')), /"fetch"/],
  [
    'an objective that is not there',
    course(block('himmel', au('wind'), `<objectives><objective idref="${base}/z"/></objectives>`)),
    /no objective/,
  ],
];

test.each(refused)('a structure with %s is refused', (_title, xml, message) => {
  expect(() => read(xml)).toThrow(PackageRefused);
  expect(() => read(xml)).toThrow(message);
});

test('a refusal names the line', () => {
  expect(() => read(course(`\n\n${au('wind', 'moveOn="Done"')}`))).toThrow(
    /"cmi5\.xml", line \d+:/,
  );
});

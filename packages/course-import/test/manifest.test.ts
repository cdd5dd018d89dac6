import { describe, expect, test } from 'vitest';
import { flatten } from '../src/course.ts';
import { readManifest } from '../src/manifest/read-manifest.ts';
import { storeIdOf } from '../src/manifest/store-id.ts';
import { withParameters } from '../src/manifest/resources.ts';
import { manifest12, manifest2004 } from '../testing/index.ts';

const item = '<item identifier="I" identifierref="R-REGEN"><title>Regen</title></item>';

function read(
  manifest: string | Uint8Array,
  paths: readonly string[] = ['scormdriver/indexAPI.html'],
  at = 'imsmanifest.xml',
) {
  return readManifest({
    manifestPath: at,
    manifest: Buffer.from(manifest as Uint8Array),
    paths: new Set(paths),
    contentFolder: 'content/',
  });
}

const launchOf = (...from: Parameters<typeof read>) =>
  flatten(read(...from).course.items)[0]?.launch;

describe('how it is written', () => {
  const text = manifest12('M', item.replace('Regen<', 'Tröpfchen &amp; Höhle &#x1F4A7;<'));
  const utf16 = text.replace('UTF-8', 'UTF-16');
  const latin1 = text.replace('UTF-8', 'ISO-8859-1');
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-8 that says it is UTF-16', Buffer.from(utf16)],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${utf16}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${utf16}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(utf16, 'utf16le')],
    ['ISO-8859-1', Buffer.from(latin1, 'latin1')],
    ['white space before the declaration', Buffer.from(`\r\n ${latin1}`, 'latin1')],
    ['a byte order mark and a line before it', Buffer.from(`\uFEFF\n${text}`)],
    ['no declaration', Buffer.from(text.replace(/^<\?xml.*\?>\n/, ''))],
    [
      'other prefixes',
      Buffer.from(text.replaceAll('adlcp:', 'x:').replace('xmlns:adlcp', 'xmlns:x')),
    ],
  ])('%s', (_name, bytes) => {
    expect(read(bytes).course.items[0]).toMatchObject({
      title: 'Tröpfchen & Höhle 💧',
      isSco: true,
    });
  });
});

describe('where the launch file lies', () => {
  const href = (value: string) =>
    manifest12('M', item).replaceAll('scormdriver/indexAPI.html', value);
  test.each([
    ['beside the manifest', href('a.html'), ['a.html'], 'content/a.html'],
    ['with a query and a fragment', href('a.html?x=1#y'), ['a.html'], 'content/a.html?x=1#y'],
    [
      'percent-encoded',
      href('%C3%9Cbung%201.html'),
      ['Übung 1.html'],
      'content/%C3%9Cbung%201.html',
    ],
    ['with umlauts', href('Übung/Öl.html'), ['Übung/Öl.html'], 'content/%C3%9Cbung/%C3%96l.html'],
    [
      'with umlauts of another form',
      href('Übung.html'),
      ['Übung.html'.normalize('NFD')],
      `content/${encodeURIComponent('Übung.html'.normalize('NFD'))}`,
    ],
    [
      'with umlauts of both forms',
      href('Übung.html'),
      ['Übung.html', 'Übung.html'.normalize('NFD')],
      'content/%C3%9Cbung.html',
    ],
    ['with backslashes', href('a\\b\\c.html'), ['a/b/c.html'], 'content/a/b/c.html'],
    ['with a percent sign of its own', href('100%.html'), ['100%.html'], 'content/100%25.html'],
    ['with spaces', href('a b.html'), ['a b.html'], 'content/a%20b.html'],
    [
      'with a percent sign and a space',
      href('100% K.html'),
      ['100% K.html'],
      'content/100%25%20K.html',
    ],
    [
      'with what looks encoded',
      href('a%20b.html'),
      ['a%20b.html', 'a b.html'],
      'content/a%2520b.html',
    ],
    ['with both', href('100%%20K.html?x=%41'), ['100% K.html'], 'content/100%25%20K.html?x=%41'],
    ['with a number sign', href('C# K/a.html'), ['C# K/a.html'], 'content/C%23%20K/a.html'],
    ['with two of them', href('C#/a.html#b'), ['C#/a.html'], 'content/C%23/a.html#b'],
    ['with one, encoded', href('C%23/a.html#b'), ['C#/a.html'], 'content/C%23/a.html#b'],
    ['with a question mark', href('Wer?.html?x=1'), ['Wer?.html'], 'content/Wer%3F.html?x=1'],
    ['with a query that has a number sign', href('a.html?x=#1'), ['a.html'], 'content/a.html?x=#1'],
    ['with a dot before it', href('./a.html'), ['a.html'], 'content/a.html'],
    ['in bytes that are not UTF-8', href('%FC.html'), ['%FC.html'], 'content/%25FC.html'],
  ])('%s', (_name, manifest, paths, launch) => {
    expect(launchOf(manifest, paths)).toBe(launch);
  });

  test('below every xml:base', () => {
    const manifest = href('c.html')
      .replace('<manifest', '<manifest xml:base="a/"')
      .replace('<resources>', '<resources xml:base="b/">');
    expect(launchOf(manifest, ['a/b/c.html'])).toBe('content/a/b/c.html');
  });

  test.each(['C#', '50%', 'C%23'])('below the xml:base %s/', (base) => {
    const manifest = href('c.html').replace('<resources>', `<resources xml:base="${base}/">`);
    const folder = base === 'C%23' ? 'C#' : base;
    expect(launchOf(manifest, [`${folder}/c.html`])).toBe(
      `content/${encodeURIComponent(folder)}/c.html`,
    );
  });

  test('below an xml:base without its slash', () => {
    const manifest = href('c.html').replace('<resources>', '<resources xml:base="b">');
    expect(launchOf(manifest, ['b/c.html'])).toBe('content/b/c.html');
  });

  test('where the manifest is a folder deep', () => {
    expect(launchOf(href('c.html'), ['Mein Kurs/c.html'], 'Mein Kurs/imsmanifest.xml')).toBe(
      'content/Mein%20Kurs/c.html',
    );
  });
});

test.each([
  ['a.html', '?x=1', 'a.html?x=1'],
  ['a.html', 'x=1', 'a.html?x=1'],
  ['a.html?b=2', '?x=1', 'a.html?b=2&x=1'],
  ['a.html?b=2', '&x=1', 'a.html?b=2&x=1'],
  ['a.html#c', '?x=1', 'a.html?x=1#c'],
  ['a.html', '#c', 'a.html#c'],
  ['a.html#b', '#c', 'a.html#b'],
  ['a.html', undefined, 'a.html'],
])('%s with parameters %s is %s', (address, parameters, expected) => {
  expect(withParameters(address, parameters)).toBe(expected);
});

describe('identifiers with white space around them', () => {
  test.each([
    ['a resource', 'resource identifier="R-REGEN"', 'resource identifier=" R-REGEN "'],
    ['what refers to it', 'identifierref="R-REGEN"', 'identifierref="\n R-REGEN\t"'],
    ['an item', 'identifier="I"', 'identifier=" I"'],
    ['the default organization', 'default="KURS"', 'default=" KURS "'],
    ['an organization', 'organization identifier="KURS"', 'organization identifier=" KURS "'],
    ['the type', 'scormtype="sco"', 'scormtype=" sco "'],
    ['the file', 'href="scormdriver/indexAPI.html"', 'href=" scormdriver/indexAPI.html "'],
    ['the course', 'identifier="M"', 'identifier=" M "'],
  ])('%s', (_what, written, changed) => {
    const manifest = manifest12('M', item);
    expect(manifest).toContain(written);
    expect(read(manifest.replaceAll(written, changed))).toEqual(read(manifest));
  });

  test('in sequencing', () => {
    const manifest = manifest2004(
      'M',
      `<item identifier="I" identifierref="R"><title>I</title><imsss:sequencing IDRef="C">
        <imsss:objectives><imsss:primaryObjective objectiveID="P"><imsss:mapInfo targetObjectiveID="G"/></imsss:primaryObjective></imsss:objectives>
        </imsss:sequencing></item>`,
      '',
      ['R'],
    ).replace(
      '</manifest>',
      `<imsss:sequencingCollection><imsss:sequencing ID="C"><imsss:sequencingRules><imsss:preConditionRule>
        <imsss:ruleConditions conditionCombination="any"><imsss:ruleCondition operator="not" condition="satisfied" referencedObjective="P"/></imsss:ruleConditions>
        <imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules></imsss:sequencing></imsss:sequencingCollection></manifest>`,
    );
    const spaced = manifest.replaceAll(
      /(ID|IDRef|objectiveID|targetObjectiveID|referencedObjective|conditionCombination|operator|condition|action)="(\w+)"/g,
      '$1=" $2 "',
    );
    expect(spaced).not.toBe(manifest);
    expect(read(spaced, ['R.html'])).toEqual(read(manifest, ['R.html']));
  });
});

describe('manifests in a manifest', () => {
  const inner = (
    more = '',
    items = '<item identifier="IA" identifierref="IR"><title>Innen</title></item>',
  ) =>
    `<manifest identifier="SUB"${more}><organizations><organization identifier="IO"><title>Teil</title>${items}</organization></organizations>
      <resources><resource identifier="IR" adlcp:scormtype="sco" href="innen.html"/></resources></manifest>`;
  const withInner = (items: string, manifest = inner()) =>
    manifest12('M', items).replace('</manifest>', `${manifest}</manifest>`);
  const shown = (id: string, title = '<title>Hier</title>') =>
    `<item identifier="${id}" identifierref="SUB">${title}</item>`;
  const paths = ['scormdriver/indexAPI.html', 'innen.html', 'teil/innen.html'];
  const outline = (manifest: string) =>
    flatten(read(manifest, paths).course.items).map(({ id, title, launch }) => [id, title, launch]);

  test('are shown where an item refers to them', () => {
    expect(outline(withInner(shown('S') + item))).toEqual([
      ['S', 'Hier', undefined],
      ['IA', 'Innen', 'content/innen.html'],
      ['I', 'Regen', 'content/scormdriver/indexAPI.html'],
    ]);
  });

  test('give their title where the item has none', () => {
    expect(outline(withInner(shown('S', '')))[0]).toEqual(['S', 'Teil', undefined]);
  });

  test('have a base of their own', () => {
    expect(outline(withInner(shown('S'), inner(' xml:base="teil/"')))[1]).toEqual([
      'IA',
      'Innen',
      'content/teil/innen.html',
    ]);
  });

  test('are shown twice, under identifiers of their own', () => {
    expect(outline(withInner(shown('S') + shown('T'))).map(([id]) => id)).toEqual([
      'S',
      'IA',
      'T',
      'IA-2',
    ]);
  });

  test('offer their resources to items of the outer one', () => {
    const direct = '<item identifier="X" identifierref="IR"><title>X</title></item>';
    expect(outline(withInner(direct))).toEqual([['X', 'X', 'content/innen.html']]);
  });

  test('leave the name of the organization to it', () => {
    const { course } = read(
      manifest2004('M', '<item identifier="KURS" identifierref="R"/>', '', ['R']),
      ['R.html'],
    );
    expect(flatten(course.items).map(({ id }) => id)).toEqual(['KURS']);
    expect([course.organization.id, course.organization.storeId]).toEqual(['KURS-2', 'KURS']);
  });

  test('do not show themselves', () => {
    expect(() => outline(withInner(shown('S'), inner('', shown('U'))))).toThrow('shows itself');
  });
});

describe('what it says', () => {
  test('of several organizations the default one', () => {
    const manifest = manifest12('M', item)
      .replace('default="KURS"', 'default="B"')
      .replace(
        '</organization>',
        `</organization><organization identifier="B"><title>Zweiter</title>${item}</organization>`,
      );
    expect(read(manifest).course.title).toBe('Zweiter');
  });

  test('the first where the default one is missing', () => {
    expect(read(manifest12('M', item).replace('default="KURS"', 'default="X"')).course.title).toBe(
      'Wasser entdecken',
    );
  });

  test.each([
    [
      'the first one is empty',
      '<organization identifier="E"><title>Leer</title></organization>',
      '',
    ],
    [
      'the default one is empty',
      '<organization identifier="E"><title>Leer</title><item identifier="X"><title>X</title></item></organization>',
      ' default="E"',
    ],
  ])('another one where %s', (_what, empty, byDefault) => {
    const manifest = manifest12('M', item)
      .replace(' default="KURS"', byDefault)
      .replace('<organization identifier="KURS"', `${empty}$&`);
    expect(read(manifest).course.title).toBe('Wasser entdecken');
  });

  test('items in items, with what SCORM 1.2 says of each', () => {
    const nested = `<item identifier="A" isvisible="false"><title> Ein
      Kapitel </title>${item.replace(
        '</title>',
        `</title><adlcp:prerequisites type="aicc_script">X&amp;Y</adlcp:prerequisites>
         <adlcp:masteryscore>80</adlcp:masteryscore><adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed>
         <adlcp:timelimitaction>exit,message</adlcp:timelimitaction><adlcp:datafromlms> roh </adlcp:datafromlms>`,
      )}</item>`;
    expect(read(manifest12('M', nested)).course.items).toEqual([
      {
        id: 'A',
        storeId: 'A',
        title: 'Ein Kapitel',
        isVisible: false,
        children: [
          {
            id: 'I',
            storeId: 'I',
            title: 'Regen',
            isVisible: true,
            launch: 'content/scormdriver/indexAPI.html',
            isSco: true,
            prerequisites: 'X&Y',
            masteryScore: '80',
            maxTimeAllowed: '00:30:00',
            timeLimitAction: 'exit,message',
            launchData: ' roh ',
            children: [],
          },
        ],
      },
    ]);
  });

  test.each([
    ['CAM 1.3', 'scorm-2004'],
    ['2004 3rd Edition', 'scorm-2004'],
    ['2004 4th Edition', 'scorm-2004'],
    ['1.2', 'scorm-1.2'],
    ['', 'scorm-1.2'],
  ])('version %s is %s', (version, standard) => {
    expect(read(manifest12('M', item).replace('>1.2<', `>${version}<`)).course.standard).toBe(
      standard,
    );
  });

  test('files that it lists and the package has not are told', () => {
    const manifest = manifest12('M', item).replace(
      '</resource>',
      '<file href="bild.png"/></resource>',
    );
    expect(read(manifest).warnings).toEqual([
      '"imsmanifest.xml" lists "bild.png", which is not in the package.',
    ]);
  });

  test('the sequencing of SCORM 2004, with what a collection adds', () => {
    const manifest = manifest2004(
      'M',
      `<item identifier="I" identifierref="R"><title>I</title>
        <imsss:sequencing IDRef="COMMON">
          <imsss:limitConditions attemptLimit="2" attemptAbsoluteDurationLimit="PT30M"/>
          <imsss:objectives><imsss:primaryObjective objectiveID="P" satisfiedByMeasure="true">
            <imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure>
            <imsss:mapInfo targetObjectiveID="G" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>
          <adlseq:objectives><adlseq:objective objectiveID="P"><adlseq:mapInfo targetObjectiveID="G" writeRawScore="true"/></adlseq:objective></adlseq:objectives>
        </imsss:sequencing>
        <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/>
        <adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>continue</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>
      </item>`,
      '<imsss:sequencing><imsss:controlMode choice="false" flow="true" forwardOnly="true"/></imsss:sequencing>',
      ['R'],
    ).replace(
      '</manifest>',
      `<imsss:sequencingCollection><imsss:sequencing ID="COMMON"><imsss:sequencingRules>
        <imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="objectiveMeasureLessThan" referencedObjective="P" measureThreshold="0.4"/></imsss:ruleConditions><imsss:ruleAction action="retry"/></imsss:postConditionRule>
      </imsss:sequencingRules></imsss:sequencing></imsss:sequencingCollection></manifest>`,
    );
    const { course } = read(manifest, ['R.html']);
    expect(course.organization.sequencing).toEqual({
      sequencingControls: { choice: false, choiceExit: true, flow: true, forwardOnly: true },
    });
    expect(course.items[0]).toMatchObject({
      maxTimeAllowed: 'PT30M',
      scaledPassingScore: '0.8',
      sequencing: {
        attemptLimit: 2,
        hideLmsUi: ['continue'],
        completionThreshold: { completedByMeasure: true, minProgressMeasure: 0.5 },
        primaryObjective: {
          objectiveID: 'P',
          satisfiedByMeasure: true,
          minNormalizedMeasure: 0.8,
          mapInfo: [
            { targetObjectiveID: 'G', readSatisfiedStatus: true, writeSatisfiedStatus: true },
            { targetObjectiveID: 'G', readRawScore: true, writeRawScore: true },
          ],
        },
        sequencingRules: {
          postConditionRules: [
            {
              action: 'retry',
              conditionCombination: 'all',
              conditions: [
                {
                  condition: 'objectiveMeasureLessThan',
                  referencedObjective: 'P',
                  measureThreshold: 0.4,
                },
              ],
            },
          ],
        },
      },
    });
  });
});

test.each([
  [undefined, true],
  ['true', true],
  ['1', true],
  ['FALSE', false],
  ['0', false],
  ['nein', true],
])('an item with isvisible %s: %s', (written, isVisible) => {
  const visible = written === undefined ? '' : ` isvisible="${written}"`;
  const manifest = manifest12('M', item.replace('<item', `<item${visible}`));
  expect(read(manifest).course.items[0]).toMatchObject({ isVisible });
});

test.each([
  ['true', '<imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure>', '0.6'],
  ['1', '', '1.0'],
  ['false', '<imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure>', undefined],
])('an item that a collection lets pass: %s %s', (isByMeasure, measure, expected) => {
  const manifest = manifest2004(
    'M',
    '<item identifier="I" identifierref="R"><title>I</title><imsss:sequencing IDRef="C"/></item>',
    '',
    ['R'],
  ).replace(
    '</manifest>',
    `<imsss:sequencingCollection><imsss:sequencing ID="C">
      <imsss:limitConditions attemptAbsoluteDurationLimit="PT30M"/>
      <imsss:objectives><imsss:primaryObjective satisfiedByMeasure="${isByMeasure}">${measure}</imsss:primaryObjective></imsss:objectives>
    </imsss:sequencing></imsss:sequencingCollection></manifest>`,
  );
  const [first] = read(manifest, ['R.html']).course.items;
  expect(first).toMatchObject({ maxTimeAllowed: 'PT30M' });
  expect(first?.scaledPassingScore).toBe(expected);
});

describe('identifiers of the store', () => {
  const bytes = (text: string) => Buffer.byteLength(text);

  test('stay as they are where they fit', () => {
    expect(storeIdOf('ITEM-1_Übung')).toBe('ITEM-1_Übung');
    expect(storeIdOf('x'.repeat(255))).toBe('x'.repeat(255));
  });

  test('fit, stay apart and stay the same where they are too long', () => {
    const long = ['ü'.repeat(200), `${'ü'.repeat(199)}v`, '💧'.repeat(90), 'a~b'];
    const ids = long.map(storeIdOf);
    expect(new Set(ids).size).toBe(long.length);
    expect(ids).toEqual(long.map(storeIdOf));
    for (const id of ids) {
      expect(bytes(id)).toBeLessThanOrEqual(255);
      expect(id.isWellFormed()).toBe(true);
      // Made ones stand for one identifier only: an identifier of their form is changed, too.
      expect(storeIdOf(id)).not.toBe(id);
    }
  });
});

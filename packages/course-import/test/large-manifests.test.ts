import { describe, expect, test } from 'vitest';
import { flatten } from '../src/course.ts';
import { readManifest } from '../src/manifest/read-manifest.ts';
import { manifest12, manifest2004 } from '../testing/index.ts';

const read = (manifest: string) =>
  readManifest({
    manifestPath: 'imsmanifest.xml',
    manifest: Buffer.from(manifest),
    paths: new Set(['a.html', 'R.html']),
    contentFolder: 'content/',
  });

function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

const item = (index: number, resource = 'R0') =>
  `<item identifier="I${index}" identifierref="${resource}"><title>t</title></item>`;
const resource = (index: number) => `<resource identifier="R${index}" href="a.html"/>`;
const withResources = (items: string, resources: string) =>
  manifest12('M', items).replace(
    /<resources>.*<\/resources>/s,
    () => `<resources>${resources}</resources>`,
  );
const withFiles = (files: string) =>
  withResources(item(0), `<resource identifier="R0" href="a.html">${files}</resource>`);
const withCollection = (items: string, definition: string) =>
  manifest2004('M', items, '', ['R']).replace(
    '</manifest>',
    () =>
      `<imsss:sequencingCollection><imsss:sequencing ID="S">${definition}</imsss:sequencing></imsss:sequencingCollection></manifest>`,
  );
const referring = (index: number) =>
  item(index, 'R').replace('</item>', '<imsss:sequencing IDRef="S"/></item>');

const shown = (index: number, manifest = 'SUB') => item(index, manifest);
const withInner = (items: string, inner: string, more = '') =>
  manifest2004('M', items, '', ['R']).replace(
    '</manifest>',
    () =>
      `<manifest identifier="SUB"><organizations><organization identifier="IO">${inner}</organization></organizations>${more}</manifest></manifest>`,
  );
const inList = (objectives: string) =>
  `<imsss:objectives><imsss:primaryObjective/>${objectives}</imsss:objectives>`;

const longList = `<imsss:objectives>${`<imsss:objective objectiveID="${'o'.repeat(50)}"/>`.repeat(2_000)}</imsss:objectives>`;

describe('what is too much', () => {
  test.each([
    ['items', () => withResources(times(10_001, item), resource(0)), 'more than 10000 items'],
    ['resources', () => withResources(item(0), times(100_001, resource)), 'than 100000 resources'],
    ['files', () => withFiles(times(100_001, (n) => `<file href="m${n}"/>`)), 'than 100000 files'],
    ['elements', () => withFiles('<x/>'.repeat(500_001)), 'more than 500000 elements'],
    [
      'a base in every address',
      () =>
        withFiles('<file href="m"/>').replace(
          '<resources',
          `<resources xml:base="${'b'.repeat(1_025)}"`,
        ),
      'xml:base is longer than 1024 characters',
    ],
    [
      'shared sequencing, copied for each item',
      () => withCollection(times(200, referring), longList),
      'in the sequencing collection is longer than',
    ],
    [
      'shared sequencing of a manifest that many items show',
      () =>
        withInner(
          times(200, (index) => shown(index)),
          referring(-1),
          `<imsss:sequencingCollection><imsss:sequencing ID="S">${longList}</imsss:sequencing></imsss:sequencingCollection>`,
        ),
      'in the sequencing collection is longer than',
    ],
    [
      'items of a manifest that many items show',
      () =>
        withInner(
          times(200, (index) => shown(index)),
          item(-1, 'R').replace(
            '</item>',
            `<imsss:sequencing>${longList}</imsss:sequencing></item>`,
          ),
        ),
      'of other manifests is longer than',
    ],
    [
      'the organization of a manifest that many items show',
      () =>
        withInner(
          times(200, (index) => shown(index)),
          `${item(-1, 'R')}<imsss:sequencing>${longList}</imsss:sequencing>`,
        ),
      'of other manifests is longer than',
    ],
  ])('%s', (_what, make, message) => {
    const manifest = make();
    expect(() => read(manifest)).toThrow(
      new RegExp(String.raw`^"imsmanifest\.xml", line \d+: .*${message}`),
    );
  });
});

// The time that squares of these numbers take is far more than a test has.
describe('what is not', () => {
  test('10,000 items that show the last of 100,000 resources', () => {
    const { course } = read(
      withResources(
        times(10_000, (n) => item(n, `R${99_999 - n}`)),
        times(100_000, resource),
      ),
    );
    expect(flatten(course.items)).toHaveLength(10_000);
  });

  test('4,000 items that show the last of 100,000 manifests, and what stands in it', () => {
    const others = times(100_000, (n) => `<manifest identifier="M${n}"/>`);
    const { course } = read(
      withInner(
        times(4_000, (n) => shown(n)),
        item(-1, 'R'),
      ).replace('<manifest identifier="SUB"', () => `${others}<manifest identifier="SUB"`),
    );
    expect(flatten(course.items)).toHaveLength(8_000);
  });

  test('100,000 objectives of one item', () => {
    const objectives = times(100_000, (n) => `<imsss:objective objectiveID="O${n}"/>`);
    const { course } = read(withCollection(referring(0), inList(objectives)));
    expect(course.items[0]?.sequencing?.objectives).toHaveLength(100_000);
  });

  test('130,000 more maps of one objective', () => {
    const objective = '<imsss:objective objectiveID="O"/>';
    const maps = '<imsss:mapInfo targetObjectiveID="G"/>'.repeat(130_000);
    const { course } = read(
      withCollection(
        referring(0),
        inList(objective + objective.replace('/>', `>${maps}</imsss:objective>`)),
      ),
    );
    expect(course.items[0]?.sequencing?.objectives?.[0]?.mapInfo).toHaveLength(130_000);
  });
});

test('of many missing files the first are named, the others counted', () => {
  const { warnings } = read(withFiles(times(60_010, (n) => `<file href="m${n}"/>`)));
  expect(warnings).toHaveLength(11);
  expect(warnings[9]).toBe('"imsmanifest.xml" lists "m9", which is not in the package.');
  expect(warnings[10]).toBe('… and 60,000 more that are not in the package.');
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docComments } from '../build/reference/doc-comments.ts';
import { factoredOut, overLines, withNames } from '../build/reference/notation.ts';
import { protocolPage } from '../build/reference/protocol-page.ts';
import { errors } from '../src/protocol/errors.ts';
import { events } from '../src/protocol/events.ts';
import * as limits from '../src/protocol/limits.ts';
import { actions, eventNames } from '../src/protocol/names.ts';
import { requests } from '../src/protocol/requests.ts';
import { rules } from '../src/protocol/rules.ts';

const page = readFileSync(new URL('../../../docs/bridge/protocol.md', import.meta.url), 'utf8');
const textsOf = (file: string) =>
  docComments(new URL(`../src/protocol/${file}.ts`, import.meta.url)).texts;

it('the reference is what the protocol says', () => {
  expect(page, 'write it anew: node packages/sdk/build/write-reference.ts').toBe(protocolPage());
});

describe('nothing is left out of it', () => {
  it.each([...actions, ...eventNames, ...Object.keys(errors), ...Object.keys(limits)])(
    '%s',
    (name) => {
      expect(page).toContain(`| \`${name}\` `);
    },
  );

  it.each(Object.entries(rules))('%s', (id, { side, text }) => {
    const row = new RegExp(`^\\| ${id} +\\| ${side} +\\| (.*?) +\\|$`, 'm');
    expect(row.exec(page)?.[1]).toBe(text);
  });

  it.each([
    ['requests', requests],
    ['events', events],
    ['errors', errors],
  ])('each of the %s has its sentence', (table, entries) => {
    const texts = textsOf(table);
    const without = Object.keys(entries).filter((name) => !texts.get(`${table}.${name}`));
    expect(without).toEqual([]);
  });

  it('each limit has its sentence', () => {
    const texts = textsOf('limits');
    expect(Object.keys(limits).filter((name) => !texts.get(name))).toEqual([]);
  });

  it('each link leads to a heading', () => {
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text.toLowerCase());
    for (const [, target = ''] of page.matchAll(/\]\(#([^)]+)\)/g))
      expect(headings).toContain(target);
  });
});

describe('a notation', () => {
  const point = '{ x: integer (≥ 0); y: integer (≥ 0) }';
  const names = new Map([[point, 'Point']]);

  it.each([
    [point, 'Point'],
    [`(${point})[]`, 'Point[]'],
    [`{ at: ${point}; name?: string }`, '{ at: Point; name?: string }'],
  ])('%s is called by names: %s', (notation, named) => {
    expect(withNames(notation, names)).toBe(named);
  });

  it('stands over lines, small objects in it on one', () => {
    expect(overLines(`{ at: ${point}; far: { at: ${point} }; kind: 'a' | 'b' }`)).toBe(
      `{
  at: ${point};
  far: {
    at: ${point};
  };
  kind: 'a' | 'b';
}`,
    );
    expect(overLines('{ a: string } | { b: string }')).toBe(
      '\n  | { a: string }\n  | { b: string }',
    );
  });

  it('has what is common to its alternatives factored out', () => {
    const common = ['{ a: string } | { b: string }', 'Either'] as const;
    expect(factoredOut('{ a: string; c: 1 } | { b: string; c: 1 }', common)).toBe(
      'Either & { c: 1 }',
    );
    for (const other of ['{ a: string; c: 1 } | { b: string; c: 2 }', '{ c: 1 }', 'string'])
      expect(factoredOut(other, common)).toBe(other);
  });
});

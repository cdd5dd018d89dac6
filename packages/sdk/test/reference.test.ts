import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contractShapes } from '../build/contract-shapes.ts';
import { docComments } from '../build/reference/doc-comments.ts';
import { limitComments, protocolPage } from '../build/reference/protocol-page.ts';
import { errors } from '../src/protocol/errors.ts';
import { events } from '../src/protocol/events.ts';
import * as limits from '../src/protocol/limits.ts';
import { actions, eventNames } from '../src/protocol/names.ts';
import { requests } from '../src/protocol/requests.ts';
import { containerRules, contentRules } from '../src/protocol/rules.ts';

const page = readFileSync(new URL('../../../docs/bridge/protocol.md', import.meta.url), 'utf8');
const textsOf = (file: string) =>
  docComments(new URL(`../src/protocol/${file}.ts`, import.meta.url)).texts;

it('the shapes are those of the contract', () => {
  const file = new URL('../src/protocol/contract.ts', import.meta.url);
  const unformatted = (source: string) => source.replaceAll(/[\s,]+/g, '');
  expect(unformatted(readFileSync(file, 'utf8')), 'write it: build/write-shapes.ts').toBe(
    unformatted(contractShapes()),
  );
});

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

  const rules = Object.entries({ container: containerRules, content: contentRules }).flatMap(
    ([side, own]) => Object.entries(own).map(([id, text]) => [id, side, text] as const),
  );
  it('no rule is of both sides', () => {
    expect(new Set(rules.map(([id]) => id)).size).toBe(rules.length);
  });
  it.each(rules)('%s', (id, side, text) => {
    const [, ofSide] =
      new RegExp(`^\\| ${side} +\\| rule +\\|\n((\\|.*\n)+)`, 'm').exec(page) ?? [];
    const row = new RegExp(`^\\| ${id} +\\| (.*?) +\\|$`, 'm');
    expect(row.exec(ofSide!)?.[1]).toBe(text);
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
    const { texts } = limitComments();
    expect(Object.keys(limits).filter((name) => !texts.get(name))).toEqual([]);
  });
});

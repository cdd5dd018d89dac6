import { describe, expect, test } from 'vitest';
import { renameAccounts, type Renaming } from '../../../src/learning-records/model/rename.ts';

const to = (name: string, keepsNames = true): Renaming => ({
  account: (account) => (account.name === 'mia' ? { ...account, name } : undefined),
  keepsNames,
});

test('a text in which thousands of accounts are others is put together as it was', () => {
  const text = (name: string) => {
    const agents = Array.from(
      { length: 2_400 },
      (_, place) => `{"account" : {"name": "${place % 2 === 0 ? name : 'ben'}"}}`,
    );
    return `{"extensions": [ ${agents.join(', ')} ], "n": 1.50}`;
  };
  expect(renameAccounts(text('mia'), to('m'))).toBe(text('m'));
  expect(renameAccounts(text('mia'), to('somebody else'))).toBe(text('somebody else'));
});

test('home page and name, in any order', () => {
  const renaming = { ...to('x'), account: () => ({ homePage: 'https://new.example', name: 'x' }) };
  const text = (homePage: string, name: string) =>
    `[{"account":{"name":"${name}","homePage":"${homePage}"}},{"account":{"homePage":"${homePage}","name":"${name}"}}]`;
  expect(renameAccounts(text('https://old.example', 'mia'), renaming)).toBe(
    text('https://new.example', 'x'),
  );
});

test('an account that stands by itself, as in an extension, and nothing else of that name', () => {
  const text = (name: string) =>
    `{"https://a.example/helper":{"homePage":"https://a.example","name":"${name}"},"name":"mia","b":{"name":"mia"}}`;
  expect(renameAccounts(text('mia'), to('somebody else', false))).toBe(text('somebody else'));
});

describe('accounts within accounts', () => {
  const nested = (own: string, inner: string) => `[{"account":{${own}"account":{${inner}}}},1]`;

  test('are others each', () => {
    const text = (name: string) => nested(`"name":"${name}",`, `"name":"${name}"`);
    expect(renameAccounts(text('mia'), to('somebody else'))).toBe(text('somebody else'));
  });

  test('lose a name that stands beside one, though it is that of another', () => {
    const text = nested('"name":"mia",', '"name":"mia"');
    expect(renameAccounts(text, to('erased', false))).toBe(nested('', '"name":"erased"'));
    const behind = '[{"account":{"account":{"name":"mia"},"name":"mia"}},1]';
    expect(renameAccounts(behind, to('erased', false))).toBe(
      '[{"account":{"account":{"name":"erased"}}},1]',
    );
  });
});

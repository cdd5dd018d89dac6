import { expect, test } from 'vitest';
import { builtInRoles } from '../src/index.ts';
import { headerDescriptions, introduction } from '../src/openapi-descriptions.ts';
import { resultState } from '../src/result.ts';

test('the example of the roles header is a role that every installation has', () => {
  expect(Object.keys(builtInRoles)).toContain(headerDescriptions.roles.example);
});

test('the introduction explains every result state', () => {
  for (const state of resultState.options) expect(introduction).toContain(`\`${state}\``);
});

test('it says how to get a token, and what a person calls first', () => {
  for (const word of ['PKCE', '`client_credentials`', '`user/updateUserInfo`']) {
    expect(introduction).toContain(word);
  }
});

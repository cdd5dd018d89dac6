import { expect, test } from 'vitest';
import { builtInRoles, contract, type BuiltInRole, type Call } from '../src/index.ts';
import { describeHeader, introduction } from '../src/openapi-descriptions.ts';
import { resultState } from '../src/result.ts';

test('whoever makes the example of a call holds a role that may', () => {
  for (const [service, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries<Call>(calls)) {
      const role = describeHeader('roles', call).example as BuiltInRole;
      const held: readonly string[] = ['public', ...builtInRoles[role]];
      expect(held, `${service}.${name}`).toContain(call.permission);
    }
  }
  expect(describeHeader('subject', contract.lima.licenseGetForUser).example).toBe('demo-mia');
  expect(describeHeader('subject', contract.atma.videoConvertCreate).example).toBe('demo-adrian');
});

test('the introduction explains every result state', () => {
  for (const state of resultState.options) expect(introduction).toContain(`\`${state}\``);
});

test('it says how to get a token, and what a person calls first', () => {
  for (const word of ['PKCE', '`client_credentials`', '`user/updateUserInfo`']) {
    expect(introduction).toContain(word);
  }
});

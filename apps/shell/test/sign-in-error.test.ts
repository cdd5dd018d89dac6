import { CallFailed } from '@lectern/contracts/client';
import { AuthorizationResponseError } from 'openid-client';
import { expect, it } from 'vitest';
import { signInErrorText } from '../src/auth/sign-in-error.ts';
import { ServiceError } from '../src/session/service-error.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();

it('names a failed call of a service with its correlation id', () => {
  const call = { service: 'aua', name: 'userGet' } as const;
  const failed = new CallFailed(call, 'timeout', 'userGet: timeout', { correlationId: 'c-1' });
  expect(signInErrorText(new ServiceError('user', failed))).toBe('user: timeout (c-1)');
});

it('names what a provider says in one line of text, and no more of it than that', () => {
  const messageOf = (error: string, error_description?: string) =>
    signInErrorText(
      new AuthorizationResponseError('refused', {
        cause: new URLSearchParams({ error, ...(error_description && { error_description }) }),
      }),
    );
  expect(messageOf('access_denied', 'Das Konto\nist \u202egesperrt.')).toBe(
    'access_denied: Das Konto ist gesperrt.',
  );
  const long = messageOf(`\u202e<b>x</b> ${'Ruf an 😀'.repeat(300)}`);
  expect([Array.from(long).length, long.includes('\u202e'), long.isWellFormed()]).toEqual([
    200,
    false,
    true,
  ]);
});

it('names other errors by their message, which holds no id', () => {
  expect(signInErrorText(new Error('Frame window timed out'))).toBe('Frame window timed out');
  expect(signInErrorText('thrown')).toBe('unknown error');
});

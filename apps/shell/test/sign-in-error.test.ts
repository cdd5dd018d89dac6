import { CallFailed } from '@lectern/contracts/client';
import { expect, it } from 'vitest';
import { signInErrorText } from '../src/auth/sign-in-error.ts';
import { ServiceError } from '../src/session/service-error.ts';

it('names a failed call of a service with its correlation id', () => {
  const call = { service: 'aua', name: 'userGet' } as const;
  const failed = new CallFailed(call, 'timeout', 'userGet: timeout', { correlationId: 'c-1' });
  expect(signInErrorText(new ServiceError('user', failed))).toBe('user: timeout (c-1)');
});

it('names other errors by their message, which holds no id', () => {
  expect(signInErrorText(new Error('Frame window timed out'))).toBe('Frame window timed out');
  expect(signInErrorText('thrown')).toBe('unknown error');
});

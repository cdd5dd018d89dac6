import { expect, it } from 'vitest';
import { platformSubject } from '../src/auth/platform-subject.ts';

/* The services make the same of it: `apps/services/test/providers.test.ts`. */

it.each(['demo-mia', 'a%2Cb', 'x'.repeat(255)])('%j fits a header', async (sub) => {
  expect(await platformSubject(sub)).toBe(sub);
});

it.each<[string, string]>([
  ['Müller', 'sub-p4QpiZu4Jc5mfSXZLizeSI-KfWhxuyvnNlYBytawqPI'],
  ['cn=Mia,ou=5b', expect.stringMatching(/^sub-[\w-]{43}$/) as string],
  ['Mia Keller', expect.stringMatching(/^sub-[\w-]{43}$/) as string],
  ['x'.repeat(256), expect.stringMatching(/^sub-[\w-]{43}$/) as string],
  ['mia 🐦', expect.stringMatching(/^sub-[\w-]{43}$/) as string],
  ['a\r\nb\0', expect.stringMatching(/^sub-[\w-]{43}$/) as string],
])('%j goes by its hash', async (sub, expected) => {
  const subject = await platformSubject(sub);
  expect(subject).toEqual(expected);
  expect(() => new Headers({ 'X-Ia-Subject': subject })).not.toThrow();
});

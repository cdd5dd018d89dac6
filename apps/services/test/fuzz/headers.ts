import { identityHeaders } from '@lectern/contracts';
import fc from 'fast-check';
import { hostileText } from './hostile.ts';

/** Replacement of a header: a value, several lines of it, or nothing. */
export type HeaderChanges = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Longest value, so that all headers fit their limit (16 KiB) and the services see them. */
const valueMaximumLength = 2_000;

const names = [
  ...Object.values(identityHeaders).map(({ name }) => name),
  'Authorization',
  'Cookie',
  'Content-Type',
  'Content-Encoding',
  'Origin',
  'X-Forwarded-For',
  'X-HTTP-Method-Override',
];

const value = fc.oneof(
  hostileText.map((text) => text.slice(0, valueMaximumLength)),
  fc.constantFrom(
    'subject-of-pupil',
    'subject-of-caller,subject-of-pupil',
    'administrator',
    'student, administrator',
    'student,,',
    'Bearer ',
    'Bearer a.b.c',
    'Bearer token-of-pupil token-of-support',
    'Basic YTpi',
    'XSRF-TOKEN=a',
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data; boundary=a',
    'application/x-www-form-urlencoded',
    'gzip',
    'DELETE',
  ),
);

/** One or two headers with hostile values, without value, repeated. */
export const headerChanges: fc.Arbitrary<HeaderChanges> = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(
    { weight: 6, arbitrary: value },
    { weight: 1, arbitrary: fc.tuple(value, value) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  { minKeys: 1, maxKeys: 2 },
);

/** Names and values in turn, as they are sent. */
export function headerLines(headers: HeaderChanges): string[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().flatMap((value) => [name, value]),
  );
}

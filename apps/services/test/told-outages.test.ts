import { expect, test } from 'vitest';
import { toCallError } from '../src/http/errors.ts';
import { createOutageFilter } from '../src/http/told-outages.ts';

test('an outage of one kind is told once a minute, and every other failure', () => {
  let now = 0;
  const isTold = createOutageFilter(
    ({ message }: Error) => message.startsWith('away'),
    () => now,
  );
  const refused = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const told = [0, 2_000, 59_000, 61_000, 62_000].filter((at) => {
    now = at;
    return isTold(refused);
  });
  expect(told).toEqual([0, 61_000]);
  expect(isTold(Object.assign(new Error('away'), { code: '53100' }))).toBe(true);
  expect(isTold(new Error('away with 502'))).toBe(true);
  expect(isTold(new Error('away with 403'))).toBe(true);
  const ofWorkers = ['file-sweep', 'video-convert'].map((queue, worker) =>
    isTold(new Error(`away without a code (Queue: ${queue}, Worker: ${worker})`)),
  );
  expect(ofWorkers).toEqual([true, false]);
  const other = new Error('other');
  expect([isTold(other), isTold(other)]).toEqual([true, true]);
});

test.each<readonly [code: string, status: number]>([
  ['ENOSPC', 503],
  ['EDQUOT', 503],
  ['EROFS', 503],
  // A volume of a network, or of a program (FUSE), that is gone.
  ...['EHOSTDOWN', 'EIO', 'ENODEV', 'ENOTCONN', 'EREMOTEIO', 'ESTALE', 'ETIMEDOUT'].map(
    (code) => [code, 503] as const,
  ),
  // No file and no connection can be opened until others are closed.
  ['EMFILE', 503],
  ['ENFILE', 503],
  ['EACCES', 500],
])('callers hear of the system error %s by %i', (code, status) => {
  expect(toCallError(Object.assign(new Error(code), { code })).status).toBe(status);
});

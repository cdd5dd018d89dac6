import { mkdtemp, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommandProblem } from '../../src/commands/problem.ts';
import { openRepeatable } from '../../src/commands/repeatable-file.ts';

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  return { ...real, open: vi.fn<typeof real.open>(real.open) };
});

const noRoom = new Error('ENOSPC: no space left on device');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-repeatable-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The next file that is opened fails once at this step. */
function failAt(step: 'appendFile' | 'sync' | 'close'): void {
  const openReally = vi.mocked(open).getMockImplementation()!;
  vi.mocked(open).mockImplementationOnce(async (...args) => {
    const file: FileHandle = await openReally(...args);
    vi.spyOn(file, step).mockRejectedValueOnce(noRoom);
    return file;
  });
}

async function* codes(failure?: Error) {
  yield 'coupon_code\r\n';
  if (failure) throw failure;
  yield 'AAAA-BBBB-CCCC-DDDD\r\n';
}

/** As a command does it. */
async function writeAll(pieces: AsyncIterable<string>): Promise<void> {
  const file = await openRepeatable(join(folder, 'codes.csv'));
  try {
    await file.write(pieces);
  } finally {
    await file.close();
  }
}

test.each(['appendFile', 'sync', 'close'] as const)(
  'a file whose %s fails is not left there',
  async (step) => {
    failAt(step);
    const outcome = await writeAll(codes()).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(CommandProblem);
    expect((outcome as Error).message).toContain(noRoom.message);
    expect(await readdir(folder)).toEqual([]);
  },
);

test('what went wrong first is told, also where closing fails then', async () => {
  const failure = new Error('The database is gone.');
  failAt('close');
  await expect(writeAll(codes(failure))).rejects.toBe(failure);
  expect(await readdir(folder)).toEqual([]);
});

test('the same again is found as it is', async () => {
  await writeAll(codes());
  await writeAll(codes());
  expect(await readdir(folder)).toEqual(['codes.csv']);
});

import { afterEach, expect, it, vi } from 'vitest';
import { fileNameOf } from '../src/save-file.ts';

afterEach(() => vi.unstubAllEnvs());

it('a file is named by the day of this place, and as every system takes it', () => {
  vi.stubEnv('TZ', 'Europe/Zurich');
  const night = new Date('2026-11-29T23:30:00Z');
  expect(fileNameOf('Klasse 6a / "Bäche"', 'csv', night)).toBe(
    'lectern-Klasse-6a-Bäche--2026-11-30.csv',
  );
});

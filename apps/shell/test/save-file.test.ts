import { expect, it, vi } from 'vitest';
import { fileNameOf, saveFile } from '../src/save-file.ts';

it('a file is named by the day of this place, and as every system takes it', () => {
  vi.stubEnv('TZ', 'Europe/Zurich');
  const night = new Date('2026-11-29T23:30:00Z');
  expect(fileNameOf('Klasse 6a / "Bäche"', 'csv', night)).toBe(
    'lectern-Klasse-6a-Bäche--2026-11-30.csv',
  );
});

it('a file is there for as long as somebody may think about downloading it, and no longer', () => {
  vi.useFakeTimers();
  const link = { href: '', download: '', click: vi.fn<() => void>() };
  vi.stubGlobal('document', { createElement: () => link });
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  saveFile(new Blob(['{}']), 'lectern.json');
  expect([link.download, link.click.mock.calls.length]).toEqual(['lectern.json', 1]);
  vi.advanceTimersByTime(60_000);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5 * 60_000);
  expect(revoked).toHaveBeenCalledWith(link.href);
});

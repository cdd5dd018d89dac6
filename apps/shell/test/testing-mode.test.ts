import { expect, it, vi } from 'vitest';
import { isTestingMode } from '../src/testing-overlay/testing-mode.ts';

it.each([
  // Section 6: in every build that is not for production, wherever it is.
  ['development', 'lernen.example', null, true],
  ['test', 'lernen.example', 'false', true],
  ['staging', 'localhost', null, true],
  // In production with the flag: hosts that end in 'it' or 'work', and localhost.
  ['production', 'example.it', 'true', true],
  ['production', 'lernen.schule.it', 'true', true],
  ['production', 'x.work', 'true', true],
  ['production', 'localhost', 'true', true],
  // They end in the letters, whatever stands before them.
  ['production', 'digit', 'true', true],
  ['production', 'network', 'true', true],
  ['production', 'it', 'true', true],
  // And no other host.
  ['production', 'lernen.example', 'true', false],
  ['production', 'example.it.example', 'true', false],
  ['production', 'work.example', 'true', false],
  ['production', 'works', 'true', false],
  ['production', 'item.ch', 'true', false],
  ['production', 'shell.localhost', 'true', false],
  ['production', 'localhost.example', 'true', false],
  ['production', 'notlocalhost', 'true', false],
  ['production', '127.0.0.1', 'true', false],
  ['production', '', 'true', false],
  // Nor without the flag, or with another one.
  ['production', 'example.it', null, false],
  ['production', 'x.work', 'false', false],
  ['production', 'localhost', null, false],
  ['production', 'localhost', '', false],
  ['production', 'localhost', '1', false],
  ['production', 'localhost', 'TRUE', false],
  ['production', 'localhost', ' true', false],
])('a build for %s on %s with the flag %j: %j', (mode, hostname, flag, expected) => {
  expect(isTestingMode(mode, hostname, () => flag)).toBe(expected);
});

it('looks into storage only where it counts', () => {
  const readFlag = vi.fn<() => string | null>();
  isTestingMode('production', 'lernen.example', readFlag);
  isTestingMode('development', 'localhost', readFlag);
  expect(readFlag).not.toHaveBeenCalled();
});

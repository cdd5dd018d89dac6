import { expect, test, vi } from 'vitest';
import { SimulatorProblem } from '../src/problem.ts';
import { startSurroundings } from '../src/check/surroundings.ts';

test('without Chromium the check says that it needs one', async () => {
  vi.stubEnv('CHROMIUM', '/nowhere/chromium');

  const starting = startSurroundings();

  await expect(starting).rejects.toThrow(SimulatorProblem);
  await expect(starting).rejects.toThrow('The check needs Chromium.');
});

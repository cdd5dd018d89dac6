import { logOutput } from '@lectern/services/log-output';
import { expect, test, vi } from 'vitest';
import { logToStandardOutput } from '../../src/identity-provider/log.ts';

test('a line says its level by the word of lines of the services', () => {
  const write = vi.spyOn(logOutput, 'write').mockReturnValue();
  logToStandardOutput('warn', 'database connection lost', { issuer: 'https://login.example' });
  expect(JSON.parse(write.mock.calls[0]![0])).toMatchObject({
    level: 'warn',
    name: 'identity-provider',
    issuer: 'https://login.example',
    msg: 'database connection lost',
  });
});

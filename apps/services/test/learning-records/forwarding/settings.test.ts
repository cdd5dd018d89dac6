import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readForwardingSettings } from '../../../src/operations/process-settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-forwarding-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(document: unknown, networks = '') {
  const file = join(folder, 'forwarding.json');
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  return readForwardingSettings({
    LECTERN_FORWARDING: file,
    LECTERN_FORWARDING_NETWORKS: networks,
  });
}

const least = { name: 'other', endpoint: 'https://o.example/xapi', key: 'k', secret: 'geheim' };
const most = { ...least, version: '2.0.0', verbs: ['http:'], activities: ['urn:'], from: 'now' };

const namedTargets = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ ...least, name: `store-${place}` }));

describe('settings of forwarding', () => {
  test('without a file nothing is forwarded', () => {
    expect(readForwardingSettings({})).toEqual({});
  });

  test('the least and the most that a target can say', () => {
    expect(read([least, { ...most, name: 'most' }], '10.0.0.0/8')).toEqual({
      forwarding: { targets: [least, { ...most, name: 'most' }], networks: ['10.0.0.0/8'] },
    });
  });

  test('as many targets as can have a connection each', () => {
    expect(read(namedTargets(50)).forwarding?.targets).toHaveLength(50);
  });

  test.each<[string, unknown, string]>([
    ['no list', { ...least }, 'LECTERN_FORWARDING cannot be used'],
    ['a name twice', [least, least], 'names other twice'],
    ['a name with a space', [{ ...least, name: 'a b' }], 'LECTERN_FORWARDING.0.name'],
    ['no web address', [{ ...least, endpoint: 'ftp://o.example' }], '0.endpoint'],
    ['no secret', [{ ...least, secret: '' }], '0.secret'],
    ['another version', [{ ...least, version: '0.95' }], '0.version'],
    ['something else', [{ ...least, verb: ['http:'] }], 'LECTERN_FORWARDING.0'],
    ['more than 50 targets', namedTargets(51), 'LECTERN_FORWARDING cannot be used'],
    ['no JSON', '[{"secret":"geheim"', 'is not JSON'],
  ])('%s is refused, by its place alone', (_what, document, message) => {
    let text = '';
    try {
      read(document);
    } catch (error) {
      text = String(error);
    }
    expect(text).toContain(message);
    expect(text).not.toContain('geheim');
  });

  test('a network that is none is refused', () => {
    expect(() => read([least], '10.0.0.0/99')).toThrow('LECTERN_FORWARDING_NETWORKS');
  });
});

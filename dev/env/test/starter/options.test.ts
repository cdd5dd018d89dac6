import type { Surroundings } from '@lectern/services/data-folder';
import { describe, expect, test } from 'vitest';
import { addressesOf } from '../../src/addresses.ts';
import { help, readOptions } from '../../src/options.ts';
import { UsageProblem } from '../../src/problem.ts';

const person: Surroundings = {
  environment: {},
  platform: 'linux',
  isRoot: false,
  home: '/home/mia',
};

const read = (args: string[], environment: Record<string, string> = {}) =>
  readOptions(args, { ...person, environment });

test('without flags and environment the documented defaults hold', () => {
  expect(read([])).toEqual({
    ports: { shell: 8080, identityProvider: 8081, content: 8082, files: 8083 },
    dataFolder: '/home/mia/.local/share/lectern',
    reset: false,
    watch: false,
  });
});

test('a flag wins over its environment variable, and an empty variable counts as unset', () => {
  const environment = {
    LECTERN_PORT: '9000',
    LECTERN_IDENTITY_PROVIDER_PORT: '9001',
    LECTERN_CONTENT_PORT: '',
    LECTERN_DATA: '/srv/lectern',
    DATABASE_URL: 'postgresql://lectern@db.example/lectern',
  };
  expect(read(['--port', '9100', '--watch'], environment)).toEqual({
    ports: { shell: 9100, identityProvider: 9001, content: 8082, files: 8083 },
    dataFolder: '/srv/lectern',
    databaseUrl: 'postgresql://lectern@db.example/lectern',
    reset: false,
    watch: true,
  });
  expect(read(['--data=here', '--reset'], { LECTERN_DATA: '/srv' })).toMatchObject({
    dataFolder: 'here',
    reset: true,
  });
});

test.for<[string, Partial<Surroundings>, string]>([
  ['root', { isRoot: true }, '/var/lib/lectern'],
  ['XDG_DATA_HOME', { environment: { XDG_DATA_HOME: '/data' } }, '/data/lectern'],
  ['macOS', { platform: 'darwin' }, '/home/mia/Library/Application Support/Lectern'],
])('the data folder by default: %s', ([, surroundings, folder]) => {
  expect(readOptions([], { ...person, ...surroundings })?.dataFolder).toBe(folder);
});

test('--help asks for nothing else, and names every flag', () => {
  expect(read(['--help', '--port', '1'])).toBeUndefined();
  for (const flag of [
    'port',
    'identity-provider-port',
    'content-port',
    'files-port',
    'data',
    'reset',
    'watch',
  ]) {
    expect(help).toContain(`--${flag} `);
  }
});

describe('refused in one sentence, with exit code 2', () => {
  const url = { DATABASE_URL: 'postgresql://lectern@db.example/lectern' };
  test.for<[string, string[], Record<string, string>, RegExp]>([
    ['an unknown flag', ['--prot', '9000'], {}, /^Unknown option '--prot'\. See npm start/],
    ['a word', ['9000'], {}, /^Unexpected argument '9000'/],
    ['a flag without its value', ['--port'], {}, /--port/],
    ['a port that is no number', ['--port', 'http'], {}, /^--port must be a port number.*"http"/],
    ['port 0', ['--port', '0'], {}, /1 to 65535/],
    ['port 65536', [], { LECTERN_CONTENT_PORT: '65536' }, /^LECTERN_CONTENT_PORT must be/],
    ['equal ports', ['--port', '8082'], {}, /must be different.*8082, 8081, 8082, 8083/],
    ['a bad address', [], { DATABASE_URL: 'mysql://root:geheim@x/y' }, /^DATABASE_URL must have/],
    ['--reset of a foreign database', ['--reset'], url, /^--reset empties the data folder, not/],
  ])('%s', ([, args, environment, message]) => {
    const problem = problemOf(() => read(args, environment));
    expect(problem).toBeInstanceOf(UsageProblem);
    expect(problem.exitCode).toBe(2);
    expect(problem.message).toMatch(message);
    expect(problem.message).not.toContain('geheim');
    expect(problem.message).not.toContain('\n');
  });
});

function problemOf(work: () => unknown): UsageProblem {
  try {
    work();
  } catch (error) {
    return error as UsageProblem;
  }
  throw new Error('nothing was refused');
}

test('addresses are origins as browsers write them, also at the port of the web', () => {
  const ports = { shell: 80, identityProvider: 8081, content: 8082, files: 8083 };
  expect(addressesOf(ports)).toMatchObject({
    shell: 'http://localhost',
    content: 'http://localhost:8082',
  });
});

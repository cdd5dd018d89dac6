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

test.for<[string, string, string]>([
  ['192.168.1.20', '192.168.1.20', 'https://192.168.1.20:8080'],
  ['Schule-Laptop.local', 'schule-laptop.local', 'https://schule-laptop.local:8080'],
  ['fd00:0::20', 'fd00::20', 'https://[fd00::20]:8080'],
  ['[fd00::20]', 'fd00::20', 'https://[fd00::20]:8080'],
  ['schöne.schule', 'xn--schne-lua.schule', 'https://xn--schne-lua.schule:8080'],
  ['laptop.local.', 'laptop.local', 'https://laptop.local:8080'],
  ['192.168.1.20.', '192.168.1.20', 'https://192.168.1.20:8080'],
  ['my.localhost', 'my.localhost', 'https://my.localhost:8080'],
])('--host %s is %s, over TLS', ([asked, host, shell]) => {
  const { network, ports } = read(['--host', asked])!;
  expect(network).toEqual({ host, authorityPort: 8084 });
  expect(addressesOf(ports, { host }).shell).toBe(shell);
});

test('a host and a certificate of the environment', () => {
  const environment = {
    LECTERN_HOST: 'a.example',
    LECTERN_TLS_CERT: 'c.pem',
    LECTERN_TLS_KEY: 'k.pem',
    LECTERN_AUTHORITY_PORT: '9004',
  };
  expect(read([], environment)).toMatchObject({
    network: {
      host: 'a.example',
      authorityPort: 9004,
      certificate: { certFile: 'c.pem', keyFile: 'k.pem' },
    },
  });
});

test.for([
  'localhost',
  'LOCALHOST',
  '%6cocalhost',
  '%6C%4Fcalhost',
  'localhost.',
  'LocalHost.',
  '',
])('--host %j is this machine alone', (host) => {
  expect(read(['--host', host])).not.toHaveProperty('network');
  expect(read([], { LECTERN_HOST: host })).not.toHaveProperty('network');
});

test('the port of the page with the authority is free for others where there is no page', () => {
  const certificate = ['--tls-cert=c', '--tls-key=k'];
  const { ports } = read(['--host=a.example', ...certificate, '--port=8084'])!;
  expect(ports.shell).toBe(8084);
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
    'host',
    'tls-cert',
    'tls-key',
    'authority-port',
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
    ['a taken page', ['--host', 'a.example', '--port', '8084'], {}, /must be different.*8084/],
    ['an origin', ['--host', 'https://a.example'], {}, /^--host must be a name or an address/],
    ['a host with a port', ['--host', 'a.example:8080'], {}, /^--host must be/],
    ['a host with a path', ['--host', 'a.example/b'], {}, /^--host must be/],
    ['every address', [], { LECTERN_HOST: '0.0.0.0' }, /^--host must be.*"0\.0\.0\.0"/],
    ['every address of IPv6', ['--host', '::'], {}, /^--host must be/],
    ['a dot', ['--host', '.'], {}, /^--host must be/],
    ['a host of two final dots', ['--host', 'a.example..'], {}, /^--host must be/],
    ['an address of one link', ['--host', 'fe80::1'], {}, /^--host must be.*"fe80::1"/],
    ['the last address of links', ['--host', '[FEBF::1]'], {}, /^--host must be/],
    ['an address with its link', ['--host', 'fe80::1%eth0'], {}, /^--host must be/],
    ['a certificate for nobody', ['--tls-cert=c', '--tls-key=k'], {}, /^--tls-cert needs --host/],
    ['half a certificate', ['--host=a.example', '--tls-key=k'], {}, /need each other/],
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

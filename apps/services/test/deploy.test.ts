import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { clients, requiredVariables } from '@lectern/env/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import {
  createRegistry,
  measureForwarding,
  measureJobs,
  measurePool,
  measureTraffic,
} from '../src/operations/metrics.ts';
import { settingsByPage } from '../src/operations/settings.ts';

// Files of `deploy`, as far as they can be held to the product without a container engine.

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const deploy = join(checkout, 'deploy');
const read = (path: string) => readFileSync(join(checkout, path), 'utf8');

interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly healthcheck?: { readonly test?: readonly unknown[] };
  readonly stop_grace_period?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
}
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const { services, 'identity-provider': provider, proxy } = compose.services;

/** Names that services and provider read. */
const known = new Set([
  ...Object.values(settingsByPage).flatMap((settings) => Object.keys(settings)),
  ...ownNames(read('apps/env/src/identity-provider/environment.ts')),
]);

function ownNames(text: string): readonly string[] {
  return text.match(/\b(?:LECTERN_[A-Z0-9_]+|DATABASE_URL)\b/g) ?? [];
}

const unitFiles = globSync('*.service', { cwd: deploy });
const environmentOfImage = ownNames(read('deploy/Containerfile'));

test.each(['Containerfile', 'compose.yaml', 'lectern.env.example', ...unitFiles])(
  '%s sets variables that are read',
  (file) => {
    const unknown = ownNames(read(`deploy/${file}`)).filter((name) => !known.has(name));
    expect(unknown).toEqual([]);
  },
);

test.each([
  ['services', services!, environmentOfImage],
  ['identity provider', provider!, environmentOfImage],
])('the %s of compose have what they require', (title, { environment = {} }, image) => {
  const given = new Set([...Object.keys(environment), ...image]);
  expect(requiredOf(title).filter((name) => !given.has(name))).toEqual([]);
});

test.each([
  ['services', 'lectern.service'],
  ['identity provider', 'lectern-identity-provider.service'],
])('the %s of %s have what they require', (title, file) => {
  const given = ownNames(read('deploy/lectern.env.example') + read(`deploy/${file}`));
  expect(requiredOf(title).filter((name) => !given.includes(name))).toEqual([]);
});

function requiredOf(title: string): readonly string[] {
  if (title !== 'services') return requiredVariables;
  const isRequired = (setting: (environment: object, name: string) => unknown, name: string) => {
    try {
      setting({}, name);
      return false;
    } catch {
      return true;
    }
  };
  return Object.values(settingsByPage).flatMap((settings) =>
    Object.entries(settings)
      .filter(([name, setting]) => isRequired(setting, name))
      .map(([name]) => name),
  );
}

test('health checks are words, and scripts that can be parsed', () => {
  const ofImage = JSON.parse(
    /^ +CMD (\[.*\])$/m.exec(read('deploy/Containerfile'))![1]!,
  ) as unknown;
  const ofCompose = Object.values(compose.services).flatMap(({ healthcheck }) =>
    healthcheck?.test ? [healthcheck.test] : [],
  );
  const checks = [ofImage as readonly unknown[], ...ofCompose];
  // YAML reads `a ? 0: 1` without quotes as a map.
  expect(checks.flat().filter((word) => typeof word !== 'string')).toEqual([]);
  const scripts = checks.flatMap((words) =>
    words.includes('-e') ? [words[words.indexOf('-e') + 1] as string] : [],
  );
  expect(scripts).toHaveLength(2);
  for (const script of scripts) expect(() => new Script(script), script).not.toThrow();
});

test('the quotes of lectern.env are read by systemd and by shells alike', () => {
  const lines = read('deploy/lectern.env.example').split('\n').filter(Boolean);
  expect(lines.filter((line) => !/^#|^\w+='[^']*'$/.test(line))).toEqual([]);
});

test('the image stops within the ten seconds of docker stop, and that of compose within its own time', () => {
  const [, grace] = /LECTERN_SHUTDOWN_GRACE_IN_SECONDS=(\d+)/.exec(read('deploy/Containerfile'))!;
  expect(Number(grace)).toBeLessThan(10);
  const { environment, stop_grace_period: period = '' } = services!;
  const given = Number(environment?.['LECTERN_SHUTDOWN_GRACE_IN_SECONDS']);
  expect(given).toBeLessThan(Number.parseInt(period, 10));
});

test('the volume of the image is for its user, and for any user of the group root', () => {
  const [, owner] = /--chown=(\S+) \/data \/var\/lib\/lectern$/m.exec(
    read('deploy/Containerfile'),
  )!;
  expect(owner).toBe('node:root');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-image-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [, made] = /^RUN (mkdir .+)$/m.exec(read('deploy/Containerfile'))!;
  execFileSync('sh', ['-c', made!.replaceAll('/data', folder)]);
  const modes = ['', 'files', 'tmp'].map((name) => statSync(join(folder, name)).mode & 0o070);
  expect(modes).toEqual([0o070, 0o070, 0o070]);
});

test.each(Object.entries(compose.services))('the log of %s has a limit', (_name, { logging }) => {
  expect(Object.keys(logging!.options)).toEqual(['max-size', 'max-file']);
});

test('Kubernetes sees that the image does not run as root', () => {
  expect(read('deploy/Containerfile')).toMatch(/^USER [1-9]\d*$/m);
});

test('compose asks for what example.env has, and for nothing else', () => {
  const asked = read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?\}/g);
  const offered = read('deploy/example.env').matchAll(/^(\w+)=/gm);
  const names = (matches: Iterable<RegExpMatchArray>) =>
    new Set([...matches].map(([, name]) => name));
  expect(names(asked)).toEqual(names(offered));
});

test('programs, files and volumes that are named are there', () => {
  const containerfile = read('deploy/Containerfile');
  const programs = [
    ...[...containerfile.matchAll(/^CMD \["(.+)"\]$/gm)].map(([, program]) => program!),
    ...provider!.command!,
    ...unitFiles.map((file) => /^ExecStart=\S+ (.+)$/m.exec(read(`deploy/${file}`))![1]!),
  ];
  expect(programs).toHaveLength(4);
  const sources = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0]!),
  );
  const { context, dockerfile } = services!.build!;
  const paths = [
    ...programs,
    ...[...containerfile.matchAll(/^COPY --from=build \/opt\/lectern\/(\S+) /gm)].map(
      ([, path]) => path!,
    ),
    join('deploy', context, dockerfile),
    'deploy/Caddyfile',
  ];
  expect(paths.filter((path) => !existsSync(join(checkout, path)))).toEqual([]);
  // Written by the operator from the example beside it.
  const own = ['./configuration.json', './content', './Caddyfile'];
  expect(sources.filter((source) => source.startsWith('.')).toSorted()).toEqual(own.toSorted());
  const ignored = read('.gitignore').split('\n');
  for (const name of ['.env', 'configuration.json', 'content/']) {
    expect(ignored).toContain(`deploy/${name}`);
  }
  expect(sources.filter((source) => !source.startsWith('.')).toSorted()).toEqual(
    Object.keys(compose.volumes).toSorted(),
  );
});

test('the proxy leads to the ports that are listened on, with the variables that it is given', () => {
  const caddyfile = read('deploy/Caddyfile');
  const asked = [...caddyfile.matchAll(/\{\$(\w+)(?::[^}]*)?\}/g)].map(([, name]) => name!);
  expect([...new Set(asked)].toSorted()).toEqual(Object.keys(proxy!.environment!).toSorted());
  const ports = [...caddyfile.matchAll(/reverse_proxy \S+:(\d+)$/gm)].map(([, port]) => port);
  const image = /LECTERN_PORT=(\d+)/.exec(read('deploy/Containerfile'))![1];
  const given = [
    image,
    provider!.environment!['LECTERN_PORT'],
    services!.environment!['LECTERN_FILES_PORT'],
  ];
  expect(ports).toEqual(given.map(String));
  const ofUnits = unitFiles.map((file) => read(`deploy/${file}`)).join('');
  for (const port of ports) expect(ofUnits).toMatch(new RegExp(`_PORT=${port}$`, 'm'));
});

test('health is asked, and metrics are, at the port of the unit', () => {
  const port = /LECTERN_OPERATIONS_PORT=(\d+)/.exec(read('deploy/lectern.service'))![1]!;
  const { scrape_configs } = parse(read('deploy/prometheus.yml')) as {
    readonly scrape_configs: readonly {
      readonly static_configs: readonly { readonly targets: readonly string[] }[];
    }[];
  };
  expect(scrape_configs[0]!.static_configs[0]!.targets).toEqual([`localhost:${port}`]);
  const containerfile = read('deploy/Containerfile');
  expect(containerfile).toContain(`LECTERN_OPERATIONS_PORT=${port} `);
  expect(containerfile).toContain(`http://localhost:${port}/ready`);
  expect(containerfile).toMatch(new RegExp(`^EXPOSE .*\\b${port}$`, 'm'));
  for (const page of ['deploy/prometheus.yml', 'docs/operate/school.md']) {
    expect(read(page), page).toContain(port);
  }
});

const { stdout: systemdAnalyze } = await promisify(execFile)('systemd-analyze', [
  '--version',
]).catch(() => ({ stdout: '' }));

describe.skipIf(systemdAnalyze === '')('systemd', () => {
  test.each(unitFiles)('takes %s', async (file) => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-units-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const unit = join(folder, basename(file));
    await writeFile(unit, read(`deploy/${file}`).replaceAll('/opt/lectern/', checkout));
    // Unknown settings are told on the standard error, beside faults of the machine's other units.
    const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', unit]);
    expect(stderr.split('\n').filter((line) => line.includes(basename(file)))).toEqual([]);
  });
});

test('dashboard and rules ask for metrics that there are', async () => {
  const registry = createRegistry();
  const traffic = { inFlight: 0, onEnd: () => {} } as unknown as Parameters<
    typeof measureTraffic
  >[1];
  measureTraffic(registry, traffic);
  measurePool(registry, { options: {} } as unknown as Parameters<typeof measurePool>[1]);
  measureJobs(registry, { figures: async () => [] });
  measureForwarding(registry, { figures: async () => [] });
  const names = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  for (const file of ['grafana-dashboard.json', 'prometheus-rules.yml']) {
    const expressions = expressionsIn(parse(read(`deploy/${file}`)));
    expect(expressions.length).toBeGreaterThan(2);
    const asked = expressions.flatMap(
      (text) => text.match(/\b(?:lectern|process|nodejs)_\w+/g) ?? [],
    );
    const missing = asked
      .map((name) => name.replace(/_bucket$/, ''))
      .filter((name) => !names.has(name));
    expect(missing, file).toEqual([]);
  }
});

/** PromQL of a document, wherever it stands. */
function expressionsIn(value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'expr' ? [inner as string] : expressionsIn(inner),
  );
}

test('the realm of Keycloak has the clients and addresses that the embedded provider has', () => {
  const realm = JSON.parse(read('deploy/keycloak-realm.json')) as {
    readonly clients: readonly {
      readonly clientId: string;
      readonly redirectUris?: readonly string[];
      readonly attributes?: Readonly<Record<string, string>>;
    }[];
  };
  const [shell, ofServices] = realm.clients;
  expect([shell!.clientId, ofServices!.clientId]).toEqual(['lectern-shell', 'lectern-services']);
  const [embedded] = clients({
    shellOrigin: '${LECTERN_PUBLIC_URL}',
    servicesClientSecret: '',
    orderSystemClientSecret: '',
  });
  expect(shell!.redirectUris).toEqual(embedded!.redirect_uris);
  const after = shell!.attributes!['post.logout.redirect.uris']!.split('##');
  expect(after).toEqual(embedded!.post_logout_redirect_uris);
  expect(shell!.attributes!['backchannel.logout.url']).toBe(embedded!.backchannel_logout_uri);
});

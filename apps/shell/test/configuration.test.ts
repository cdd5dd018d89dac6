import { readFileSync } from 'node:fs';
import { services } from '@lectern/contracts';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../src/configuration.ts';
import { necessaryConfiguration as necessary, ownOrigin, withField } from './some-configuration.ts';

describe('a valid document', () => {
  it('may leave out services, title and icon', () => {
    const { project, signIn } = necessary;
    const { title: _title, favicon: _favicon, ...rest } = project;
    const { clag, gres, lars, aua, atma } = services;
    expect(readConfiguration({ project: rest, signIn }, ownOrigin)).toMatchObject({
      project: { title: 'Lectern', favicon: 'https://shell.example/assets/favicon.svg' },
      services: {
        clusterBase: '',
        // As the contract's clients go by themselves.
        suffixes: {
          aua: aua.base,
          atma: atma.base,
          lima: '',
          osc: '',
          clag: clag.base,
          gres: gres.base,
          lars: lars.base,
        },
      },
    });
    const alone = { project: { ...rest, title: 'Wasser' }, signIn };
    expect(readConfiguration(alone, ownOrigin).project.title).toBe('Wasser');
  });

  it('is the example for a school’s server', () => {
    const path = new URL('../../../deploy/configuration.example.json', import.meta.url);
    const example: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const read = readConfiguration(example, 'https://lernen.schule.example');
    expect(read).toMatchObject({ services: { suffixes: { lima: '/lima', osc: '/osc' } } });
  });

  it('gets the defaults of section 9 for what it leaves out', () => {
    const read = readConfiguration(necessary, ownOrigin);
    expect(read).toMatchObject({ locale: 'en-US', currency: 'USD' });
    expect(read.services.suffixes).toEqual({
      aua: '/aua/v1',
      atma: '/atma',
      lima: '',
      osc: '',
      clag: '/clag',
      gres: '/gres',
      lars: '/lars',
    });
    expect(read.signIn).toMatchObject({
      postLoginRoute: '/',
      autoLogin: false,
      mode: 'redirect',
      silentRedirect: true,
      providerOrigins: [],
    });
  });

  it('has no token provider and no environment file, and sends no cookies elsewhere', () => {
    const read = readConfiguration(necessary, ownOrigin);
    expect(read).not.toHaveProperty('tokenProvider');
    expect(read).not.toHaveProperty('environment');
    expect(read.services.withCredentials).toBe(false);
  });

  it('can say where each service, the token provider and the environment file are', () => {
    const suffixes = {
      aua: '/users',
      atma: '/files/',
      lima: '/licences',
      osc: '/orders',
      clag: '/notes',
      gres: '/classes',
      lars: '/records',
    };
    const document = {
      ...necessary,
      services: {
        clusterBase: 'https://services.example/lectern/',
        withCredentials: true,
        suffixes,
      },
      tokenProvider: { address: 'https://tokens.example/lectern' },
      environment: { basicSecret: 's' },
    };
    expect(readConfiguration(document, ownOrigin)).toMatchObject({
      services: {
        clusterBase: 'https://services.example/lectern',
        withCredentials: true,
        suffixes: { ...suffixes, atma: '/files' },
      },
      tokenProvider: { address: 'https://tokens.example/lectern' },
      environment: { basicSecret: 's' },
    });
  });

  it('names the sites that may embed it, and none by default', () => {
    const embeddedBy = ['https://schule.example/', 'http://localhost:3000'];
    expect(readConfiguration({ ...necessary, embeddedBy }, ownOrigin).embeddedBy).toEqual([
      'https://schule.example',
      'http://localhost:3000',
    ]);
    expect(readConfiguration(necessary, ownOrigin).embeddedBy).toEqual([]);
  });

  it('names a page with help, also on its own origin, or none', () => {
    const help = (address: string) =>
      readConfiguration({ ...necessary, help: { address } }, ownOrigin).help?.address;
    expect(help('https://verlag.example/hilfe')).toBe('https://verlag.example/hilfe');
    expect(help('/assets/hilfe.html')).toBe(`${ownOrigin}/assets/hilfe.html`);
    expect(readConfiguration(necessary, ownOrigin).help).toBeUndefined();
  });

  it('shows the default project page, and no custom login page', () => {
    const read = readConfiguration(necessary, ownOrigin).project;
    expect(read.location).toBe('https://content.example/index.html');
    expect(read.loginLocation).toBeUndefined();
  });

  it.each([
    [true, 'https://content.example/login.html'],
    ['/willkommen?x=1', 'https://content.example/willkommen?x=1'],
    ['https://content.example/a', 'https://content.example/a'],
    [false, undefined],
  ])('with login location %j shows %j', (loginLocation, expected) => {
    const read = readConfiguration(
      withField(necessary, 'project.loginLocation', loginLocation),
      ownOrigin,
    );
    expect(read.project.loginLocation).toBe(expected);
  });

  it.each([
    '/assets/favicon.svg',
    'assets/favicon.svg',
    'https://shell.example/assets/favicon.svg',
  ])('shows the favicon %s of its own origin', (favicon) => {
    const read = readConfiguration(withField(necessary, 'project.favicon', favicon), ownOrigin);
    expect(read.project.favicon).toBe('https://shell.example/assets/favicon.svg');
  });

  it.each([
    'http://localhost:8081',
    'http://127.0.0.1:8081',
    'http://id.localhost',
    'http://[::1]',
  ])('may sign in over plain http at the loopback address %s', (authority) => {
    const read = readConfiguration(withField(necessary, 'signIn.authority', authority), ownOrigin);
    expect(read.signIn.authority).toBe(authority);
  });
});

describe('consent and analytics', () => {
  it('are asked for in revision 1 and German, and come to nothing, unless something is named', () => {
    const read = readConfiguration(necessary, ownOrigin);
    expect(read.consent).toEqual({ revision: 1 });
    expect(read.analytics).toBeUndefined();
  });

  it('are read with all that can be named', () => {
    const document = {
      ...necessary,
      consent: { revision: 3, translations: '/texts/fr.json' },
      analytics: { address: 'https://matomo.example', siteId: 7 },
    };
    expect(readConfiguration(document, ownOrigin)).toMatchObject({
      consent: { revision: 3, translations: '/texts/fr.json' },
      analytics: { address: 'https://matomo.example/', siteId: '7' },
    });
  });

  it.each([
    ['an address elsewhere, which is not asked', 'https://cdn.example/fr.json'],
    ['the words', { language: 'fr', title: 'Cookies' }],
  ])('start with a translation that is %s', (_what, translations) => {
    const read = readConfiguration({ ...necessary, consent: { translations } }, ownOrigin);
    expect(read.consent.translations).toEqual(translations);
  });
});

describe('logging', () => {
  it('is of level info and posts nothing, unless something is named', () => {
    expect(readConfiguration(necessary, ownOrigin).logging).toEqual({ level: 'info' });
  });

  it('may be posted to the shell’s own host', () => {
    const read = readConfiguration({ ...necessary, logging: { address: '/log' } }, ownOrigin);
    expect(read.logging.address).toBe('https://shell.example/log');
  });

  it('is read with all that can be named', () => {
    const logging = { level: 'debug', address: 'https://log.example/entries' };
    expect(readConfiguration({ ...necessary, logging }, ownOrigin).logging).toEqual(logging);
  });
});

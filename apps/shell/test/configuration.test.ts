import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../src/configuration.ts';
import { ConfigurationError } from '../src/configuration-fields.ts';

const ownOrigin = 'https://shell.example';

const project = {
  title: 'Wasser entdecken',
  favicon: '/assets/favicon.svg',
  version: '1.2.0',
  contentOrigin: 'https://content.example',
  mandantIdentifier: 'LECTERN',
  productReference: 'wasser-entdecken',
};
const signIn = { authority: 'https://id.example', clientId: 'lectern-shell', scope: 'openid' };
const services = { clusterBase: '', suffixes: { clag: '/clag', gres: '/gres', lars: '/lars' } };

const valid = { project, signIn, services };

/** The valid document with fields of one section replaced. */
function changed(section: keyof typeof valid, fields: object): object {
  return { ...valid, [section]: { ...valid[section], ...fields } };
}

/** The object with a field `__proto__` of its own, as JSON can have one. */
function withPrototype(object: object): unknown {
  return JSON.parse(JSON.stringify(object).replace('{', '{"__proto__": {"title": "x"}, '));
}

function fieldOf(document: unknown): string {
  try {
    readConfiguration(document, ownOrigin);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.field;
    throw error;
  }
  return 'accepted';
}

describe('a valid document', () => {
  it('gets the defaults of section 9 for what it leaves out', () => {
    const read = readConfiguration(valid, ownOrigin);
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
    });
  });

  it('has no token provider and no environment file, and sends no cookies elsewhere', () => {
    const read = readConfiguration(valid, ownOrigin);
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
      ...changed('services', {
        clusterBase: 'https://services.example/lectern/',
        withCredentials: true,
        suffixes,
      }),
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
    expect(readConfiguration({ ...valid, embeddedBy }, ownOrigin).embeddedBy).toEqual([
      'https://schule.example',
      'http://localhost:3000',
    ]);
    expect(readConfiguration(valid, ownOrigin).embeddedBy).toEqual([]);
  });

  it('shows the default project page, and no custom login page', () => {
    const read = readConfiguration(valid, ownOrigin).project;
    expect(read.location).toBe('https://content.example/index.html');
    expect(read.loginLocation).toBeUndefined();
  });

  it.each([
    [true, 'https://content.example/login.html'],
    ['/willkommen?x=1', 'https://content.example/willkommen?x=1'],
    ['https://content.example/a', 'https://content.example/a'],
    [false, undefined],
  ])('with login location %j shows %j', (loginLocation, expected) => {
    const read = readConfiguration(changed('project', { loginLocation }), ownOrigin);
    expect(read.project.loginLocation).toBe(expected);
  });

  it.each([
    '/assets/favicon.svg',
    'assets/favicon.svg',
    'https://shell.example/assets/favicon.svg',
  ])('shows the favicon %s of its own origin', (favicon) => {
    const read = readConfiguration(changed('project', { favicon }), ownOrigin);
    expect(read.project.favicon).toBe('https://shell.example/assets/favicon.svg');
  });

  it.each([
    'http://localhost:8081',
    'http://127.0.0.1:8081',
    'http://id.localhost',
    'http://[::1]',
  ])('may sign in over plain http at the loopback address %s', (authority) => {
    expect(fieldOf(changed('signIn', { authority }))).toBe('accepted');
  });
});

describe('consent and analytics', () => {
  it('are asked for in revision 1 and German, and come to nothing, unless something is named', () => {
    const read = readConfiguration(valid, ownOrigin);
    expect(read.consent).toEqual({ revision: 1 });
    expect(read.analytics).toBeUndefined();
  });

  it('are read with all that can be named', () => {
    const document = {
      ...valid,
      consent: { revision: 3, translations: '/texts/fr.json' },
      analytics: { address: 'https://matomo.example', siteId: 7 },
    };
    expect(readConfiguration(document, ownOrigin)).toMatchObject({
      consent: { revision: 3, translations: 'https://shell.example/texts/fr.json' },
      analytics: { address: 'https://matomo.example/', siteId: '7' },
    });
  });

  it.each([
    ['consent.revision', { consent: { revision: 0 } }],
    ['consent.revision', { consent: { revision: '2' } }],
    ['consent.translations', { consent: { translations: 'https://cdn.example/fr.json' } }],
    ['analytics', { analytics: true }],
    ['analytics.address', { analytics: { siteId: '1' } }],
    ['analytics.address', { analytics: { address: 'http://matomo.example/', siteId: '1' } }],
    ['analytics.address', { analytics: { address: 'https://matomo.example/stats', siteId: '1' } }],
    ['analytics.siteId', { analytics: { address: 'https://matomo.example/' } }],
  ])('are refused by the name %s in %j', (field, fields) => {
    expect(fieldOf({ ...valid, ...fields })).toBe(field);
  });
});

describe('logging', () => {
  it('is of level info and posts nothing, unless something is named', () => {
    expect(readConfiguration(valid, ownOrigin).logging).toEqual({ level: 'info' });
  });

  it('is read with all that can be named', () => {
    const logging = { level: 'debug', address: 'https://log.example/entries' };
    expect(readConfiguration({ ...valid, logging }, ownOrigin).logging).toEqual(logging);
  });

  it.each([
    ['logging', 'debug'],
    ['logging.level', { level: 'verbose' }],
    ['logging.level', { level: null }],
    ['logging.address', { address: '/entries' }],
    ['logging.address', { address: 'http://log.example/' }],
    ['logging.address', { address: 'javascript:1' }],
  ])('is refused by the name %s in %j', (field, logging) => {
    expect(fieldOf({ ...valid, logging })).toBe(field);
  });
});

describe('a wrong document is refused with the name of the field', () => {
  it.each([
    ['no object', null, 'config.json'],
    ['a list', [], 'config.json'],
    ['no project', { signIn, services }, 'project'],
    ['no title', changed('project', { title: undefined }), 'project.title'],
    ['an empty title', changed('project', { title: '' }), 'project.title'],
    ['a number as version', changed('project', { version: 1 }), 'project.version'],
    ['a script as favicon', changed('project', { favicon: 'javascript:1' }), 'project.favicon'],
    [
      'a favicon elsewhere, which the page could not show',
      changed('project', { favicon: 'https://cdn.example/f.svg' }),
      'project.favicon',
    ],
    ['a favicon in the address', changed('project', { favicon: 'data:,x' }), 'project.favicon'],
    [
      'a favicon that browsers read as another host',
      changed('project', { favicon: '//cdn.example/f.svg' }),
      'project.favicon',
    ],
    [
      'a content origin with a path',
      changed('project', { contentOrigin: 'https://content.example/x' }),
      'project.contentOrigin',
    ],
    [
      'content elsewhere than on its origin',
      changed('project', { location: 'https://evil.example/' }),
      'project.location',
    ],
    [
      'a script as login page',
      changed('project', { loginLocation: 'javascript:alert(1)' }),
      'project.loginLocation',
    ],
    [
      'plain http at a host on the network',
      changed('signIn', { authority: 'http://id.example' }),
      'signIn.authority',
    ],
    [
      'a host that only looks like loopback',
      changed('signIn', { authority: 'http://localhost.example' }),
      'signIn.authority',
    ],
    [
      'a route that leads elsewhere',
      changed('signIn', { postLoginRoute: '//evil.example' }),
      'signIn.postLoginRoute',
    ],
    [
      'a route that browsers read as another host',
      changed('signIn', { postLoginRoute: '/\\evil.example' }),
      'signIn.postLoginRoute',
    ],
    ['yes as a boolean', changed('signIn', { autoLogin: 'yes' }), 'signIn.autoLogin'],
    ['an unknown mode', changed('signIn', { mode: 'iframe' }), 'signIn.mode'],
    ['an address as a flag', changed('signIn', { silentRedirect: '/s' }), 'signIn.silentRedirect'],
    ['no suffix of CLAG', changed('services', { suffixes: {} }), 'services.suffixes.clag'],
    [
      'a script as licence-denied address',
      {
        ...valid,
        licenseDenied: { address: 'javascript:1', teacherArticle: 'T', studentArticle: 'S' },
      },
      'licenseDenied.address',
    ],
    ['fields that stand in a prototype', Object.create(valid), 'project'],
    ['a prototype beside the fields', withPrototype(valid), '__proto__'],
    [
      'a prototype beside the fields of a section',
      { ...valid, project: withPrototype(project) },
      'project.__proto__',
    ],
    [
      'services over plain http on the network',
      changed('services', { clusterBase: 'http://services.example' }),
      'services.clusterBase',
    ],
    [
      'a suffix that leads to another host',
      changed('services', { suffixes: { ...services.suffixes, lima: '//evil.example' } }),
      'services.suffixes.lima',
    ],
    [
      'a suffix that is no path',
      changed('services', { suffixes: { ...services.suffixes, aua: '.evil.example' } }),
      'services.suffixes.aua',
    ],
    [
      'yes as whether cookies go along',
      changed('services', { withCredentials: 'yes' }),
      'services.withCredentials',
    ],
    ['a token provider without address', { ...valid, tokenProvider: {} }, 'tokenProvider.address'],
    [
      'a token provider over plain http on the network',
      { ...valid, tokenProvider: { address: 'http://tokens.example/' } },
      'tokenProvider.address',
    ],
    ['an environment without secret', { ...valid, environment: {} }, 'environment.basicSecret'],
  ])('%s', (_, document, field) => {
    expect(fieldOf(document)).toBe(field);
  });

  it.each([
    'https://schule.example',
    ['*'],
    ['https://*'],
    ['https://*.example'],
    ['https://schule.example/lernen'],
    ['https://schule.example;sandbox'],
    ['http://schule.example'],
    ['schule.example'],
    [null],
  ])('sites that may embed it which are none: %j', (embeddedBy) => {
    expect(fieldOf({ ...valid, embeddedBy })).toBe('embeddedBy');
  });

  it.each([
    ['signIn.authority', changed('signIn', { authority: 'http://id.example' })],
    ['services.clusterBase', changed('services', { clusterBase: 'http://services.example' })],
  ])('plain http in %s, as a kind of its own', (field, document) => {
    expect(() => readConfiguration(document, ownOrigin)).toThrow(
      expect.objectContaining({ field, kind: 'insecure' }),
    );
  });

  it('content on the shell’s own origin, as a kind of its own', () => {
    const document = changed('project', { contentOrigin: ownOrigin });
    expect(() => readConfiguration(document, ownOrigin)).toThrow(
      expect.objectContaining({ field: 'project.contentOrigin', kind: 'content-on-own-origin' }),
    );
  });
});

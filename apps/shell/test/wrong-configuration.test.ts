import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../src/configuration.ts';
import { necessaryConfiguration, ownOrigin, withField } from './some-configuration.ts';

/** The necessary, and what some fields stand beside. */
const valid = {
  ...necessaryConfiguration,
  licenseDenied: { teacherArticle: 'T', studentArticle: 'S' },
  analytics: { address: 'https://matomo.example/', siteId: '7' },
};
const { project } = valid;

/** The object with a field `__proto__` of its own, as JSON can have one. */
function withPrototype(object: object): unknown {
  return JSON.parse(JSON.stringify(object).replace('{', '{"__proto__": {"title": "x"}, '));
}

const refusal = (field: string) => expect.objectContaining({ name: 'ConfigurationError', field });

it('what these documents are made of is accepted', () => {
  expect(() => readConfiguration(valid, ownOrigin)).not.toThrow();
});

describe('a wrong document is refused with the name of the field', () => {
  it.each([
    ['no project', 'project', undefined],
    ['no version', 'project.version', undefined],
    ['an empty title', 'project.title', ''],
    ['a number as version', 'project.version', 1],
    ['a script as favicon', 'project.favicon', 'javascript:1'],
    ['a favicon that the page could not show', 'project.favicon', 'https://cdn.example/f.svg'],
    ['a favicon in the address', 'project.favicon', 'data:,x'],
    ['a favicon that browsers read as another host', 'project.favicon', '//cdn.example/f.svg'],
    ['a content origin with a path', 'project.contentOrigin', 'https://content.example/x'],
    ['content elsewhere than on its origin', 'project.location', 'https://evil.example/'],
    ['a script as login page', 'project.loginLocation', 'javascript:alert(1)'],
    ['plain http at a host on the network', 'signIn.authority', 'http://id.example'],
    ['a host that only looks like loopback', 'signIn.authority', 'http://localhost.example'],
    ['a route that leads elsewhere', 'signIn.postLoginRoute', '//evil.example'],
    ['a route that browsers read as another host', 'signIn.postLoginRoute', '/\\evil.example'],
    ['a route with a tab, which browsers drop', 'signIn.postLoginRoute', '/\t/evil.example'],
    ['a route with a line feed', 'signIn.postLoginRoute', '/\n/evil.example'],
    ['a route that begins with a space', 'signIn.postLoginRoute', ' /'],
    ['a route that browsers write otherwise', 'signIn.postLoginRoute', '/.//evil.example'],
    ['a whole address as route', 'signIn.postLoginRoute', `${ownOrigin}/`],
    ['the address of another site as route', 'signIn.postLoginRoute', 'https://evil.example/'],
    ['a script as route', 'signIn.postLoginRoute', 'javascript:alert(1)'],
    ['yes as a boolean', 'signIn.autoLogin', 'yes'],
    ['a resource that is no address', 'signIn.resource', 'services'],
    ['a resource with a space at its end', 'signIn.resource', 'https://services.example '],
    ['a resource without slashes', 'signIn.resource', 'https:services.example'],
    ['a resource with a fragment', 'signIn.resource', 'https://services.example/#a'],
    ['an unknown mode', 'signIn.mode', 'iframe'],
    ['an address as a flag', 'signIn.silentRedirect', '/s'],
    ['one origin of the provider as text', 'signIn.providerOrigins', 'https://a.example'],
    ['a path of the provider', 'signIn.providerOrigins', ['https://a.example/b']],
    ['a pattern of origins', 'signIn.providerOrigins', ['https://*.a.example']],
    ['an origin over plain http', 'signIn.providerOrigins', ['http://a.example']],
    ['a number as suffix of CLAG', 'services.suffixes.clag', 7],
    ['a suffix that leads to another host', 'services.suffixes.lima', '//evil.example'],
    ['a suffix with a tab', 'services.suffixes.lima', '/\t/evil.example'],
    ['a suffix that is no path', 'services.suffixes.aua', '.evil.example'],
    ['services over plain http', 'services.clusterBase', 'http://services.example'],
    ['yes as whether cookies go along', 'services.withCredentials', 'yes'],
    ['a script as licence-denied address', 'licenseDenied.address', 'javascript:1'],
    ['the shell itself as licence-denied address', 'licenseDenied.address', '/login?from=shop'],
    ['the login page in capitals', 'licenseDenied.address', '/Login'],
    ['the login page with a slash', 'licenseDenied.address', '/login/'],
    ['the login page, encoded', 'licenseDenied.address', '/%6Cogin'],
    ['the logout page in capitals', 'licenseDenied.address', '/LOGOUT//'],
    ['one course instead of a list', 'courses', 'wasser'],
    ['a course without a name', 'courses', ['wasser', '']],
    ['more courses than a statement can name', 'courses', Array.from({ length: 101 }, String)],
    ['revision 0 of the consent', 'consent.revision', 0],
    ['a text as revision of the consent', 'consent.revision', '2'],
    ['a flag as analytics', 'analytics', true],
    ['analytics without address', 'analytics.address', undefined],
    ['analytics over plain http', 'analytics.address', 'http://matomo.example/'],
    ['analytics within a path', 'analytics.address', 'https://matomo.example/stats'],
    ['analytics without site', 'analytics.siteId', undefined],
    ['a level as logging', 'logging', 'debug'],
    ['an unknown log level', 'logging.level', 'verbose'],
    ['no log level', 'logging.level', null],
    ['a log over plain http', 'logging.address', 'http://log.example/'],
    ['a script as log', 'logging.address', 'javascript:1'],
    ['a token provider without address', 'tokenProvider.address', undefined],
    ['a token provider over plain http', 'tokenProvider.address', 'http://tokens.example/'],
    ['an environment without secret', 'environment.basicSecret', undefined],
    ['an address as help', 'help', 'https://verlag.example/hilfe'],
    ['help that is a script', 'help.address', 'javascript:alert(1)'],
  ])('%s', (_what, field, value) => {
    const document = withField(valid, field, value);
    expect(() => readConfiguration(document, ownOrigin)).toThrow(refusal(field));
  });

  it.each([
    ['no object', null, 'config.json'],
    ['a list', [], 'config.json'],
    ['fields that stand in a prototype', Object.create(valid), 'project'],
    ['a prototype beside the fields', withPrototype(valid), '__proto__'],
    [
      'a prototype beside the fields of a section',
      { ...valid, project: withPrototype(project) },
      'project.__proto__',
    ],
  ])('%s', (_what, document, field) => {
    expect(() => readConfiguration(document, ownOrigin)).toThrow(refusal(field));
  });

  it.each([[null], [[]], ['x'], [1]])(
    '%j, which has no fields, as a kind of its own',
    (document) => {
      expect(() => readConfiguration(document, ownOrigin)).toThrow(
        expect.objectContaining({ field: 'config.json', kind: 'no-object' }),
      );
    },
  );

  it.each([
    'https://schule.example',
    ['*'],
    ['https://*'],
    ['https://*.example'],
    ['https://schule.example/lernen'],
    ['https://schule.example;sandbox'],
    ['http://schule.example'],
    ['schule.example'],
    [ownOrigin],
    [null],
  ])('sites that may embed it which are none: %j', (embeddedBy) => {
    const document = { ...valid, embeddedBy };
    expect(() => readConfiguration(document, ownOrigin)).toThrow(refusal('embeddedBy'));
  });

  it.each([
    ['signIn.authority', 'http://id.example', 'insecure'],
    ['services.clusterBase', 'http://services.example', 'insecure'],
    ['project.contentOrigin', ownOrigin, 'content-on-own-origin'],
    ['project', undefined, 'missing'],
    ['project.version', undefined, 'missing'],
    ['signIn.clientId', undefined, 'missing'],
    ['project', [], 'invalid'],
    ['project.title', '', 'invalid'],
    ['project.favicon', 1, 'invalid'],
    ['locale', 'de_CH', 'invalid'],
  ])('%s %s, as a kind of its own', (field, value, kind) => {
    const document = withField(valid, field, value);
    expect(() => readConfiguration(document, ownOrigin)).toThrow(
      expect.objectContaining({ field, kind }),
    );
  });
});

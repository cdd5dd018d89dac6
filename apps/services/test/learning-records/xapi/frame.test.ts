import type { FastifyRequest } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { alternateMethod } from '../../../src/learning-records/xapi/alternate-request.ts';
import { startBeforeAll, startTestPlatform } from '../../platform.ts';
import { base, base2, clientOf, keyWith, refusalOf, type Client } from './requests.ts';

const platform = startBeforeAll(startTestPlatform);
let key: string;
let store: Client;

beforeAll(async () => {
  key = await keyWith(platform, 'all');
  store = clientOf(platform, key);
});

const parameters = { activityId: 'https://lectern.example/kreislauf', profileId: 'frame' };

describe('versions', () => {
  test.each([
    ['1.0', base, '1.0.3'],
    ['1.0.0', base2, '1.0.3'],
    ['1.0.9', base, '1.0.3'],
    ['2.0', base, '2.0.0'],
    ['2.0.1', base2, '2.0.0'],
  ])('%s under %s is answered as %s', async (version, at, answered) => {
    const answer = await clientOf(
      platform,
      key,
      version,
    )(`${at}/activities`, {
      parameters: { activityId: parameters.activityId },
    });
    expect([answer.status, answer.headers.get('X-Experience-API-Version')]).toEqual([
      200,
      answered,
    ]);
  });

  test.each(['0.95', '1.1.0', '3', '1.0.x', '01.0', '1.0.3, 2.0.0', ' '])(
    'a version such as "%s" is refused',
    async (version) => {
      const answer = clientOf(platform, key, version)(`${base}/activities`, { parameters });
      expect(await refusalOf(answer)).toBe('400 VERSION_UNSUPPORTED');
    },
  );

  test.each([
    [base, '1.0.3'],
    [base2, '2.0.0'],
  ])('without one %s names %s and refuses all but about', async (at, named) => {
    const headers = { 'X-Experience-API-Version': undefined };
    const refused = await store(`${at}/activities`, { parameters, headers });
    expect([refused.status, refused.headers.get('X-Experience-API-Version')]).toEqual([400, named]);
    const about = await clientOf(platform)(`${at}/about`, { headers });
    expect([about.status, about.headers.get('X-Experience-API-Version')]).toEqual([200, named]);
    expect(await about.json()).toMatchObject({ version: ['1.0.3', '2.0.0'] });
  });
});

describe('methods', () => {
  const ofConnection = /^(connection|date|keep-alive|x-ia-correlation-id)$/;

  test('one that a resource does not know is refused with those it knows', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST']) {
      const answer = store(`${base}/activities`, { method });
      expect(await refusalOf(answer)).toBe('405 METHOD_NOT_ALLOWED');
      expect((await answer).headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
    }
  });

  test('HEAD answers as GET does, without the body', async () => {
    const parameters = { activityId: 'https://lectern.example/head' };
    const [got, headed] = await Promise.all([
      store(`${base}/activities`, { parameters }),
      store(`${base}/activities`, { parameters, method: 'HEAD' }),
    ]);
    const comparable = ({ headers }: Response) =>
      [...headers].filter(([name]) => !ofConnection.test(name));
    expect([headed.status, comparable(headed)]).toEqual([200, comparable(got)]);
    expect(await headed.text()).toBe('');
    expect(headed.headers.get('Content-Length')).toBe(String((await got.text()).length));
  });

  test('a page of another origin may call, and asks what it may send without credentials', async () => {
    const asked = await clientOf(platform)(`${base}/activities/state`, { method: 'OPTIONS' });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(asked.headers.get('Access-Control-Allow-Methods')).toContain('PUT');
    expect(asked.headers.get('Access-Control-Allow-Headers')).toContain('X-Experience-API-Version');
    expect(asked.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    const refused = await clientOf(platform)(`${base}/activities`);
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([
      401,
      '*',
    ]);
  });
});

describe('addresses that clients glue', () => {
  const resources = [
    'about',
    'activities',
    'activities/profile',
    'activities/state',
    'agents',
    'agents/profile',
    'lectern/refused-statements',
    'statements',
  ];
  const glued = (at: string, resource: string) => [
    `${at}//${resource}`,
    `${at}/${resource}/`,
    `${at}///${resource}//`,
    `${at}/${resource.replaceAll('/', '//')}`,
  ];
  const answerOf = async (path: string, method: string) => {
    const { status, headers } = await store(path, { method });
    return [status, headers.get('Allow'), headers.get('Access-Control-Allow-Origin')];
  };

  test.each(resources)(
    '%s is there with slashes too many, and so is its preflight',
    async (name) => {
      for (const at of [base, base2]) {
        for (const method of ['GET', 'OPTIONS', 'PATCH']) {
          const usual = await answerOf(`${at}/${name}`, method);
          for (const path of glued(at, name)) {
            expect([path, ...(await answerOf(path, method))]).toEqual([path, ...usual]);
          }
        }
      }
    },
  );

  test('the query stays as it is', async () => {
    const id = 'https://a.example//b/';
    const got = await store(`${base}//activities/?activityId=${id}`);
    expect(await got.json()).toEqual({ objectType: 'Activity', id });
  });

  test.each(['Statements', 'STATEMENTS', 'statement', 'statements/x', '..//statements'])(
    '%s is no resource',
    async (name) => {
      const unnormalized = `${base}/${name.replace('..', '%2e%2e')}`;
      expect(await refusalOf(store(unnormalized))).toBe('404 CALL_UNKNOWN');
    },
  );

  test('the calls of the services have one address', async () => {
    expect((await store('/lars/v1/learningRecord//data/put', { method: 'POST' })).status).toBe(404);
  });
});

describe('browsers hear why', () => {
  const big = 'x'.repeat(33 * 1024 * 1024);
  const json = { 'Content-Type': 'application/json' };
  const post = { method: 'POST', headers: json };

  test.each([
    ['404', 'an unknown resource', `${base}/statment`, {}],
    ['404', 'a PUT at an unknown resource', `${base}/v3/statements`, { method: 'PUT', body: '{}' }],
    ['404', 'the base', base, {}],
    ['404', 'a method that nobody knows', `${base}/statements`, { method: 'PROPFIND' }],
    ['404', 'a document', `${base}/activities/profile`, { parameters }],
    ['405', 'a method of other resources', `${base}/activities`, { method: 'PUT' }],
    ['400', 'a broken escape in the path', `${base}/%zz`, {}],
    ['400', 'a body that is none', `${base}/statements`, { ...post, body: '{' }],
    ['413', 'a body beyond its limit', `${base}/statements`, { ...post, body: big }],
    [
      '415',
      'a compressed body',
      `${base}/statements`,
      { ...post, body: '{', headers: { 'Content-Encoding': 'gzip' } },
    ],
  ])('%s: %s', async (status, _name, path, sent) => {
    const { status: answered, headers } = await store(path, sent);
    expect(String(answered)).toBe(status);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('X-Experience-API-Version')).toBe('1.0.3');
  });

  test('a preflight of what is not there succeeds, or the answer to it would be hidden', async () => {
    for (const path of ['', '/', '/statment', '/v2', '/v3//statements']) {
      const asked = await clientOf(platform)(base + path, { method: 'OPTIONS' });
      expect([path, asked.status]).toEqual([path, 204]);
      expect(asked.headers.get('Access-Control-Allow-Methods')).toContain('PUT');
    }
  });

  test('the version is that of the request, else of the base', async () => {
    const version = async (at: string, asked?: string) => {
      const headers = { 'X-Experience-API-Version': asked };
      return (await store(`${at}/none`, { headers })).headers.get('X-Experience-API-Version');
    };
    expect(await Promise.all([version(base), version(base2), version(base, '2.0.1')])).toEqual([
      '1.0.3',
      '2.0.0',
      '2.0.0',
    ]);
  });

  test('headers that clients add are let through', async () => {
    const asked = await clientOf(platform)(`${base}//statements`, { method: 'OPTIONS' });
    const allowed = asked.headers.get('Access-Control-Allow-Headers')?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['*', 'Authorization']));
  });
});

describe('parameters', () => {
  test.each([
    ['an unknown one', '?activityId=https://a.example/1&foo=bar'],
    ['another case', '?ActivityId=https://a.example/1'],
    ['a repeated one', '?activityId=https://a.example/1&activityId=https://a.example/1'],
    ['no UTF-8', '?activityId=https://a.example/%ff'],
    ['a NUL', '?activityId=https://a.example/%00'],
    ['a broken escape', '?activityId=https://a.example/%zz'],
    ['no IRI', '?activityId=kreislauf'],
    ['too long an IRI', `?activityId=https://a.example/${'a'.repeat(3000)}`],
    ['a missing one', ''],
  ])('%s is refused with its reason', async (_name, query) => {
    const answer = store(`${base}/activities${query}`);
    expect(await refusalOf(answer)).toBe('400 PARAMETER_INVALID');
  });

  test('an address of 100 kB is refused', async () => {
    const answer = await store(
      `${base}/activities?activityId=https://a.example/${'a'.repeat(1e5)}`,
    );
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([431, '*']);
  });
});

describe('the alternate request syntax', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const send = (method: string, members: Record<string, string>, sent: object = {}) =>
    clientOf(platform)(`${base}/activities/profile`, {
      method: 'POST',
      parameters: { method },
      headers: { ...form, 'X-Experience-API-Version': undefined },
      body: new URLSearchParams(members).toString(),
      ...sent,
    });
  const signed = () => ({ Authorization: key, 'X-Experience-API-Version': '1.0.3' });

  test('a form says all that a request says', async () => {
    const alternate = { ...parameters, profileId: 'alternate' };
    const made = { ...alternate, 'If-None-Match': '*', content: '{"a":"ä&="}' };
    const put = await send('PUT', { ...signed(), ...made });
    expect([put.status, await put.text()]).toEqual([204, '']);
    const got = await send('GET', { ...signed(), ...alternate });
    expect([got.status, await got.text()]).toEqual([200, '{"a":"ä&="}']);
    expect(got.headers.get('Content-Type')).toBe('application/json');
    const etag = got.headers.get('ETag')!;
    const lost = send('PUT', { ...signed(), ...alternate, content: '1', 'If-Match': '"other"' });
    expect(await refusalOf(lost)).toBe('412 PRECONDITION_FAILED');
    const typed = { 'If-Match': etag, 'Content-Type': 'text/plain' };
    expect((await send('PUT', { ...signed(), ...alternate, ...typed, content: 'Ü' })).status).toBe(
      204,
    );
    const plain = await send('GET', { ...signed(), ...alternate });
    expect([plain.headers.get('Content-Type'), await plain.text()]).toEqual(['text/plain', 'Ü']);
    expect((await send('DELETE', { ...signed(), ...alternate })).status).toBe(204);
  });

  test.each(['text/plain;charset=UTF-8', 'text/plain', undefined])(
    'a form of the type %s is one, as Storyline and old browsers send it',
    async (type) => {
      const alternate = { ...parameters, profileId: 'typed' };
      const body = new URLSearchParams({
        ...signed(),
        ...alternate,
        'If-None-Match': '*',
        'Content-Type': 'application/json',
        content: '{"typed":1}',
      }).toString();
      const headers = { 'Content-Type': type, 'X-Experience-API-Version': undefined };
      // As bytes: `fetch` names a type for text by itself.
      const put = await send('PUT', {}, { headers, body: new TextEncoder().encode(body) });
      expect(put.status).toBe(204);
      const got = await store(`${base}/activities/profile`, { parameters: alternate });
      expect(await got.json()).toEqual({ typed: 1 });
      expect((await send('DELETE', { ...signed(), ...alternate })).status).toBe(204);
    },
  );

  test('a resource that takes no body is read by a form, too', async () => {
    const got = clientOf(platform)(`${base}/activities`, {
      method: 'POST',
      parameters: { method: 'GET' },
      headers: { ...form, 'X-Experience-API-Version': undefined },
      body: new URLSearchParams({ ...signed(), activityId: 'https://a.example/1' }).toString(),
    });
    expect(await (await got).json()).toEqual({ objectType: 'Activity', id: 'https://a.example/1' });
  });

  test('what the form says wins over the headers', async () => {
    const headers = { ...form, Authorization: key, 'X-Experience-API-Version': '1.0.3' };
    const old = { ...parameters, 'X-Experience-API-Version': '0.8' };
    expect(await refusalOf(send('GET', old, { headers }))).toBe('400 VERSION_UNSUPPORTED');
    const stranger = { ...parameters, Authorization: 'Basic bm9ib2R5OmF0IGFsbA==' };
    expect(await refusalOf(send('GET', stranger, { headers }))).toBe('401 KEY_REFUSED');
  });

  test.each([
    ['further parameters of the query', { parameters: { method: 'GET', profileId: 'x' } }],
    ['a body of another type', { headers: { 'Content-Type': 'application/json' }, body: '{}' }],
    ['no content for a PUT', { parameters: { method: 'PUT' } }],
    ['a header with a line break', { more: { 'If-Match': '"a"\r\nX: y' } }],
    ['what is no UTF-8', { more: {}, body: 'content=%ff' }],
    ['version 2.0 in the form', { more: { 'X-Experience-API-Version': '2.0.0' } }],
  ])('%s is refused', async (_name, change: object) => {
    const { more = {}, ...sent } = change as { readonly more?: object };
    const members = { ...signed(), ...parameters, ...more };
    expect((await send('GET', members, sent)).status).toBe(400);
  });

  test.each([
    ['nor a type', {}],
    ['but a type', form],
  ])('a stranger without a form, %s, is asked who it is', async (_name, type) => {
    const version = { 'X-Experience-API-Version': '1.0.3' };
    const sent = { body: undefined, headers: { 'Content-Type': undefined, ...version, ...type } };
    expect(await refusalOf(send('GET', {}, sent))).toBe('401 CREDENTIALS_REQUIRED');
  });

  test('a stranger does not make the store read a large form', async () => {
    const members = { ...signed(), ...parameters, content: 'x'.repeat(100_000) };
    expect(await refusalOf(send('PUT', members))).toBe('413 BODY_TOO_LARGE');
  });

  test('its small form counts as small also where there is no room to read it early', () => {
    const headers = { 'content-length': '64', 'content-type': form['Content-Type'] };
    const request = { method: 'POST', headers, routeOptions: { config: {} }, bodyKind: 'stream' };
    const method = alternateMethod(
      new Map([['method', 'GET']]),
      request as unknown as FastifyRequest,
    );
    expect(method).toBe('GET');
  });

  test('version 2.0 has it no more', async () => {
    for (const at of [base, base2]) {
      const answer = clientOf(
        platform,
        key,
        '2.0.0',
      )(`${at}/activities/profile`, {
        method: 'POST',
        parameters: { method: 'GET' },
        headers: form,
        body: new URLSearchParams(parameters).toString(),
      });
      expect(await refusalOf(answer)).toBe('400 PARAMETER_INVALID');
    }
  });
});

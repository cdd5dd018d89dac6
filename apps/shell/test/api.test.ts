import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../src/api.ts';
import { userBearer } from '../src/auth/bearer.ts';
import type { ServicesConfiguration } from '../src/configuration.ts';
import { fakeTokens } from './fake-services.ts';

const suffixes = {
  aua: '/users',
  atma: '/files',
  lima: '/licences',
  osc: '/orders',
  clag: '/notes',
  gres: '/classes',
  lars: '/records',
};

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

let sent: Sent[];
let answers: (() => Response)[];
let roles: readonly string[];
const caller = {
  subject: 'mia',
  get roles() {
    return roles;
  },
  forgetRoles: () => void (roles = []),
};

const succeed = () =>
  Response.json({ result_state: 'OK', user: { subject: 'mia' }, groups: [], licenses: [] });

beforeEach(() => {
  sent = [];
  answers = [];
  roles = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return (answers.shift() ?? succeed)();
  });
  // Each test is a page of its own.
  Reflect.deleteProperty(globalThis, Symbol.for('@lectern/contracts/api'));
});

const api = (change: Partial<ServicesConfiguration> = {}) =>
  createApi(
    { clusterBase: 'https://services.example', suffixes, withCredentials: false, ...change },
    userBearer(fakeTokens()),
    caller,
  );
const header = (name: string, index = 0) => new Headers(sent[index]?.init.headers).get(name);
const mia = { body: { subject: 'mia' } };

describe('the roles', () => {
  const refuse = (code: string) => () =>
    Response.json(
      { result_state: 'ERROR', result_messages: [{ code, text: code }] },
      { status: 403 },
    );

  it('go along as soon as they are known', async () => {
    const services = api();
    await services.aua.userGet(mia);
    roles = ['student', 'teacher'];
    await services.aua.userGet(mia);
    expect([header('X-Ia-Roles'), header('X-Ia-Roles', 1)]).toEqual(['', 'student,teacher']);
  });

  it('are forgotten where the user has not all of them any more, and the request goes again', async () => {
    roles = ['student', 'teacher'];
    answers = [refuse('ROLE_FORBIDDEN')];
    const services = api();
    await services.aua.userGet(mia);
    await services.aua.userGet(mia);
    expect(sent.map((_, index) => header('X-Ia-Roles', index))).toEqual([
      'student,teacher',
      '',
      '',
    ]);
  });

  it.each([
    ['of another refusal', ['student'], 'PERMISSION_MISSING'],
    ['where none were sent', [], 'ROLE_FORBIDDEN'],
  ])('nothing goes again because %s', async (_why, known, code) => {
    roles = known;
    answers = [refuse(code)];
    await expect(api().aua.userGet(mia)).rejects.toMatchObject({ code });
    expect(sent).toHaveLength(1);
    expect(roles).toEqual(known);
  });
});

describe('a request', () => {
  it('goes under the base and the suffix of its service', async () => {
    const services = api();
    await services.aua.userGet(mia);
    // Group management stands under the group service's.
    await services.gms.gmsGroupsGet(mia);
    expect(sent.map(({ url }) => url)).toEqual([
      'https://services.example/users/user/get',
      'https://services.example/classes/v1/gms/groups/get',
    ]);
  });

  it('goes to the own origin, with the token against forged requests, where there is no base', async () => {
    vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=t' });
    await api({ clusterBase: '' }).aua.userGet(mia);
    expect([sent[0]!.url, header('X-XSRF-TOKEN')]).toEqual(['/users/user/get', 't']);
  });

  it('carries cookies to other origins only where that is configured', async () => {
    await api().aua.userGet(mia);
    Reflect.deleteProperty(globalThis, Symbol.for('@lectern/contracts/api'));
    await api({ withCredentials: true }).aua.userGet(mia);
    expect(sent.map(({ init }) => init.credentials)).toEqual([undefined, 'include']);
  });

  it('carries the token and the subject', async () => {
    await api().aua.userGet(mia);
    expect([header('Authorization'), header('X-Ia-Subject'), header('X-Ia-Roles')]).toEqual([
      'Bearer token-1',
      'mia',
      '',
    ]);
  });

  it('is repeated with a renewed token once when the service does not take it', async () => {
    answers = [() => new Response('{}', { status: 401 })];
    await api().aua.userGet(mia);
    expect([0, 1].map((index) => header('Authorization', index))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });
});

describe('the correlation id', () => {
  it('is a fresh one for each call', async () => {
    const services = api();
    await services.aua.userGet(mia);
    await services.aua.userGet(mia);
    const ids = [0, 1].map((index) => header('X-Ia-Correlation-Id', index));
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it('stands in the failure of its call', async () => {
    answers = [
      () =>
        Response.json(
          { result_state: 'ERROR', result_messages: [{ code: 'USER_NOT_FOUND', text: '' }] },
          { status: 404 },
        ),
    ];
    const failure = await api()
      .aua.userGet(mia)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ correlationId: header('X-Ia-Correlation-Id') });
  });
});

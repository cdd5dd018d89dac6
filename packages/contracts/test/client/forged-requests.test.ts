import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../src/client.ts';
import { contract } from '../../src/index.ts';
import { identity, user } from './answering-server.ts';

describe('the token against forged requests (section 7)', () => {
  const sentToken = async (relativeBase: string) => {
    const sent: (string | null)[] = [];
    const relative = createClient(contract.aua, {
      service: 'aua',
      base: relativeBase,
      headers: () => identity,
      fetch: async (_input, init) => {
        sent.push(new Headers(init?.headers).get('X-XSRF-TOKEN'));
        return Response.json({ result_state: 'OK', user });
      },
    });
    await relative.userGet({ body: { subject: 'mia' } });
    await relative.ping();
    return sent;
  };

  beforeEach(() => {
    vi.stubGlobal('document', { cookie: 'a=1; XSRF-TOKEN=t%2B1; b=2' });
  });

  test('goes with what changes something at a relative address, never with a GET', async () => {
    expect(await sentToken('/aua/v1')).toEqual(['t%2B1', null]);
    expect(await sentToken('')).toEqual(['t%2B1', null]);
  });

  test.each([
    'https://services.example',
    '//services.example',
    String.raw`\\services.example`,
    String.raw`/\services.example`,
    '/\t/services.example',
    ' https://services.example',
  ])('never to %j', async (address) => {
    expect(await sentToken(address)).toEqual([null, null]);
    vi.stubGlobal('location', new URL('https://shell.example/login'));
    expect(await sentToken(address)).toEqual([null, null]);
  });

  test('goes to the whole address of the own origin, where the browser sends the cookie', async () => {
    vi.stubGlobal('location', new URL('https://shell.example/login'));
    expect(await sentToken('https://shell.example/aua/v1')).toEqual(['t%2B1', null]);
  });

  // Any port of a host, and any neighbour under the same domain, sets cookies that the page gets to see.
  test.each([
    ['as it stands', 'XSRF-TOKEN=a%3D', 'a%3D'],
    ['as it stands, though it be no encoding', 'XSRF-TOKEN=%', '%'],
    ['up to its end', 'XSRF-TOKEN=a=b==', 'a=b=='],
    ['by its whole name', 'MY-XSRF-TOKEN=1; XSRF-TOKEN=t; XSRF-TOKEN-2=2', 't'],
    ['of the widest path, which goes along everywhere', 'XSRF-TOKEN=login; XSRF-TOKEN=t', 't'],
    ['where the other one is empty', 'XSRF-TOKEN=t; XSRF-TOKEN=', 't'],
    ['where the other one fits no header', 'XSRF-TOKEN=t; XSRF-TOKEN=\u20ac', 't'],
    [
      'never, where none fits a header',
      'XSRF-TOKEN=\u20ac; XSRF-TOKEN=\u00fc; XSRF-TOKEN=a b',
      null,
    ],
    ['never, where there is none', 'MY-XSRF-TOKEN=1', null],
    ['never, where there are no cookies', '', null],
  ])('is sent %s: %s', async (_how, cookie, token) => {
    vi.stubGlobal('document', { cookie });
    expect(await sentToken('/aua/v1')).toEqual([token, null]);
  });
});

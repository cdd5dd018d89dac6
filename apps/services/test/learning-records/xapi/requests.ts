import { createKey } from '../../../src/learning-records/access/api-keys.ts';
import type { KeyScope } from '../../../src/learning-records/access/scopes.ts';
import type { TestPlatform } from '../../platform.ts';

export const base = '/lars/xapi';
export const base2 = '/lars/xapi/v2';

/** A request as a client of xAPI sends it. */
export interface Sent {
  readonly method?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Of these, `undefined` takes away what is sent otherwise. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Sends requests in somebody's name. */
export type Client = (path: string, sent?: Sent) => Promise<Response>;

/** @param authorization absent: nobody's. */
export function clientOf(
  platform: Pick<TestPlatform, 'url'>,
  authorization?: string,
  version = '1.0.3',
): Client {
  return (path, { method = 'GET', parameters = {}, headers = {}, body } = {}) => {
    const query = new URLSearchParams(parameters).toString();
    const given = {
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      'X-Experience-API-Version': version,
      ...headers,
    };
    const sent = Object.entries(given).filter((entry): entry is [string, string] => !!entry[1]);
    return fetch(platform.url + path + (query && `?${query}`), {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body }),
    });
  };
}

export function basic(key: string, secret: string): string {
  return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
}

/** The header of a new API key. */
export async function keyWith(platform: TestPlatform, ...scopes: KeyScope[]): Promise<string> {
  const { key, secret } = await createKey(platform.database, { title: 'Test', scopes });
  return basic(key, secret);
}

/** Code of an answer that is an error. */
export async function refusalOf(response: Promise<Response>): Promise<string> {
  const answer = await response;
  const { result_messages } = (await answer.json()) as { result_messages: [{ code: string }] };
  return `${answer.status} ${result_messages[0].code}`;
}

/** The agent of a person as a parameter. */
export function agentOf(platform: TestPlatform, subject: string): string {
  const { issuer } = platform.identityProvider.servicesClient;
  return JSON.stringify({ objectType: 'Agent', account: { homePage: issuer, name: subject } });
}

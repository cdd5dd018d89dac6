import { contract, services } from '@lectern/contracts';
import { withoutActor, type StatementParts } from './world.ts';

/** Path of the statements, also of the bare store. */
export const statementsPath = `${services.lars.base}/xapi/statements`;

/** Headers of a request. */
export type Headers = Readonly<Record<string, string>>;

export function bearer(token: string): Headers {
  return { Authorization: `Bearer ${token}`, 'X-Experience-API-Version': '1.0.3' };
}

export function basic({ key, secret }: { key: string; secret: string }): Headers {
  const credentials = Buffer.from(`${key}:${secret}`).toString('base64');
  return { Authorization: `Basic ${credentials}`, 'X-Experience-API-Version': '1.0.3' };
}

/** A POST as it goes over the wire. */
export function post(path: string, headers: Headers, content: unknown): Buffer {
  const json = JSON.stringify(content);
  return written(
    'POST',
    path,
    headers,
    ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`],
    json,
  );
}

/** A GET as it goes over the wire. */
export function get(path: string, headers: Headers): Buffer {
  return written('GET', path, headers, [], '');
}

/** `data/put` of a statement in the name of who is signed in. */
export function put(
  { subject, token }: { readonly subject: string; readonly token: string },
  parts: StatementParts,
): Buffer {
  return post(
    services.lars.base + contract.lars.dataPut.path,
    {
      Authorization: `Bearer ${token}`,
      'X-Ia-Correlation-Id': 'bench',
      'X-Ia-Subject': subject,
      'X-Ia-Roles': '',
    },
    { subject, put_dto: { dto_id: parts.exercise, statement: withoutActor(parts) } },
  );
}

function written(
  method: string,
  path: string,
  headers: Headers,
  others: readonly string[],
  body: string,
): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...others,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

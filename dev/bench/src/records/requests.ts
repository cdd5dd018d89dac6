import { contract, services } from '@lectern/contracts';
import { requestBytes, type Headers } from '../request-bytes.ts';
import { withoutActor, type StatementParts } from './world.ts';

/** Path of the statements, also of the bare store. */
export const statementsPath = `${services.lars.base}/xapi/statements`;

export function bearer(token: string): Headers {
  return { Authorization: `Bearer ${token}`, 'X-Experience-API-Version': '1.0.3' };
}

export function basic({ key, secret }: { key: string; secret: string }): Headers {
  const credentials = Buffer.from(`${key}:${secret}`).toString('base64');
  return { Authorization: `Basic ${credentials}`, 'X-Experience-API-Version': '1.0.3' };
}

export const post = (path: string, headers: Headers, content: object): Buffer =>
  requestBytes('POST', path, headers, content);

export const get = (path: string, headers: Headers): Buffer => requestBytes('GET', path, headers);

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

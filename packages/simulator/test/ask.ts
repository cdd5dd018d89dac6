import { request, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Told {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends a request as it is given: `fetch` would mend its target, and lets no Host be set.
 *
 * @param target As the request line has it.
 */
export function ask(
  origin: string,
  target: string,
  headers: OutgoingHttpHeaders = {},
): Promise<Told> {
  return new Promise((resolve, reject) => {
    request(origin, { path: target, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, body }), reject);
    })
      .on('error', reject)
      .end();
  });
}

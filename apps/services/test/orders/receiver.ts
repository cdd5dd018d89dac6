import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startTestServer } from '@lectern/env/testing';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

/** A request that came in. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** An order system that others can reach on this machine. */
export async function startReceiver() {
  const received: Received[] = [];
  let answerBy = (response: ServerResponse, _request: Received): void => {
    response.writeHead(204).end();
  };
  const receive = async (request: IncomingMessage): Promise<Received> => {
    const asked = { headers: request.headers, path: request.url ?? '', body: await text(request) };
    received.push(asked);
    return asked;
  };
  const server = await startTestServer((request, response) => {
    void receive(request).then((asked) => answerBy(response, asked));
  });
  return {
    address: server.origin,
    received,
    /** Sets its answer to requests from now on; by default it confirms with 204. */
    answer(by: typeof answerBy) {
      answerBy = by;
    },
    /** Waits until so many have come in. */
    async count(number: number): Promise<readonly Received[]> {
      await vi.waitUntil(() => received.length >= number);
      return received;
    },
    close: server.close,
  };
}

/** The signature that a receiver works out for itself from what it got (Standard Webhooks). */
export function expectedSignature({ headers, body }: Received, secret: string | Buffer): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
}

/**
 * A message as the library of Standard Webhooks reads it.
 *
 * @throws where id, time, body or key are not those of the signature
 */
export function verifiedBy({ headers, body }: Received, key: string, format?: 'raw'): unknown {
  return new Webhook(key, format && { format }).verify(body, headers as Record<string, string>);
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

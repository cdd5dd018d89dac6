import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { CallFailed, createClient, type ClientOptions } from '../../src/client.ts';
import { contract } from '../../src/index.ts';

/** How a service answers a request. */
export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export const identity = { xIaCorrelationId: 'c-1', xIaSubject: 'mia', xIaRoles: '' };
export const user = { subject: 'mia', given_name: 'Mia' };

/** A stand-in for a service, and the requests that it got; for a test file, with which it ends. */
export function startAnsweringServer() {
  let base = '';
  let answers: Answer[] = [];
  const requests: (Pick<IncomingMessage, 'headers'> & { url: string; body: string })[] = [];
  const answerNext = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    requests.push({ headers: request.headers, url: request.url ?? '', body });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response, body);
  };
  const server = createServer((request, response) => void answerNext(request, response));

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => {
    requests.length = 0;
    answers = [];
  });

  return {
    get base() {
      return base;
    },
    /** Requests of the present test, in order. */
    requests,
    /** The answers from now on, one a request; the last one serves all that come after it. */
    answerWith(...next: readonly Answer[]) {
      answers = [...next];
    },
    /** A client of the user service that signs in as mia and repeats without pauses. */
    client: (options: Partial<ClientOptions> = {}) =>
      createClient(contract.aua, {
        service: 'aua',
        base,
        headers: () => ({ ...identity, authorization: 'Bearer t' }),
        retryPausesInMs: [0, 0],
        ...options,
      }),
  };
}

export function json(status: number, value: unknown): Answer {
  return (_request, response) => response.writeHead(status).end(JSON.stringify(value));
}

/** The error of a call that must fail. */
export async function failure(promise: Promise<unknown>): Promise<CallFailed> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CallFailed);
  return error as CallFailed;
}

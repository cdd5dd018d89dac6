import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startTestServer } from '@lectern/env/testing';
import { boundaryOf, readParts } from '../../../src/learning-records/xapi/multipart.ts';

/** A request with statements, as a store gets it. */
export interface Sending {
  readonly statements: readonly { readonly id: string; readonly [member: string]: unknown }[];
  readonly contents: readonly Buffer[];
  readonly headers: IncomingMessage['headers'];
}

/** A record store that does what it is told to with statements. */
export interface HostileStore {
  readonly endpoint: string;
  /** Requests to any address. */
  readonly requests: readonly { readonly method: string; readonly url: string }[];
  readonly sendings: readonly Sending[];
  /** Ids of what it has said yes to, each as often as that was. */
  readonly kept: readonly string[];
  /** From now on; by default it says yes. */
  answer(by: (response: ServerResponse, sending: Sending) => void): void;
  /** How it answers who reads a statement; by default: 404. */
  answerReading(by: (response: ServerResponse, url: URL) => void): void;
  /** Says yes. */
  keep(response: ServerResponse, sending: Sending): void;
  close(): void;
}

export async function startHostileStore(): Promise<HostileStore> {
  const requests: { method: string; url: string }[] = [];
  const sendings: Sending[] = [];
  const kept: string[] = [];
  const keep: HostileStore['keep'] = (response, { statements }) => {
    const ids = statements.map(({ id }) => id);
    kept.push(...ids);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(ids));
  };
  let answerBy = keep;
  let answerReadingBy = (response: ServerResponse, _url: URL): void => {
    response.writeHead(404).end();
  };
  const server = await startTestServer((request, response) => {
    const { method = '', url = '' } = request;
    requests.push({ method, url });
    response.on('error', () => {});
    const take = async () => {
      const body = await buffer(request);
      if (method !== 'POST') return answerReadingBy(response, new URL(url, 'http://store'));
      const sending = sendingOf(request, body);
      sendings.push(sending);
      answerBy(response, sending);
    };
    // A client that leaves in the middle of a request.
    void take().catch(() => response.destroy());
  });
  return {
    endpoint: `${server.origin}/xapi/`,
    requests,
    sendings,
    kept,
    keep,
    answer(by) {
      answerBy = by;
    },
    answerReading(by) {
      answerReadingBy = by;
    },
    close: server.close,
  };
}

function sendingOf({ headers }: IncomingMessage, body: Buffer): Sending {
  const boundary = boundaryOf(headers['content-type'] ?? '');
  const [first, ...others] =
    boundary === undefined ? [{ content: body }] : (readParts(body, boundary) ?? []);
  const statements = JSON.parse(String(first?.content)) as Sending['statements'];
  return { statements, contents: others.map(({ content }) => content), headers };
}

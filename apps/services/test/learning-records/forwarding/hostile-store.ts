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

export type HostileStore = Awaited<ReturnType<typeof startHostileStore>>;

/** A record store that does what it is told to with statements. */
export async function startHostileStore() {
  const requests: { method: string; url: string }[] = [];
  const sendings: Sending[] = [];
  const kept: string[] = [];
  /** Says yes. */
  const keep = (response: ServerResponse, { statements }: Sending) => {
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
    /** Requests to any address. */
    requests,
    sendings,
    /** Ids of what it has said yes to, each as often as that was. */
    kept,
    keep,
    /** From now on; by default it says yes. */
    answer(by: typeof keep) {
      answerBy = by;
    },
    /** Sets the answer to readers of a statement; by default: 404. */
    answerReading(by: typeof answerReadingBy) {
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

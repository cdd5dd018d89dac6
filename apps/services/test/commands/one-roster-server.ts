import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startTestServer } from '@lectern/env/testing';
import { onTestFinished } from 'vitest';

/** A record of OneRoster as its REST binding has it. */
export type OneRosterRecord = Readonly<Record<string, unknown>>;

/** How a service says where the next page is: the binding wants `Link`, and has `X-Total-Count` besides. */
type Paging = 'link' | 'count' | 'neither';

export const client = { id: 'lectern:client', secret: 'geheim+%&ü' };

const base = '/ims/oneroster/rostering/v1p2';
const scope = 'https://purl.imsglobal.org/spec/or/v1p2/scope/roster-core.readonly';
/** More than it gives at once, whatever a client asks for. */
const pageMaximum = 50;

export type OneRosterServer = Awaited<ReturnType<typeof startOneRosterServer>>;

/** A small OneRoster service (Rostering Service REST binding 1.2), with the token endpoint of its client. */
export async function startOneRosterServer(paging: Paging = 'link') {
  const collections: Record<'users' | 'classes' | 'enrollments', OneRosterRecord[]> = {
    users: [],
    classes: [],
    enrollments: [],
  };
  const requests: string[] = [];
  let misbehaviour: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  let tokens = 0;

  const giveToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
    const [id, secret] = Buffer.from(credentials, 'base64').toString().split(':');
    const form = new URLSearchParams(await text(request));
    const isClient =
      scheme === 'Basic' &&
      decodeURIComponent(id ?? '') === client.id &&
      decodeURIComponent(secret ?? '') === client.secret;
    if (!isClient) return send(response, 401, { error: 'invalid_client' });
    if (form.get('grant_type') !== 'client_credentials' || form.get('scope') !== scope) {
      return send(response, 400, { error: 'invalid_request' });
    }
    tokens += 1;
    send(response, 200, {
      access_token: `token-${tokens}`,
      token_type: 'bearer',
      expires_in: 3600,
    });
  };

  const givePage = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '', server.origin);
    const name = url.pathname.slice(base.length + 1) as keyof typeof collections;
    const all = collections[name];
    if (!url.pathname.startsWith(base) || !all) return send(response, 404, {});
    if (request.headers.authorization !== `Bearer token-${tokens}`) return send(response, 401, {});
    const limit = Math.min(Number(url.searchParams.get('limit') ?? 100), pageMaximum);
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const at = (place: number) => {
      const page = new URL(url);
      page.searchParams.set('limit', String(limit));
      page.searchParams.set('offset', String(place));
      return page.href;
    };
    const links = [
      `<${at(0)}>; rel="first"`,
      ...(offset + limit < all.length ? [`<${at(offset + limit)}>; rel="next"`] : []),
    ];
    if (paging === 'link') response.setHeader('Link', links.join(', '));
    if (paging !== 'neither') response.setHeader('X-Total-Count', String(all.length));
    send(response, 200, { [name]: all.slice(offset, offset + limit) });
  };

  /** Answers as the binding says. */
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === '/token') void giveToken(request, response);
    else givePage(request, response);
  };
  const server = await startTestServer((request, response) => {
    requests.push(request.url ?? '');
    if (!misbehaviour(request, response)) answer(request, response);
  });
  onTestFinished(server.close);
  return {
    /** Up to and with `/ims/oneroster/rostering/v1p2`. */
    address: server.origin + base,
    tokenAddress: `${server.origin}/token`,
    collections,
    /** Paths and queries of what was asked for, tokens included. */
    requests,
    answer,
    /** Answers from now on first with this, which returns whether it has. */
    misbehave(answerBy: typeof misbehaviour) {
      misbehaviour = answerBy;
    },
  };
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

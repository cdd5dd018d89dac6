import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readBody } from '../../http/request-body.ts';
import { preflightHeaders } from '../xapi/answer-headers.ts';
import { learner, type Cmi5Dependencies } from './own-statements.ts';
import { hashOf, newSecret, readSessionKey, writeSessionKey } from './session-key.ts';

export const fetchPath = '/lars/cmi5/fetch';

/** A unit fetches as it starts; what stays of its address, such as in a history, opens nothing. */
const fetchableInMs = 5 * 60_000;

/** An answer of the fetch address (cmi5, section 8.2). */
type FetchAnswer =
  | { readonly 'auth-token': string }
  | { readonly 'error-code': '1' | '2' | '3'; readonly 'error-text': string };

/** Where the unit of a session fetches its credentials, once. */
export function fetchAddressOf(
  { publicUrl }: Pick<Cmi5Dependencies, 'publicUrl'>,
  sessionKey: string,
  secret: string,
): string {
  const address = new URL(fetchPath, publicUrl);
  address.searchParams.set('k', `${sessionKey}.${secret}`);
  return address.href;
}

/**
 * Serves the fetch address: a POST answers the credentials of the session the first time. Faults are
 * answers with the status 200, as cmi5 wants them.
 */
export function registerFetchAddress(
  server: FastifyInstance,
  dependencies: Cmi5Dependencies,
): void {
  void server.register(async (within) => {
    // A unit sends nothing, as whatever media type.
    within.removeAllContentTypeParsers();
    within.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
      await readBody(request, payload);
    });
    within.route<{ Querystring: { k?: string | string[] } }>({
      method: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
      url: fetchPath,
      exposeHeadRoute: false,
      bodyLimit: 1024,
      async handler(request, reply) {
        if (request.method === 'OPTIONS') {
          void reply.headers(preflightHeaders).header('Access-Control-Allow-Methods', 'POST');
          return reply.status(204).send();
        }
        if (request.method !== 'POST') return reply.header('Allow', 'POST').status(405).send();
        return reply.send(
          await answer(dependencies, request.query.k).catch((error: unknown) => {
            request.log.error({ err: error });
            return fault('3', 'The platform cannot answer now.');
          }),
        );
      },
    });
  });
}

async function answer(
  dependencies: Cmi5Dependencies,
  code: string | string[] | undefined,
): Promise<FetchAnswer> {
  const [, key, secret] = /^(.+)\.([\w-]+)$/.exec(String(code)) ?? [];
  const named = key === undefined ? undefined : readSessionKey(key);
  const unknown = fault('2', 'This address belongs to no session.');
  if (!named || secret === undefined) return unknown;
  const subject = await dependencies.agentKeys.keyOf(learner(dependencies, named.subject));
  if (subject === undefined) return unknown;
  const token = newSecret();
  const now = new Date();
  const ofSession = { session_id: named.sessionId, fetch_hash: hashOf(secret) };
  // Linked since the launch, and moved or not.
  const subjects = [subject, named.subject];
  const fetched = await dependencies.database
    .updateTable('lars.cmi5_sessions')
    .set({ token_hash: hashOf(token) })
    .where('subject', 'in', subjects)
    .where((of) => of.and(ofSession))
    .where('token_hash', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('launched_at', '>', new Date(now.getTime() - fetchableInMs))
    .returning('subject')
    .executeTakeFirst();
  if (fetched) {
    const credentials = `${writeSessionKey({ ...named, ...fetched })}:${token}`;
    return { 'auth-token': Buffer.from(credentials).toString('base64') };
  }
  const known = await dependencies.database
    .selectFrom('lars.cmi5_sessions')
    .select('session_id')
    .where('subject', 'in', subjects)
    .where((of) => of.and(ofSession))
    .executeTakeFirst();
  return known
    ? fault('1', 'The token was fetched before or too late, or the session has ended.')
    : unknown;
}

function fault(code: '1' | '2' | '3', text: string): FetchAnswer {
  return { 'error-code': code, 'error-text': text };
}

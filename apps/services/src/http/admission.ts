import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyTime } from './body-time.ts';
import { Budget } from './budget.ts';
import { generalError, type CallError } from './errors.ts';
import { knownCallOf } from './known-calls.ts';
import { Lanes, type LaneSize, type Turn } from './lanes.ts';
import { LimitReached, type Limits } from './limits.ts';
import { networkOf } from './network.ts';
import { CallRates } from './rate-limits.ts';
import { bodyKindOf, clientLeft, SmallBody } from './request-body.ts';
import { TokenGuesses } from './token-guesses.ts';
import { watchTraffic, type Traffic } from './traffic.ts';

/** A caller as limits know it: a person by its subject, another system by its key. */
export interface Principal {
  /** A subject; of a key what no subject can be. */
  readonly name: string;
  /** `gathered`: of a key, and written together with what others write. */
  readonly kind: 'subject' | 'key' | 'gathered';
  /** Result of verifying the header Authorization: the same object until that is verified anew. */
  readonly proof: object;
}

/** Larger bodies need room; up to here, as many as requests at once fit into memory. */
const largeMinimumInBytes = 1024 * 1024;

/**
 * Admits, limits and queues requests. A request passes, in this order:
 *
 *   onRequest   requests at once (503), host and address (400, 404); its small body begins to be read;
 *               guessed tokens (429)
 *               ── the hook of its route finds out who calls, and what that may: guard.ts ──
 *   preParsing  rate of its call (429), room in the lane of its caller (429), end of its small body (408),
 *               turn in the lane, room for a large body (503, 429)
 *               ── its body is parsed (json-body.ts; form-body.ts, while there is room on the disk: 503),
 *                  validated and handled: routes.ts ──
 *   onSend      gives all of that back
 *
 * One caller has few turns at once, so that it cannot hold all connections to the database; a page that
 * asks for many things at once gets them in turn. The lane is that of the token's own subject: who acts
 * for many is still one. A turn lasts until the handler is done, and the file that it gives has been sent.
 *
 * To be called before other hooks are added that could refuse or wait.
 */
export function admitRequests(server: FastifyInstance, limits: Limits): Traffic {
  const traffic = watchTraffic(server, limits.requestsInFlight);
  const guesses = new TokenGuesses(limits.refusedTokensPerMinute);
  const rates = new CallRates();
  const lanes = new Lanes();
  // Counts those whose clients have left, too.
  const smallBodies = new Budget(limits.requestsInFlight);
  const largeBodies = new Budget(limits.heldBytesAtOnce, limits.heldBytesAtOncePerCaller);
  const bodyTime = new BodyTime(limits);
  const laneSizes = laneSizesBy(limits);

  server.decorateRequest('bodyKind', 'none');
  const state = ['bodyTimer', 'endVerification', 'principal', 'releaseBody', 'smallBody', 'turn'];
  for (const name of state) server.decorateRequest(name, undefined);

  const slowGuesses = async (request: FastifyRequest) => {
    request.endVerification = await guesses.slow(request);
  };
  const enterLane = (request: FastifyRequest, { name, kind }: Principal) => {
    const call = knownCallOf(request)?.call;
    const turn = lanes.admit(name, laneSizes[kind], call?.oneAtATime ? call.path : undefined);
    if (!turn) throw new LimitReached('TOO_MANY_REQUESTS');
    return (request.turn = turn);
  };
  const waitForTurn = async (turn: Turn) => {
    await turn.begin();
    if (turn.isOver) throw clientLeft();
  };

  server.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOfHead(request);
    if (refusal) return done(refusal);
    const kind = bodyKindOf(request);
    // Without room a body is read in the turn of its request.
    request.bodyKind = kind === 'small' && smallBodies.isFull ? 'stream' : kind;
    if (request.bodyKind === 'small') {
      request.releaseBody = smallBodies.take('', 1);
      request.smallBody = new SmallBody(request.raw);
      bodyTime.begin(request, reply);
    }
    return guesses.maySlow ? slowGuesses(request) : done();
  });

  server.addHook('preParsing', async (request, reply) => {
    const { bodyKind, smallBody, raw } = request;
    const principal = principalOf(request);
    if (principal) guesses.held(request, principal.proof);
    request.endVerification?.();
    // A parser would wait for it forever.
    if (bodyKind === 'stream' && raw.destroyed) throw clientLeft();
    const call = knownCallOf(request)?.call;
    // A subject holds no blank, so neither kind of name can pass for the other.
    if (call?.rateLimit) {
      const name = principal?.name ?? `network ${networkOf(request.ip)}`;
      await rates.consume(call, call.rateLimit, name);
    }
    const turn = principal && enterLane(request, principal);
    if (smallBody) await smallBody.arrive();
    if (turn) await waitForTurn(turn);
    if (bodyKind !== 'stream') return undefined;
    const size = heldSizeOf(request);
    if (size > largeMinimumInBytes)
      request.releaseBody = largeBodies.take(principal?.name ?? '', size);
    bodyTime.begin(request, reply);
    return undefined;
  });

  server.decorate('admitLate', async (request, admit) => {
    await slowGuesses(request);
    const admitted = await admit();
    request.endVerification?.();
    const principal = principalOf(request);
    if (principal && !request.turn) await waitForTurn(enterLane(request, principal));
    return admitted;
  });

  server.addHook('onSend', (request, reply, payload, done) => {
    const { turn } = request;
    request.endVerification?.();
    request.releaseBody?.();
    bodyTime.answer(request, reply);
    // Bounds the files that one caller has sent at once.
    if (turn && payload instanceof Readable) payload.once('close', () => turn.end());
    else turn?.end();
    return reply.statusCode === 401 ? guesses.refused(request) : done();
  });

  traffic.onEnd(({ request }) => {
    const { turn } = request;
    bodyTime.end(request);
    // A request whose body broke off may end without another event. The issuer may still be asked about its token.
    if (!isBodyWhole(request)) {
      request.releaseBody?.();
      turn?.end();
    } else if (turn?.isLone && !turn.isRunning) turn.end();
  });
  return traffic;
}

/** @returns what is refused without its body: otherwise bodies that do not arrive keep requests under way. */
function refusalOfHead({ is404, method, raw }: FastifyRequest): CallError | undefined {
  // Node answers the first of several, others the last (RFC 9112, section 3.2).
  const isHost = (text: string, place: number) => place % 2 === 0 && /^host$/i.test(text);
  if (raw.rawHeaders.filter(isHost).length > 1) {
    return generalError('REQUEST_INVALID', 'There are two lines Host.');
  }
  // Pages and files of the shell have no body, and Fastify reads none.
  const isPage = method === 'GET' || method === 'HEAD';
  return is404 && !isPage ? generalError('CALL_UNKNOWN') : undefined;
}

function principalOf({ principal, caller }: FastifyRequest): Principal | undefined {
  if (principal || !caller) return principal;
  return { name: caller.tokenSubject, kind: 'subject', proof: caller.issued };
}

function isBodyWhole({ bodyKind, smallBody, body }: FastifyRequest): boolean {
  return bodyKind === 'stream' ? body !== undefined : (smallBody?.isWhole ?? true);
}

/** In chunks a body may become as large as its route takes it; a larger one is refused unread. */
function heldSizeOf({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest): number {
  if (!config.holdsBody) return 0;
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  const size = Number(headers['content-length']);
  return size <= bodyLimit ? size : 0;
}

function laneSizesBy(limits: Limits): Readonly<Record<Principal['kind'], LaneSize>> {
  const { requestsRunningPerSubject: running, requestsWaitingPerKey: waiting } = limits;
  return {
    subject: { running, waiting: limits.requestsWaitingPerSubject },
    key: { running, waiting },
    gathered: { running: limits.gatheredRequestsRunningPerKey, waiting },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may be large, and is held in memory until it is answered. */
    holdsBody?: boolean;
  }
  interface FastifyRequest {
    /** Absent for a caller with a token, whom `caller` names. To be set before the body is read. */
    principal: Principal | undefined;
    /** Absent where nobody is known. */
    turn: Turn | undefined;
    /** Lets the next unknown token of the network be verified. */
    endVerification: (() => void) | undefined;
    /** Gives back the room of its body. */
    releaseBody: (() => void) | undefined;
  }
  interface FastifyInstance {
    /** For credentials that come with the body: `admit` finds out who calls. @throws {LimitReached} */
    admitLate<Access>(request: FastifyRequest, admit: () => Promise<Access>): Promise<Access>;
  }
}

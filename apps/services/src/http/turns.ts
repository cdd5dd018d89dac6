import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { generalError, type CallError } from './errors.ts';
import { LimitReached, type Limits } from './limits.ts';

type TurnLimits = Pick<Limits, 'requestsRunningPerSubject' | 'requestsWaitingPerSubject'>;

/** The requests of one subject. */
interface Lane {
  running: number;
  /** In the order of arrival; each begins the request that waits. */
  readonly waiting: Set<() => void>;
}

/** A request's place among those of its subject that run. */
interface Turn {
  /** Whether a handler works on it; it does so to its end, also when the client has left. */
  isHandled: boolean;
  /** Lets the next one begin. */
  end(): void;
}

/**
 * Lets few requests of a subject run at once, so that one alone cannot hold all connections to the
 * database; a page that asks for many things at once gets them in turn.
 *
 * The subject is the token's own: who acts for many is still one. A turn begins before the body is
 * read, so that those who wait hold no memory, and lasts until the handler is done.
 */
export function takeTurns(server: FastifyInstance, limits: TurnLimits): void {
  const lanes = new Map<string, Lane>();
  const turns = new WeakMap<FastifyRequest, Turn>();

  server.addHook('preParsing', async (request, reply) => {
    const subject = request.caller?.tokenSubject;
    if (subject === undefined) return;
    const turn = await takeTurn(lanes, subject, limits, reply);
    turns.set(request, turn);
    reply.raw.once('close', () => {
      if (!turn.isHandled) turn.end();
    });
  });
  server.addHook('preHandler', (request, _reply, done) => {
    const turn = turns.get(request);
    if (turn) turn.isHandled = true;
    done();
  });
  server.addHook('onSend', (request, _reply, _payload, done) => {
    turns.get(request)?.end();
    done();
  });
}

/** @throws {CallError} when too many wait already, or the client leaves */
async function takeTurn(
  lanes: Map<string, Lane>,
  subject: string,
  limits: TurnLimits,
  { raw: response }: FastifyReply,
): Promise<Turn> {
  const lane = lanes.get(subject) ?? { running: 0, waiting: new Set() };
  if (lane.running < limits.requestsRunningPerSubject) {
    lane.running++;
    lanes.set(subject, lane);
  } else if (lane.waiting.size < limits.requestsWaitingPerSubject) {
    await untilHandedOver(lane, response);
  } else {
    throw new LimitReached('TOO_MANY_REQUESTS');
  }
  const turn = { isHandled: false, end: onlyOnce(() => endTurn(lanes, subject, lane)) };
  if (response.destroyed) {
    // The body of such a request never comes to an end.
    turn.end();
    throw clientLeft();
  }
  return turn;
}

/** Whoever ends hands its turn to the one that has waited longest, so that nobody slips in between. */
function endTurn(lanes: Map<string, Lane>, subject: string, lane: Lane): void {
  const [begin] = lane.waiting;
  if (begin) {
    lane.waiting.delete(begin);
    begin();
  } else if (--lane.running === 0) {
    lanes.delete(subject);
  }
}

async function untilHandedOver({ waiting }: Lane, response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.add(resolve);
  response.once('close', resolve);
  await promise;
  response.off('close', resolve);
  if (waiting.delete(resolve)) throw clientLeft();
}

/** Nobody reads it; it ends the request. */
function clientLeft(): CallError {
  return generalError('REQUEST_INVALID', 'The client has left.');
}

function onlyOnce(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}

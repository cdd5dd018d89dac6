import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { generalError, type CallError } from './errors.ts';
import { LimitReached, type Limits } from './limits.ts';
import type { Traffic } from './traffic.ts';

type TurnLimits = Pick<Limits, 'requestsRunningPerSubject' | 'requestsWaitingPerSubject'>;

/** The requests of one subject. */
interface Lane {
  running: number;
  /** In the order of arrival; each begins the request that waits. Nearly always nobody does. */
  waiting?: Set<() => void>;
}

/** A request's place among those of its subject that run. */
class Turn {
  /** Whether a handler works on it; it does so to its end, also when the client has left. */
  isHandled = false;
  readonly #lanes: Map<string, Lane>;
  readonly #subject: string;
  readonly #lane: Lane;
  #isOver = false;

  constructor(lanes: Map<string, Lane>, subject: string, lane: Lane) {
    this.#lanes = lanes;
    this.#subject = subject;
    this.#lane = lane;
  }

  /** Hands the turn to the one that has waited longest, so that nobody slips in between. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { waiting } = this.#lane;
    const [begin] = waiting ?? [];
    if (begin) {
      waiting?.delete(begin);
      begin();
    } else if (--this.#lane.running === 0) {
      this.#lanes.delete(this.#subject);
    }
  }
}

/**
 * Lets few requests of a subject run at once, so that one alone cannot hold all connections to the
 * database; a page that asks for many things at once gets them in turn.
 *
 * The subject is the token's own: who acts for many is still one. A turn begins before the body is
 * read, so that those who wait hold no memory, and lasts until the handler is done.
 */
export function takeTurns(server: FastifyInstance, traffic: Traffic, limits: TurnLimits): void {
  const lanes = new Map<string, Lane>();
  server.decorateRequest('turn', undefined);

  server.addHook('preParsing', (request, { raw: response }, _payload, done) => {
    const subject = request.caller?.tokenSubject;
    if (subject === undefined) return done();
    const lane = laneOf(lanes, subject);
    const begin = () => {
      const turn = new Turn(lanes, subject, lane);
      request.turn = turn;
      // What a page sends while it closes has arrived whole and is done, though nobody waits for it.
      if (!response.destroyed || request.raw.complete) return done();
      // The body of such a request never comes to an end.
      turn.end();
      return done(clientLeft());
    };
    if (lane.running < limits.requestsRunningPerSubject) {
      lane.running++;
      return begin();
    }
    if ((lane.waiting?.size ?? 0) < limits.requestsWaitingPerSubject) {
      return void untilHandedOver(lane, request.raw, response).then(begin, done);
    }
    return done(new LimitReached('TOO_MANY_REQUESTS'));
  });
  server.addHook('preHandler', ({ turn }, _reply, done) => {
    if (turn) turn.isHandled = true;
    done();
  });
  server.addHook('onSend', ({ turn }, _reply, _payload, done) => {
    turn?.end();
    done();
  });
  traffic.onEnd(({ request: { raw, turn } }) => {
    if (!turn?.isHandled && !raw.complete) turn?.end();
  });
}

function laneOf(lanes: Map<string, Lane>, subject: string): Lane {
  const known = lanes.get(subject);
  if (known) return known;
  const lane: Lane = { running: 0 };
  lanes.set(subject, lane);
  return lane;
}

/** @throws {CallError} when the client leaves before its turn has come, and before all has arrived */
async function untilHandedOver(
  lane: Lane,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const waiting = (lane.waiting ??= new Set());
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = () => {
    if (!request.complete) resolve();
  };
  waiting.add(resolve);
  response.once('close', leave);
  await promise;
  response.off('close', leave);
  if (waiting.delete(resolve)) throw clientLeft();
}

/** Nobody reads it; it ends the request. */
function clientLeft(): CallError {
  return generalError('REQUEST_INVALID', 'The client has left.');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** From when it runs; absent while it waits, and where no subject is known. */
    turn: Turn | undefined;
  }
}

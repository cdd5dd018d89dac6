import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientLeft, hasSmallBody } from './early-body.ts';
import type { CallError } from './errors.ts';
import { knownCallOf } from './known-calls.ts';
import { LimitReached, type Limits } from './limits.ts';
import type { Traffic } from './traffic.ts';

type TurnLimits = Pick<
  Limits,
  | 'requestsRunningPerSubject'
  | 'requestsWaitingPerSubject'
  | 'requestsWaitingPerKey'
  | 'gatheredRequestsRunningPerKey'
>;

/** Among whose requests one takes its turn. */
export interface TurnOf {
  /** A subject; of a key what no subject can be. */
  readonly name: string;
  /** `gathered`: of a key, and written together with what others write. */
  readonly kind: 'subject' | 'key' | 'gathered';
}

/** The requests of one subject, or of one key. */
interface Lane {
  readonly name: string;
  readonly runningMaximum: number;
  readonly admittedMaximum: number;
  /** All of them, also those whose body is on its way. */
  admitted: number;
  running: number;
  /** In the order in which they began to wait; absent while nobody ever did, as nearly always. */
  waiting?: Set<Turn>;
  /** Calls that run and of which no second one may; absent while there never were any. */
  alone?: Set<string>;
}

/** The lanes of those that have requests under way. */
type Lanes = Map<string, Lane>;

/** A request's place among those of its subject, from its admission until its answer. */
class Turn {
  /** Whether its body is there; from then on it is done, also when the client has left. */
  hasBody = false;
  isOver = false;
  readonly #lanes: Lanes;
  readonly #lane: Lane;
  readonly #lone: string | undefined;
  #isRunning = false;
  #resume: (() => void) | undefined;

  /** @param lone The call, where only one of it may run at a time. */
  constructor(lanes: Lanes, lane: Lane, lone: string | undefined) {
    this.#lanes = lanes;
    this.#lane = lane;
    this.#lone = lone;
    lane.admitted++;
  }

  /** @returns `undefined` where it runs at once; else what resolves when it runs, or is over */
  begin(): Promise<void> | undefined {
    if (this.#isRunning || this.isOver) return undefined;
    if (this.#lane.running < this.#lane.runningMaximum && this.#mayRun) {
      this.#run();
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resume = resolve;
    (this.#lane.waiting ??= new Set()).add(this);
    return promise;
  }

  /** What is done all the same where its body is there, unless it costs much. */
  leave(isBodyWhole: boolean): void {
    const isKept = this.#lone === undefined ? isBodyWhole : this.#isRunning && this.hasBody;
    if (!isKept) this.end();
  }

  /** Hands over to the one that has waited longest, so that nobody slips in between. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#lane.waiting?.delete(this);
    this.#resume?.();
    if (this.#isRunning) this.#handOver();
    if (--this.#lane.admitted === 0) this.#lanes.delete(this.#lane.name);
  }

  get #mayRun(): boolean {
    return this.#lone === undefined || !this.#lane.alone?.has(this.#lone);
  }

  #run(): void {
    this.#lane.running++;
    if (this.#lone !== undefined) (this.#lane.alone ??= new Set()).add(this.#lone);
    this.#isRunning = true;
    this.#lane.waiting?.delete(this);
    this.#resume?.();
  }

  /** The end of one lets one other run at most: before it none of those that wait could. */
  #handOver(): void {
    this.#lane.running--;
    if (this.#lone !== undefined) this.#lane.alone?.delete(this.#lone);
    for (const next of this.#lane.waiting ?? []) if (next.#mayRun) return next.#run();
  }
}

/**
 * Lets few requests of a subject run at once, so that one alone cannot hold all connections to the
 * database; a page that asks for many things at once gets them in turn.
 *
 * The subject is the token's own: who acts for many is still one. Where no token says who calls, `turnOf`
 * of the request does. A small body is read before its
 * request waits, and then the request is done, also when its client has left (`early-body.ts`). A
 * large one is read when its turn has come, so that those who wait hold little memory. A turn lasts
 * until the handler is done, and the file that it gives has been sent. Of a call that costs much
 * (`oneAtATime`) one runs at a time, and whoever waits for it and leaves is not waited for.
 */
export function takeTurns(server: FastifyInstance, traffic: Traffic, limits: TurnLimits): void {
  const lanes: Lanes = new Map();
  server.decorateRequest('turn', undefined);
  server.decorateRequest('turnOf', undefined);

  const laneOf = ({ name, kind }: TurnOf): Lane => {
    const known = lanes.get(name);
    if (known) return known;
    const { running: runningMaximum, waiting } = maximaOf(kind, limits);
    const admittedMaximum = runningMaximum + waiting;
    const lane: Lane = { name, runningMaximum, admittedMaximum, admitted: 0, running: 0 };
    lanes.set(name, lane);
    return lane;
  };
  /** @throws {LimitReached} */
  const admit = (request: FastifyRequest, turnOf: TurnOf): Turn => {
    const lane = laneOf(turnOf);
    if (lane.admitted >= lane.admittedMaximum) throw new LimitReached('TOO_MANY_REQUESTS');
    const call = knownCallOf(request)?.call;
    return (request.turn = new Turn(lanes, lane, call?.oneAtATime && call.path));
  };
  const begin = (turn: Turn, done: (refusal?: CallError) => void) => {
    const proceed = () => done(turn.isOver ? clientLeft() : undefined);
    const waiting = turn.begin();
    if (!waiting) return proceed();
    return void waiting.then(proceed);
  };
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    const turnOf = turnOfCaller(request);
    if (!turnOf) return done();
    if (isBodyLost(request)) return done(clientLeft());
    let turn: Turn;
    try {
      turn = admit(request, turnOf);
    } catch (error) {
      return done(error as LimitReached);
    }
    return hasSmallBody(request) ? done() : begin(turn, done);
  });
  server.addHook('preValidation', ({ turn }, _reply, done) => {
    if (!turn) return done();
    turn.hasBody = true;
    return begin(turn, done);
  });
  server.decorate('takeTurn', async (request: FastifyRequest) => {
    const turnOf = turnOfCaller(request);
    if (!turnOf || request.turn) return;
    const turn = admit(request, turnOf);
    turn.hasBody = true;
    await turn.begin();
    if (turn.isOver) throw clientLeft();
  });
  server.addHook('onSend', ({ turn }, _reply, payload, done) => {
    // Nor can one alone have any number of files sent at once.
    if (turn && payload instanceof Readable) payload.once('close', () => turn.end());
    else turn?.end();
    done();
  });
  // Nothing else may ever be heard of a request whose body broke off.
  traffic.onEnd(({ request: { turn, earlyBody } }) => {
    turn?.leave(turn.hasBody || (earlyBody?.isWhole ?? false));
  });
}

function turnOfCaller({ caller, turnOf }: FastifyRequest): TurnOf | undefined {
  return turnOf ?? (caller && { name: caller.tokenSubject, kind: 'subject' });
}

function maximaOf(kind: TurnOf['kind'], limits: TurnLimits) {
  const { requestsRunningPerSubject: running, requestsWaitingPerKey: waiting } = limits;
  switch (kind) {
    case 'gathered':
      return { running: limits.gatheredRequestsRunningPerKey, waiting };
    case 'key':
      return { running, waiting };
    case 'subject':
    default:
      return { running, waiting: limits.requestsWaitingPerSubject };
  }
}

/** Whether the client left before anybody read: a parser would wait forever, also for an empty body. */
function isBodyLost({ earlyBody, headers, raw }: FastifyRequest): boolean {
  return !earlyBody && raw.destroyed && (headers['content-type'] !== undefined || !raw.complete);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent where nobody is known. */
    turn: Turn | undefined;
    /** Set before the body is read, for who comes without a token. */
    turnOf: TurnOf | undefined;
  }
  interface FastifyInstance {
    /** For who is known only by the body. @throws {LimitReached} */
    takeTurn(request: FastifyRequest): Promise<void>;
  }
}

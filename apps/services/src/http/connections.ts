import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import { keepAliveTimeoutInMs, type KeepAliveClients } from './keep-alive.ts';
import type { Limits } from './limits.ts';
import { refuseHead, RefusedHead } from './refused-head.ts';
import type { Tls } from './tls.ts';

type ConnectionLimits = Pick<
  Limits,
  'headerSizeInBytes' | 'headersTimeoutInMs' | 'fileTimeoutInMs'
>;

/** How often connections are checked for those whose time is over, in milliseconds. */
const timeoutCheckInMs = 5_000;
/** How often connections are looked at while the server closes, in milliseconds. */
const sweepIntervalInMs = 50;

/** @param isAnswered the request that it is about was answered before its end had arrived */
type ClientErrorListener = (error: Error, socket: Socket, isAnswered: boolean) => void;

/**
 * The listening side of a server. There can be several: `localhost` is two addresses, each with a
 * listener of its own.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #clients: KeepAliveClients;
  readonly #onClientError: ClientErrorListener;
  /** The last answer on each connection. */
  readonly #answers = new WeakMap<Socket, ServerResponse>();
  readonly #servers = new Set<Server>();
  readonly #sockets = new Set<Socket>();
  #isDraining = false;

  constructor(
    limits: ConnectionLimits,
    clients: KeepAliveClients,
    onClientError: ClientErrorListener,
  ) {
    this.#limits = limits;
    this.#clients = clients;
    this.#onClientError = onClientError;
  }

  /** True where every answer is the last one on its connection. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /**
   * Makes a server, for Fastify.
   *
   * @param tls Absent: it speaks plain HTTP.
   */
  createServer(handle: RequestListener, tls?: Tls): Server {
    const { headerSizeInBytes, headersTimeoutInMs, fileTimeoutInMs } = this.#limits;
    const options = {
      maxHeaderSize: headerSizeInBytes,
      headersTimeout: headersTimeoutInMs,
      // The longest that any request may take; `body-time.ts` has the shorter ones.
      requestTimeout: headersTimeoutInMs + fileTimeoutInMs,
      connectionsCheckingInterval: Math.min(timeoutCheckInMs, headersTimeoutInMs),
      keepAliveTimeout: keepAliveTimeoutInMs[this.#clients],
      // Node's own refusal has no body; `refused-head.ts` says why.
      requireHostHeader: false,
    };
    const listener: RequestListener = (request, response) => {
      // A connection whose end was announced takes no further request (RFC 9112, section 9.6).
      if (request.socket.writableEnded) return void request.socket.destroy();
      this.#answers.set(request.socket, response);
      const refused = refuseHead(request, response);
      if (refused) this.#onClientError(refused, request.socket, false);
      else handle(request, response);
    };
    const server = tls
      ? createTlsServer({ ...options, ...tls, handshakeTimeout: headersTimeoutInMs }, listener)
      : createServer(options, listener);
    server.on('checkExpectation', (request, response) => {
      this.#answers.set(request.socket, response);
      const refused = new RefusedHead('EXPECTATION_FAILED', request, response);
      this.#onClientError(refused, request.socket, false);
    });
    server.on('clientError', (error, socket) => {
      this.#onClientError(error, socket as Socket, this.#isAnswered(socket as Socket));
    });
    const note = (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    };
    server.on('connection', note);
    // Within the connection, which has read the handshake where nothing has been asked yet.
    if (tls) server.on('secureConnection', note);
    this.#servers.add(server);
    return server;
  }

  /**
   * Accepts no further connection and resolves when all are closed: each after the answer to what it
   * has asked. Idle ones stay for a moment, because a request may be on its way on them.
   *
   * A client that never finishes its request is waited for; that has to be bounded elsewhere.
   *
   * @param lingerInMs how long idle connections stay
   */
  async drain(lingerInMs: number): Promise<void> {
    this.#isDraining = true;
    const listening = [...this.#servers].filter((server) => server.listening);
    const allClosed = Promise.all(listening.map((server) => once(server, 'close')));
    // The closing of HTTP's own server would cut idle connections at once.
    for (const server of listening) NetServer.prototype.close.call(server);
    let sweeping: NodeJS.Timeout | undefined;
    const linger = setTimeout(() => {
      this.#closeUnused();
      // Some become idle later, after an answer that had begun before.
      sweeping = setInterval(() => this.#closeUnused(), sweepIntervalInMs);
    }, lingerInMs);
    await allClosed;
    clearTimeout(linger);
    clearInterval(sweeping);
  }

  /** True where the request that a connection is in the middle of has its answer already. */
  #isAnswered(socket: Socket): boolean {
    const answer = this.#answers.get(socket);
    return answer !== undefined && answer.headersSent && !answer.req.complete;
  }

  #closeUnused(): void {
    for (const server of this.#servers) server.closeIdleConnections();
    for (const socket of this.#sockets) {
      // Opened ahead of need and never used: Node does not count them as idle.
      if (socket.bytesRead === 0) socket.destroy();
      // The rest of a refused request is not waited for; its client has the answer and then gets the end.
      else if (this.#isAnswered(socket) && this.#answers.get(socket)?.writableFinished)
        socket.end();
    }
  }
}

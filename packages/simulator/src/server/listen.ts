import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SimulatorProblem } from '../problem.ts';
import { answerGuarded, type Answer } from './guard.ts';

/** A server on this machine alone. */
export interface Listening {
  readonly origin: string;
  /** With what answers each request that is not refused already (`guard.ts`). */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

/**
 * @param port 0: a free one.
 * @throws {SimulatorProblem} when the port is taken
 */
export async function listen(port = 0): Promise<Listening> {
  const server: Server = createServer();
  await new Promise<void>((resolve, reject) => {
    // Later ones are of connections that cannot be taken: no reason to end.
    server.on('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      reject(
        isTaken
          ? new SimulatorProblem(`Port ${port} is taken. Choose another with --port.`)
          : error,
      );
    });
    server.listen(port, 'localhost', resolve);
  });
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    answerWith(answer) {
      server.on('request', (request, response) => {
        void answerGuarded(request, response, origin, answer);
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Browsers keep connections, and streams of changes never end by themselves.
        server.closeAllConnections();
      }),
  };
}

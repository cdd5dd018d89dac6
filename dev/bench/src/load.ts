import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { percentile } from './figures.ts';
import { answersAlike, answersOfAnyLength, type Answer, type ReadAnswers } from './answers.ts';

export interface Load {
  /** Answers that came within the time. */
  readonly answers: number;
  /** How long each of them took, in milliseconds. */
  readonly times: readonly number[];
  /** Answers that were not good, of all that came; the first of them. */
  readonly failures: { readonly count: number; readonly first: string | undefined };
}

export interface LoadOptions {
  /**
   * `alike`: all answers of a connection are of one length, and anything else ends the load. `any`: each
   * says its own, and those that are not good are counted.
   */
  readonly lengths: 'alike' | 'any';
}

/** How long the last answer of a connection may take, in milliseconds. */
const answerTimeoutInMs = 10_000;

/**
 * Sends prepared requests over keep-alive connections, one at a time on each, as fast as the answers
 * come. Answers are counted, not parsed: the load must cost less than the servers. It never sleeps,
 * so that no server pays for waking it: that would cost the slower one more.
 *
 * @param requests Whole requests for each connection, which sends them in turn.
 * @throws where an answer does not come, is none, or is not good and not to be counted.
 */
export async function load(
  port: number,
  requests: readonly (readonly Buffer[])[],
  durationInMs: number,
  { lengths }: LoadOptions = { lengths: 'alike' },
): Promise<Load> {
  const read = lengths === 'alike' ? answersAlike : answersOfAnyLength;
  const times: number[] = [];
  const failures: string[] = [];
  const onAnswer = ({ isGood, text }: Answer, timeInMs: number) => {
    times.push(timeInMs);
    if (isGood) return;
    if (lengths === 'alike') throw new Error(`An answer unlike the first one: ${text()}`);
    failures.push(text());
  };
  const clients = await Promise.all(
    requests.map((own) => connectClient(port, own, read(), onAnswer)),
  );
  times.length = 0;
  for (const client of clients) client.begin();
  const endsAt = performance.now() + durationInMs;
  while (performance.now() < endsAt) await setImmediate();
  const counted = times.slice();
  await Promise.all(clients.map((client) => client.end()));
  return {
    answers: counted.length,
    times: counted,
    failures: { count: failures.length, first: failures[0] },
  };
}

/** Result of one turn of a load. */
export interface Sample {
  readonly perSecond: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** {@link load} with requests that are shared among clients. */
export async function sampleOf(
  port: number,
  requests: readonly Buffer[],
  clients: number,
  durationInMs: number,
  options?: LoadOptions,
): Promise<Sample & Pick<Load, 'failures'>> {
  const shares = Array.from({ length: clients }, (_, client) =>
    requests.filter((_, index) => index % clients === client),
  );
  const { answers, times, failures } = await load(port, shares, durationInMs, options);
  return {
    perSecond: (answers * 1000) / durationInMs,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failures,
  };
}

interface Client {
  begin(): void;
  /** Waits for the last answer. @throws what was wrong with an answer. */
  end(): Promise<void>;
}

/** Connects, and has the first request answered. */
async function connectClient(
  port: number,
  requests: readonly Buffer[],
  read: ReadAnswers,
  onAnswer: (answer: Answer, timeInMs: number) => void,
): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const { promise: ended, resolve: settle, reject: fail } = Promise.withResolvers<void>();
  // It is awaited at the end.
  ended.catch(() => {});
  let next = () => {};
  let sent = 0;
  let sentAt = 0;
  let isEnding = false;
  const send = () => {
    sentAt = performance.now();
    socket.write(requests[sent++ % requests.length]!);
  };
  socket.on('data', (part) => {
    try {
      const answer = read(part);
      if (!answer) return;
      onAnswer(answer, performance.now() - sentAt);
      next();
    } catch (error) {
      fail(error);
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed a connection.')));

  const first = new Promise<void>((resolve) => {
    next = resolve;
  });
  send();
  await Promise.race([first, ended]);
  next = () => (isEnding ? settle() : send());
  return {
    begin: send,
    async end() {
      isEnding = true;
      const late = setTimeout(
        () => fail(new Error('The last answer of a connection did not come.')),
        answerTimeoutInMs,
      );
      await ended.finally(() => {
        clearTimeout(late);
        socket.destroy();
      });
    },
  };
}

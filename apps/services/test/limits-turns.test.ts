import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import {
  endlessType,
  outcomeOf,
  plainCall,
  startBareServer,
  type BareServer,
} from './bare-server.ts';

const subjectsOf = ({ held }: BareServer) =>
  held.map(({ request }) => request.caller!.tokenSubject).sort();

/** Sends a call whose client leaves when the returned function is called. */
function callAndLeave(server: BareServer, subject: string): () => Promise<void> {
  const leaving = new AbortController();
  const call = server.call(subject, { signal: leaving.signal });
  return async () => {
    leaving.abort();
    await expect(call).rejects.toThrow('aborted');
  };
}

test('few requests of a subject run, more wait, and what goes beyond is refused', async () => {
  const server = await startBareServer({
    limits: { requestsRunningPerSubject: 2, requestsWaitingPerSubject: 3 },
  });
  const accepted = Array.from({ length: 5 }, () => server.call('mia'));
  await server.inFlight(5);
  expect(await outcomeOf(server.call('mia'))).toEqual([429, 'TOO_MANY_REQUESTS', '1']);
  expect(subjectsOf(server)).toEqual(['mia', 'mia']);

  // Each that ends makes room for one that waits, also when several end at the same moment.
  for (const { answer } of server.held.splice(0)) answer();
  await server.begun(4);
  expect(server.held).toHaveLength(2);
  server.held.shift()!.answer();
  await server.begun(5);
  for (const { answer } of server.held.splice(0)) answer();
  for (const answer of accepted) expect(await outcomeOf(answer)).toEqual([200]);
});

test('another subject does not wait for them', async () => {
  const server = await startBareServer({ limits: { requestsRunningPerSubject: 2 } });
  const calls = [server.call('mia'), server.call('mia'), server.call('mia')];
  await server.inFlight(3);
  const ben = server.call('ben');
  await server.begun(3);
  expect(subjectsOf(server)).toEqual(['ben', 'mia', 'mia']);
  for (const { answer } of server.held.splice(0)) answer();
  await server.begun(4);
  server.held[0]!.answer();
  for (const call of [...calls, ben]) expect(await outcomeOf(call)).toEqual([200]);
});

test('what has arrived whole is done in its turn, also when its client leaves', async () => {
  const server = await startBareServer({
    limits: { requestsRunningPerSubject: 1, requestsWaitingPerSubject: 3 },
  });
  const leaveHandler = callAndLeave(server, 'mia');
  await server.begun(1);
  await leaveHandler();
  await server.inFlight(0);

  const patient = server.call('mia');
  await server.inFlight(1);
  const leaveQueue = callAndLeave(server, 'mia');
  await server.inFlight(2);
  await leaveQueue();
  await server.inFlight(1);
  const last = server.call('mia');
  await server.inFlight(2);
  expect(await outcomeOf(server.call('mia'))).toEqual([429, 'TOO_MANY_REQUESTS', '1']);
  expect(server.held).toHaveLength(1);

  for (let begun = 2; begun <= 4; begun++) {
    server.held.shift()!.answer();
    await server.begun(begun);
  }
  server.held.shift()!.answer();
  for (const call of [patient, last]) expect(await outcomeOf(call)).toEqual([200]);
});

test.each(['application/json', endlessType])(
  'a client that leaves in the middle of its body of %s gives its turn back',
  async (type) => {
    const server = await startBareServer({
      limits: { requestsRunningPerSubject: 1, requestsWaitingPerSubject: 0 },
    });
    const client = connect(server.port, '127.0.0.1');
    await once(client, 'connect');
    client.write(
      `POST ${plainCall} HTTP/1.1\r\nHost: localhost\r\nX-Test-Subject: mia\r\n` +
        `Content-Type: ${type}\r\nContent-Length: 20\r\n\r\n{"a"`,
    );
    await server.inFlight(1);
    expect(await outcomeOf(server.call('mia'))).toEqual([429, 'TOO_MANY_REQUESTS', '1']);
    client.destroy();
    await server.inFlight(0);
    const next = server.call('mia');
    await server.begun(1);
    server.held[0]!.answer();
    expect(await outcomeOf(next)).toEqual([200]);
  },
);

test('refused requests give their turns back', async () => {
  const server = await startBareServer({
    limits: { requestsRunningPerSubject: 1, requestsWaitingPerSubject: 0 },
  });
  for (const body of ['{', '"\u0000"', 'x'.repeat(2_000_000)]) {
    expect((await server.call('mia', { body })).status).toBeGreaterThanOrEqual(400);
  }
  const next = server.call('mia');
  await server.begun(1);
  server.held[0]!.answer();
  expect(await outcomeOf(next)).toEqual([200]);
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { outcomeOf, plainCall, startBareServer, type BareServer } from './bare-server.ts';

const limits = { requestsRunningPerSubject: 2, requestsWaitingPerSubject: 3 };

const subjectsOf = ({ held }: BareServer) =>
  held.map(({ request }) => request.caller!.tokenSubject).sort();

test('few requests of a subject run, more wait, and what goes beyond is refused', async () => {
  const server = await startBareServer({ limits });
  const accepted = Array.from({ length: 5 }, () => server.call('mia'));
  await server.begun(2);
  // All five have arrived only when a sixth finds no room.
  await vi.waitUntil(
    async () => {
      const cut = new AbortController();
      const sixth = server.call('mia', plainCall, { signal: cut.signal }).then(
        ({ status }) => status,
        () => undefined,
      );
      const status = await Promise.race([sixth, new Promise((resolve) => setTimeout(resolve, 100))]);
      cut.abort();
      return status === 429;
    },
    { timeout: 10_000 },
  );
  expect(await outcomeOf(server.call('mia'))).toEqual([429, 'TOO_MANY_REQUESTS', '1']);
  expect(subjectsOf(server)).toEqual(['mia', 'mia']);

  for (let begun = 2; begun <= 5; begun++) {
    await server.begun(begun);
    server.held.shift()!.answer();
  }
  server.held.shift()!.answer();
  expect(await Promise.all(accepted.map(async (answer) => (await answer).status))).toEqual([
    200, 200, 200, 200, 200,
  ]);
});

test('another subject does not wait for them', async () => {
  const server = await startBareServer({ limits });
  const calls = [server.call('mia'), server.call('mia'), server.call('mia')];
  await server.begun(2);
  const ben = server.call('ben');
  await server.begun(3);
  expect(subjectsOf(server)).toEqual(['ben', 'mia', 'mia']);
  for (let begun = 3; begun <= 4; begun++) {
    await server.begun(begun);
    for (const { answer } of server.held.splice(0)) answer();
  }
  for (const call of [...calls, ben]) expect((await call).status).toBe(200);
});

test('a client that leaves while it waits takes no turn; a handler under way keeps its turn', async () => {
  const server = await startBareServer({
    limits: { requestsRunningPerSubject: 1, requestsWaitingPerSubject: 1 },
  });
  const leaving = new AbortController();
  const left = expect(
    server.call('mia', plainCall, { signal: leaving.signal }),
  ).rejects.toThrow();
  await server.begun(1);
  leaving.abort();
  await left;

  // Its handler still runs, so this one waits …
  const waiting = new AbortController();
  const alsoLeft = expect(
    server.call('mia', plainCall, { signal: waiting.signal }),
  ).rejects.toThrow();
  await vi.waitUntil(async () => (await server.call('mia')).status === 429, { timeout: 10_000 });
  waiting.abort();
  await alsoLeft;
  // … and once it has left as well, its place is free for another.
  const last = server.call('mia');
  expect(server.held).toHaveLength(1);
  server.held.shift()!.answer();
  await server.begun(2);
  server.held.shift()!.answer();
  expect((await last).status).toBe(200);
});

test('a client that leaves in the middle of its body gives its turn back', async () => {
  const server = await startBareServer({
    limits: { requestsRunningPerSubject: 1, requestsWaitingPerSubject: 0 },
  });
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST ${plainCall} HTTP/1.1\r\nHost: localhost\r\nX-Test-Subject: mia\r\n` +
      'Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"a"',
  );
  await vi.waitUntil(async () => {
    const probe = await probeFor(server);
    return probe === 429;
  });
  socket.destroy();
  const call = vi.waitUntil(async () => (await probeFor(server)) === 200);
  await call;
});

/** Status of a call that is answered at once where it gets a turn. */
async function probeFor(server: BareServer): Promise<number> {
  const call = server.call('mia');
  const begun = server.held.length;
  const answered = vi.waitUntil(() => server.held.length > begun).then(() => {
    server.held.pop()!.answer();
  });
  const { status } = await call;
  if (status === 200) await answered;
  else answered.catch(() => {});
  return status;
}

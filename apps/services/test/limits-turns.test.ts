import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  endlessType,
  loneCall,
  outcomeOf,
  plainCall,
  startBareServer,
  type BareServer,
} from './bare-server.ts';

const subjectsOf = ({ held }: BareServer) =>
  held.map(({ request }) => request.caller!.tokenSubject).sort();

/** Sends a call whose client leaves when the returned function is called. */
function callAndLeave(server: BareServer, subject: string, address = plainCall) {
  const leaving = new AbortController();
  const call = server.call(subject, { signal: leaving.signal }, address);
  return async () => {
    leaving.abort();
    await expect(call).rejects.toThrow('aborted');
  };
}

/** Sends a call of `mia` on a connection of its own. */
async function sendWhole(server: BareServer, headers: string, body: string): Promise<Socket> {
  const client = connect(server.port, '127.0.0.1');
  await once(client, 'connect');
  client.write(
    `POST ${plainCall} HTTP/1.1\r\nHost: localhost\r\nX-Test-Subject: mia\r\n` +
      `Content-Type: application/json\r\n${headers}\r\n\r\n${body}`,
  );
  return client;
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

test('eight writes that wait are done when their clients have left', async () => {
  const server = await startBareServer({
    limits: { requestsRunningPerSubject: 8, requestsWaitingPerSubject: 8 },
  });
  const running = Array.from({ length: 8 }, () => server.call('mia'));
  await server.begun(8);
  const clients: Socket[] = [];
  for (let write = 0; write < 8; write++) {
    const body = JSON.stringify({ write });
    clients.push(await sendWhole(server, `Content-Length: ${body.length}`, body));
    await server.inFlight(9 + write);
  }
  for (const client of clients) client.destroy();
  await server.inFlight(8);
  for (const { answer } of server.held.splice(0)) answer();
  for (const call of running) expect(await outcomeOf(call)).toEqual([200]);
  await server.begun(16);
  expect(server.held.map(({ request }) => request.body)).toEqual(
    clients.map((_, write) => ({ write })),
  );
  for (const { answer } of server.held.splice(0)) answer();

  const next = Array.from({ length: 8 }, () => server.call('mia'));
  await server.begun(24);
  for (const { answer } of server.held.splice(0)) answer();
  for (const call of next) expect(await outcomeOf(call)).toEqual([200]);
});

const large = JSON.stringify({ text: 'x'.repeat(70_000) });

test.each([
  ['large', `Content-Length: ${large.length}`, large],
  [
    'of unknown size',
    'Transfer-Encoding: chunked',
    `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
  ],
  ['of unknown size and small', 'Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'],
])('a body that is %s is read in its turn, or given up', async (_what, headers, body) => {
  const server = await startBareServer({
    limits: { requestsRunningPerSubject: 1, requestsWaitingPerSubject: 8 },
  });
  const first = server.call('mia');
  await server.begun(1);
  const clients: Socket[] = [];
  for (let write = 0; write < 8; write++) {
    clients.push(await sendWhole(server, headers, body));
    await server.inFlight(2 + write);
  }
  expect(await outcomeOf(server.call('mia'))).toEqual([429, 'TOO_MANY_REQUESTS', '1']);
  const [patient, ...leaving] = clients;
  for (const client of leaving) client.destroy();
  await server.inFlight(2);
  const last = server.call('mia');
  await server.inFlight(3);

  server.held.shift()!.answer();
  expect(await outcomeOf(first)).toEqual([200]);
  await server.begun(2);
  server.held.shift()!.answer();
  expect(String((await once(patient!, 'data'))[0])).toContain('HTTP/1.1 200');
  patient!.destroy();
  await server.begun(3);
  expect(server.held).toHaveLength(1);
  server.held.shift()!.answer();
  expect(await outcomeOf(last)).toEqual([200]);
});

test('a body that is on its way holds nobody up', async () => {
  const server = await startBareServer({
    limits: { requestsRunningPerSubject: 1, requestsWaitingPerSubject: 1 },
  });
  const slow = await sendWhole(server, 'Content-Length: 2', '{');
  await server.inFlight(1);
  const next = server.call('mia');
  await server.begun(1);
  slow.write('}');
  server.held.shift()!.answer();
  expect(await outcomeOf(next)).toEqual([200]);
  await server.begun(2);
  server.held.shift()!.answer();
  await once(slow, 'data');
  slow.destroy();
});

test.each([
  ['large', `Content-Length: ${large.length}`, large],
  ['of unknown size', 'Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'],
])(
  'a client that leaves while its token is verified takes no turn for a body that is %s',
  async (_what, headers, body) => {
    const server = await startBareServer({
      limits: { requestsRunningPerSubject: 1, requestsWaitingPerSubject: 0 },
    });
    const client = connect(server.port, '127.0.0.1');
    await once(client, 'connect');
    client.write(
      `POST ${plainCall} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer slow-good\r\n` +
        `Content-Type: application/json\r\n${headers}\r\n\r\n${body}`,
    );
    await server.lookingUp(1);
    client.resetAndDestroy();
    await server.inFlight(0);
    server.slowLookUps[0]!();
    const next = fetch(server.url + plainCall, {
      method: 'POST',
      headers: { Authorization: 'Bearer slow-good' },
    });
    await server.lookingUp(2);
    server.slowLookUps[1]!();
    await server.begun(1);
    server.held.shift()!.answer();
    expect(await outcomeOf(next)).toEqual([200]);
  },
);

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
  const failing = server.call('mia', { body: '{}' });
  await server.begun(1);
  server.held.shift()!.fail();
  expect(await outcomeOf(failing)).toEqual([500, 'INTERNAL']);
  const next = server.call('mia');
  await server.begun(2);
  server.held[0]!.answer();
  expect(await outcomeOf(next)).toEqual([200]);
});

describe('of a call that costs much', () => {
  const search = (server: BareServer, subject: string) => server.call(subject, {}, loneCall);

  test('one of a subject runs at a time, beside its other calls and those of others', async () => {
    const server = await startBareServer({ limits: { requestsRunningPerSubject: 3 } });
    const calls = [search(server, 'mia'), search(server, 'mia'), search(server, 'mia')];
    await server.inFlight(3);
    calls.push(server.call('mia'), search(server, 'ben'));
    await server.begun(3);
    expect(subjectsOf(server)).toEqual(['ben', 'mia', 'mia']);
    for (let begun = 4; begun <= 5; begun++) {
      const running = server.held.findIndex(
        ({ request }) => request.url === loneCall && request.caller!.tokenSubject === 'mia',
      );
      const [first] = server.held.splice(running, 1);
      first!.answer();
      await server.begun(begun);
      expect(subjectsOf(server)).toEqual(['ben', 'mia', 'mia']);
    }
    for (const { answer } of server.held.splice(0)) answer();
    for (const call of calls) expect(await outcomeOf(call)).toEqual([200]);
  });

  test('one that waits is passed by others, and keeps to what may run at once', async () => {
    const server = await startBareServer({ limits: { requestsRunningPerSubject: 2 } });
    const first = search(server, 'mia');
    await server.begun(1);
    const plain = server.call('mia');
    await server.begun(2);
    const second = search(server, 'mia');
    await server.inFlight(3);
    const passing = server.call('mia');
    await server.inFlight(4);
    server.held.splice(1, 1)[0]!.answer();
    await server.begun(3);
    expect(server.held.map(({ request }) => request.url)).toEqual([loneCall, plainCall]);
    server.held.shift()!.answer();
    await server.begun(4);
    for (const { answer } of server.held.splice(0)) answer();
    for (const call of [first, plain, second, passing]) {
      expect(await outcomeOf(call)).toEqual([200]);
    }
  });

  test('one that waits is given up when its client leaves', async () => {
    const server = await startBareServer({
      limits: { requestsRunningPerSubject: 2, requestsWaitingPerSubject: 0 },
    });
    const first = search(server, 'mia');
    await server.begun(1);
    const leave = callAndLeave(server, 'mia', loneCall);
    await server.inFlight(2);
    await leave();
    await server.inFlight(1);
    const next = search(server, 'mia');
    await server.inFlight(2);
    expect(await outcomeOf(server.call('mia'))).toEqual([429, 'TOO_MANY_REQUESTS', '1']);
    server.held.shift()!.answer();
    await server.begun(2);
    expect(server.held).toHaveLength(1);
    server.held.shift()!.answer();
    for (const call of [first, next]) expect(await outcomeOf(call)).toEqual([200]);
  });
});

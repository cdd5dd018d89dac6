import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { plainCall, sendRaw, startBareServer } from './bare-server.ts';
import { keepAliveClient } from './keep-alive-client.ts';

const asMia = { 'X-Test-Subject': 'mia' };

test('what runs is answered on every address, then the connection is closed', async () => {
  const server = await startBareServer({}, false, 'localhost');
  const calls = server.addresses.map((address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    return keepAliveClient(`http://${host}:${server.port}`).post(plainCall, asMia);
  });
  await server.begun(calls.length);
  const closed = server.drain(0);
  for (const address of server.addresses) {
    await expect(once(connect(server.port, address), 'connect')).rejects.toThrow('ECONNREFUSED');
  }
  for (const { answer } of server.held.splice(0)) answer();
  for (const call of calls) expect(await call).toMatchObject({ status: 200, connection: 'close' });
  await closed;
});

test('what is no HTTP is answered the same on every address', async () => {
  const server = await startBareServer({}, true, 'localhost');
  for (const address of server.addresses) {
    const answer = await sendRaw(server.port, 'Guten Tag\r\n\r\n', address);
    expect(JSON.parse(answer.body)).toMatchObject({ result_state: 'ERROR' });
  }
});

test('a request on an idle connection is answered while the server lingers', async () => {
  const server = await startBareServer({}, true);
  const client = keepAliveClient(server.url);
  const call = () => client.post(plainCall, asMia);
  expect(await call()).toMatchObject({ status: 200, connection: 'keep-alive' });
  const closed = server.drain(20_000);
  expect(await call()).toMatchObject({ status: 200, connection: 'close', reused: true });
  // Without open connections there is nothing to linger for.
  await closed;
});

test('connections that ask for nothing do not hold the server up', async () => {
  const server = await startBareServer({}, true);
  await keepAliveClient(server.url).post(plainCall, asMia);
  const unused = connect(server.port, '127.0.0.1');
  await once(unused, 'connect');
  await expect(server.drain(0)).resolves.toBeUndefined();
  await once(unused.resume(), 'close');
});

test('whoever was refused and never sends the rest does not hold the server up', async () => {
  const server = await startBareServer({}, true);
  const client = connect(server.port, '127.0.0.1');
  client.write('POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nbegun');
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toContain('404');
  // It has its answer, hears the end, and is told nothing of a failure.
  const ended = once(client, 'end');
  await expect(server.drain(0)).resolves.toBeUndefined();
  await ended;
});

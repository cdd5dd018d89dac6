import { once } from 'node:events';
import { connect } from 'node:net';
import { services } from '@lectern/contracts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { keepAliveClient, type KeepAliveClient } from './keep-alive-client.ts';
import { countWaiting, lockItems } from './lock-items.ts';
import { startTestProcess, type TestProcess } from './process.ts';

const body = JSON.stringify({
  course_id_dto: { course_id: 'c' },
  issue_id_dto: { issue_id: 'i' },
  exercise_dto: { exercise_id: 'e' },
});
const getItems = `${services.clag.base}/v1/localStoreItem/getForModel`;

async function headersOf({ identityProvider }: TestProcess, username: 'ben' | 'mia') {
  const { subject, token } = await identityProvider.signIn(username);
  return {
    'Content-Type': 'application/json',
    'X-Ia-Correlation-Id': `${username}s-request`,
    'X-Ia-Subject': subject,
    'X-Ia-Roles': '',
    Authorization: `Bearer ${token}`,
  };
}

const readiness = async ({ operationsUrl }: TestProcess) => {
  const response = await fetch(`${operationsUrl}/ready`);
  return [response.status, ((await response.json()) as { status: string }).status];
};

describe('SIGTERM', () => {
  test('is obeyed when everything that runs has been answered', async () => {
    const services = await startTestProcess();
    const headers = await headersOf(services, 'mia');
    const clients = Array.from({ length: 5 }, () => keepAliveClient(services.url));
    await expect.poll(() => readiness(services)).toEqual([200, 'ready']);

    const release = await lockItems(services.database);
    const calls = clients.map((client) => client.post(getItems, headers, body));
    await expect.poll(() => countWaiting(services.database)).toBe(clients.length);
    services.kill('SIGTERM');
    await expect.poll(async () => (await readiness(services))[0]).toBe(503);
    expect(await readiness(services)).toEqual([503, 'stopping']);
    const { hostname, port } = new URL(services.url);
    await expect(once(connect(Number(port), hostname), 'connect')).rejects.toThrow('ECONNREFUSED');

    await release();
    for (const call of calls) {
      expect(await call).toMatchObject({
        status: 200,
        connection: 'close',
        body: '{"result_state":"OK","local_store_items":[]}',
      });
    }
    expect(await services.exited).toEqual([0, null]);
  });

  test('drops nothing of a constant load on connections that are kept', async () => {
    const services = await startTestProcess();
    const headers = await headersOf(services, 'mia');
    const answered: number[] = [];
    /** Sends one request after the other until nobody listens any more. */
    const sendOn = async (client: KeepAliveClient): Promise<void> => {
      for (;;) {
        try {
          answered.push((await client.post(getItems, headers, body)).status);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return;
          throw error;
        }
      }
    };
    // As many as one subject may have at once.
    const load = Promise.all(
      Array.from({ length: 40 }, () => sendOn(keepAliveClient(services.url))),
    );
    await vi.waitUntil(() => answered.length > 400);
    services.kill('SIGTERM');
    await load;
    expect(answered.filter((status) => status !== 200)).toEqual([]);
    expect(await services.exited).toEqual([0, null]);
  });

  test('does not wait longer than the grace for headers and a body that never come', async () => {
    const services = await startTestProcess({ LECTERN_SHUTDOWN_GRACE_IN_SECONDS: '1' });
    const { hostname, port } = new URL(services.url);
    for (const text of [
      'POST / HTTP/1.1\r\nHost: local',
      'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{',
    ]) {
      const client = connect(Number(port), hostname).on('error', () => {});
      onTestFinished(() => void client.destroy());
      await once(client, 'connect');
      client.write(text);
    }
    // Requests sent before this call have arrived when it is answered.
    await fetch(`${services.url}/clag/v1/ping`);
    services.kill('SIGTERM');
    expect(await services.exited).toEqual([0, null]);
    expect(services.output()).toContain('The time for running requests is over.');
  });

  test('is heard by load balancers first, where a delay is set', async () => {
    const services = await startTestProcess({ LECTERN_SHUTDOWN_DELAY_IN_SECONDS: '3600' });
    services.kill('SIGTERM');
    await expect.poll(async () => (await readiness(services))[0]).toBe(503);
    expect((await fetch(`${services.url}/clag/v1/ping`)).status).toBe(200);
    services.kill('SIGTERM');
    expect(await services.exited).toEqual([null, 'SIGTERM']);
  });
});

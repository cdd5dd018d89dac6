import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll, startTestPlatform } from '../../platform.ts';
import { base, clientOf, keyWith, refusalOf, type Client } from './requests.ts';

const platform = startBeforeAll(startTestPlatform);
let store: Client;

beforeAll(async () => {
  store = clientOf(platform, await keyWith(platform, 'all'));
});

const activityId = 'https://lectern.example/kreislauf';
const agent = JSON.stringify({ mbox: 'mailto:mia@schule.example' });

describe('states', () => {
  const address = `${base}/activities/state`;
  const registrations = [randomUUID(), randomUUID()] as const;
  const put = (parameters: Record<string, string>) =>
    store(address, { method: 'PUT', parameters, body: JSON.stringify(parameters) });

  test('each registration has its own, and so have those without one', async () => {
    const activity = `${activityId}/registrations`;
    const whole = { activityId: activity, agent };
    const names = { ...whole, stateId: 'resume' };
    await put(names);
    for (const registration of registrations) await put({ ...names, registration });
    await put({ ...whole, registration: registrations[0], stateId: 'further' });
    const [first] = registrations;
    const upper = { ...names, registration: first.toUpperCase() };
    const got = await store(address, { parameters: upper });
    expect(await got.json()).toMatchObject({ registration: first });
    const list = async (more: object) =>
      (await store(address, { parameters: { ...whole, ...more } })).json();
    expect(await list({})).toEqual(['further', 'resume']);
    expect(await list({ registration: registrations[1] })).toEqual(['resume']);

    const remove = { method: 'DELETE', parameters: { ...whole, registration: first } };
    expect((await store(address, remove)).status).toBe(204);
    expect(await list({ registration: first })).toEqual([]);
    expect(await list({})).toEqual(['resume']);
    expect((await store(address, { method: 'DELETE', parameters: whole })).status).toBe(204);
    expect(await list({})).toEqual([]);
  });

  test('of another activity or agent none is deleted with them', async () => {
    const kept = [
      { activityId: `${activityId}/a`, agent, stateId: 'kept' },
      { activityId, agent: JSON.stringify({ mbox: 'mailto:ben@schule.example' }), stateId: 'kept' },
    ];
    for (const at of kept) await put(at);
    await store(address, { method: 'DELETE', parameters: { activityId, agent } });
    for (const at of kept) expect((await store(address, { parameters: at })).status).toBe(200);
  });

  test('an ETag of all of them there is not', async () => {
    const headers = { 'If-Match': '"a"' };
    const remove = store(address, { method: 'DELETE', parameters: { activityId, agent }, headers });
    expect(await refusalOf(remove)).toBe('400 PARAMETER_INVALID');
  });

  test('names that run together are different names', async () => {
    const a = { activityId: `${activityId}/x`, agent, stateId: 'y/z' };
    const b = { activityId: `${activityId}/x/y`, agent, stateId: 'z' };
    await put(a);
    expect((await store(address, { parameters: b })).status).toBe(404);
  });
});

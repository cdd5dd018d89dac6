import { randomUUID } from 'node:crypto';
import XAPI from '@xapi/xapi';
import TinCan from 'tincanjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { createKey } from '../../../src/learning-records/access/api-keys.ts';
import { base } from './requests.ts';
import { activity, agent, startRecordStore, statement, verbId } from './record-store.ts';

/* Libraries that content elsewhere uses, as their own documentation says. */

const store = startBeforeAll(startRecordStore);
let credentials: { readonly key: string; readonly secret: string };
let endpoint: string;

beforeAll(async () => {
  const { database, url } = store.platform;
  credentials = await createKey(database, { title: 'Test', scopes: ['all'] });
  endpoint = `${url}${base}/`;
});

describe('@xapi/xapi', () => {
  let xapi: XAPI;
  beforeAll(() => {
    const auth = XAPI.toBasicAuth(credentials.key, credentials.secret);
    // Its other adapter, on Node, does not say that a body with attachments is of several parts.
    xapi = new XAPI({ endpoint, auth, adapter: 'fetch' });
  });

  test('says what the store is', async () => {
    expect((await xapi.getAbout()).data.version).toContain('1.0.3');
  });

  test('sends statements and finds them, page by page', async () => {
    const verb = { id: `urn:v:${randomUUID()}` };
    const [first] = (await xapi.sendStatement({ statement: statement({ verb }) })).data;
    const given = Array.from({ length: 4 }, () => statement({ verb }));
    const rest = (await xapi.sendStatements({ statements: given })).data;
    expect(await xapi.getStatement({ statementId: first })).toMatchObject({ data: { id: first } });
    let page = await xapi.getStatements({ verb: verb.id, limit: 2, ascending: true });
    const ids = page.data.statements.map(({ id }) => id);
    while (page.data.more) {
      page = await xapi.getMoreStatements({ more: page.data.more });
      ids.push(...page.data.statements.map(({ id }) => id));
    }
    expect(ids).toEqual([first, ...rest]);
  });

  test('takes a statement back', async () => {
    const [id] = (await xapi.sendStatement({ statement: statement() })).data;
    await xapi.voidStatement({ actor: agent('lehrperson'), statementId: id });
    await expect(xapi.getStatement({ statementId: id })).rejects.toThrow('STATEMENT_NOT_FOUND');
    const voided = await xapi.getVoidedStatement({ voidedStatementId: id });
    expect(voided.data).toMatchObject({ id });
  });

  test('attaches a file, and gets it back', async () => {
    const content = new TextEncoder().encode('Ein Aufsatz.');
    const sha2 = Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex');
    const attachments = [
      {
        usageType: 'http://adlnet.gov/expapi/attachments/essay',
        display: { de: 'Aufsatz' },
        contentType: 'text/plain',
        length: content.length,
        sha2,
      },
    ];
    const [id] = (
      await xapi.sendStatement({
        statement: statement({ attachments }),
        attachments: [content.buffer],
      })
    ).data;
    const { data } = await xapi.getStatement({ statementId: id, attachments: true });
    expect(data).toHaveLength(2);
    expect(String(data[1])).toContain('Ein Aufsatz.');
  });

  test('keeps states and profiles', async () => {
    const of = { agent: agent('mia'), activityId: activity('a').id };
    const state = { ...of, stateId: 'lesezeichen' };
    await xapi.createState({ ...state, state: { seite: 3 } });
    await xapi.createState({ ...state, state: { ton: 'aus' } });
    expect((await xapi.getState(state)).data).toEqual({ seite: 3, ton: 'aus' });
    await xapi.setState({ ...state, state: { seite: 4 } });
    expect((await xapi.getState(state)).data).toEqual({ seite: 4 });
    expect((await xapi.getStates(of)).data).toEqual(['lesezeichen']);
    await xapi.deleteState(state);
    expect((await xapi.getStates(of)).data).toEqual([]);

    const agentProfile = { agent: of.agent, profileId: 'ich' };
    await xapi.createAgentProfile({ ...agentProfile, profile: { sprache: 'de' } });
    expect((await xapi.getAgentProfile(agentProfile)).data).toEqual({ sprache: 'de' });
    const activityProfile = { activityId: of.activityId, profileId: 'stand' };
    const whenNew = { etag: '*', matchHeader: 'If-None-Match' };
    await xapi.setActivityProfile({ ...activityProfile, ...whenNew, profile: { auflage: 2 } });
    expect((await xapi.getActivityProfile(activityProfile)).data).toEqual({ auflage: 2 });
  });

  test('asks for people and activities', async () => {
    const object = { ...activity(randomUUID()), definition: { name: { de: 'Kreislauf' } } };
    await xapi.sendStatement({ statement: statement({ object }) });
    expect((await xapi.getActivity({ activityId: object.id })).data).toMatchObject(object);
    expect((await xapi.getAgent({ agent: agent('mia') })).data).toMatchObject({
      objectType: 'Person',
      mbox: [agent('mia').mbox],
    });
  });
});

describe('tincanjs', () => {
  /** Arguments of its callbacks. */
  const done = <Result>(begin: (callback: (error: unknown, result: Result) => void) => void) =>
    new Promise<Result>((resolve, reject) => {
      begin((error, result) =>
        error === null ? resolve(result) : reject(new Error(JSON.stringify(error))),
      );
    });
  let lrs: InstanceType<typeof TinCan.LRS>;
  beforeAll(() => {
    const { key: username, secret: password } = credentials;
    lrs = new TinCan.LRS({ endpoint, username, password, allowFail: false, version: '1.0.2' });
  });
  const given = (verb: string) =>
    new TinCan.Statement({ actor: agent('ben'), verb: { id: verb }, target: activity('quiz') });

  test('saves statements and finds them, page by page', async () => {
    const verb = `urn:v:${randomUUID()}`;
    const single = given(verb);
    await done((callback) => lrs.saveStatement(single, { callback }));
    const list = [given(verb), given(verb)];
    await done((callback) => lrs.saveStatements(list, { callback }));
    const got = await done<object>((callback) => lrs.retrieveStatement(single.id, { callback }));
    expect(got).toMatchObject({ id: single.id, verb: { id: verb } });
    const params = { verb: new TinCan.Verb({ id: verb }), limit: 2, ascending: true };
    const first = await done<{ statements: { id: string }[]; more: string | null }>((callback) =>
      lrs.queryStatements({ params, callback }),
    );
    const second = await done<{ statements: { id: string }[] }>((callback) =>
      lrs.moreStatements({ url: first.more!, callback }),
    );
    const ids = [...first.statements, ...second.statements].map(({ id }) => id);
    expect(ids).toEqual([single, ...list].map(({ id }) => id));
  });

  test('keeps a state', async () => {
    const of = {
      agent: new TinCan.Agent(agent('ben')),
      activity: new TinCan.Activity(activity('q')),
    };
    const value = { seite: 7 };
    await done((callback) =>
      lrs.saveState('stand', value, { ...of, contentType: 'application/json', callback }),
    );
    const kept = await done<{ contents: object }>((callback) =>
      lrs.retrieveState('stand', { ...of, callback }),
    );
    expect(kept.contents).toEqual(value);
    await done((callback) => lrs.dropState('stand', { ...of, callback }));
    const gone = await done<object | null>((callback) =>
      lrs.retrieveState('stand', { ...of, callback }),
    );
    expect(gone).toBeNull();
  });

  test('hears of a refusal', async () => {
    const wrong = new TinCan.Statement({
      actor: { mbox: 'ben' },
      verb: { id: verbId },
      target: activity('q'),
    });
    await expect(done((callback) => lrs.saveStatement(wrong, { callback }))).rejects.toThrow('400');
  });
});

import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { tablesNaming } from '../tables-naming.ts';
import { startLifecycle } from './lifecycle.ts';

const lifecycle = startBeforeAll(startLifecycle);
// One remains, whoever erases an account.
beforeAll(() => lifecycle.newPerson('administrator'));

const anna = makeBeforeEach(() => lifecycle.newPerson());

const users = (who: SignedIn) => lifecycle.platform.as('aua', who);
const ofUser = ({ subject }: SignedIn) => ({ body: { subject } });
const download = async (who: SignedIn) => (await users(who).userDownloadOwn(ofUser(who))).text();

const calls = [
  ['downloading', (who: SignedIn) => users(who).userDownloadOwn(ofUser(who))],
  ['erasing', (who: SignedIn) => users(who).userDeleteOwn(ofUser(who))],
] as const;

test.each(calls)(
  'row 72: %s the account is refused as long as a link to it can be undone',
  async (_what, call) => {
    const thief = await lifecycle.newPerson();
    await lifecycle.link(thief, anna, thief);
    expect(await codeOf(call(thief))).toBe('LINK_UNDOABLE');
    await users(thief).userUnlink({ body: { from_subject: anna.subject } });
    expect(await codeOf(call(thief))).toBeUndefined();
  },
);

describe('what is downloaded', () => {
  test('is all that the services keep, also of an account that was linked', async () => {
    const before = await lifecycle.newPerson();
    await lifecycle.live(anna, 'Bach bei Olten');
    await lifecycle.live(before, 'Bach bei Aarau');
    await lifecycle.link(anna, before, anna);
    await lifecycle.daysGoBy();

    const text = await download(anna);
    const { subject, data } = JSON.parse(text) as {
      subject: string;
      data: Record<string, Record<string, Record<string, unknown[]>>>;
    };
    expect(subject).toBe(anna.subject);
    expect(Object.keys(data)).toEqual([anna.subject, before.subject]);
    for (const name of ['Bach bei Olten', 'Bach bei Aarau']) expect(text).toContain(name);
    const filled = Object.values(data[anna.subject]!).flatMap((tables) =>
      Object.keys(tables).filter((table) => tables[table]!.length > 0),
    );
    for (const service of ['atma', 'aua', 'clag', 'gres', 'lars', 'lima', 'osc']) {
      expect(filled.filter((table) => table.startsWith(`${service}.`))).not.toEqual([]);
    }
  });

  test('names nobody else', async () => {
    const administrator = await lifecycle.newPerson('administrator');
    await users(anna).userUpdateUserInfo();
    await users(administrator).userSetRoles({
      body: { subject: anna.subject, role_names: ['teacher'] },
    });
    const data = await download(anna);
    expect(data).toContain('/user/setRoles');
    expect(data).not.toContain(administrator.subject);
  });
});

describe('whoever erases the own account', () => {
  test('is gone from every service, with what was linked, and its token with it', async () => {
    const before = await lifecycle.newPerson();
    await lifecycle.live(anna, 'Regen in Chur');
    await lifecycle.live(before, 'Regen in Genf');
    await lifecycle.link(anna, before, anna);
    await lifecycle.daysGoBy();
    await users(anna).userDeleteOwn(ofUser(anna));
    const refused = /^(SUBJECT_ERASING|TOKEN_REQUIRED)$/;
    // The processes hear of it with the commit.
    await expect.poll(() => codeOf(users(anna).userUpdateUserInfo())).toMatch(refused);
    const left = async () =>
      [
        await tablesNaming(lifecycle.platform.database, 'Regen in Chur'),
        await tablesNaming(lifecycle.platform.database, 'Regen in Genf'),
      ].flat();
    await expect.poll(left).toEqual([]);
    for (const call of [users(anna).userGet, users(anna).userDeleteOwn]) {
      expect(await codeOf(call(ofUser(anna)))).toMatch(refused);
    }
  });

  test('is not the last administrator', async () => {
    const { database } = lifecycle.platform;
    await database.deleteFrom('aua.user_roles').where('role', '=', 'administrator').execute();
    const last = await lifecycle.newPerson('administrator');
    expect(await codeOf(users(last).userDeleteOwn(ofUser(last)))).toBe('LAST_ADMINISTRATOR');
  });
});

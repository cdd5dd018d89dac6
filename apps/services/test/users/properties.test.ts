import { outboxKeyProperty } from '@lectern/contracts';
import { propertyTemplatesMaximum } from '@lectern/contracts/calls/users/property';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { post, refusalText, startAdministration, type Administration } from './administration.ts';

const administration = startBeforeAll(startAdministration);
let mia: SignedIn;
let pupil: Administration['users'];

const users = makeBeforeAll(() => administration.users);
beforeAll(async () => {
  const { platform } = administration;
  mia = await platform.identityProvider.signIn('mia');
  pupil = platform.as('aua', mia);
  await pupil.userUpdateUserInfo();
});

const create = (...templates: { key: string; description?: string; enabled?: boolean }[]) =>
  users.propertyCreateTemplates({ body: { templates } });
const toggle = (...templates: { key: string; enabled: boolean }[]) =>
  users.propertyToggleTemplates({ body: { templates } });

describe('templates', () => {
  test('are made, described anew and never enabled by being made again', async () => {
    const font = { key: 'schrift-größe', description: 'Größe der Schrift.' };
    await expect(create(font, { key: 'aus', enabled: false })).resolves.toEqual({
      result_state: 'OK',
      templates: [
        { ...font, enabled: true, outcome: 'CREATED' },
        { key: 'aus', enabled: false, outcome: 'CREATED' },
      ],
    });
    await expect(create(font, { key: 'aus', enabled: true })).resolves.toEqual({
      result_state: 'IA_OK',
      templates: [
        { ...font, enabled: true, outcome: 'UNCHANGED' },
        { key: 'aus', enabled: false, outcome: 'UNCHANGED' },
      ],
    });
    // Without a description the one that is there stays.
    await expect(create({ key: font.key })).resolves.toMatchObject({
      templates: [{ ...font, outcome: 'UNCHANGED' }],
    });
    await expect(create({ key: 'aus', description: 'Neu.' })).resolves.toMatchObject({
      result_state: 'OK',
      templates: [{ key: 'aus', description: 'Neu.', enabled: false, outcome: 'CHANGED' }],
    });
    const changes = await administration.changesBy('/property/createTemplates');
    expect(changes.map(({ change }) => change)).toEqual([
      {
        templates: [
          { key: 'schrift-größe', enabled: true, outcome: 'CREATED' },
          { key: 'aus', enabled: false, outcome: 'CREATED' },
        ],
      },
      { templates: [{ key: 'aus', enabled: false, outcome: 'CHANGED' }] },
    ]);
  });

  test('are toggled all or none', async () => {
    await create({ key: 'eins' }, { key: 'zwei', enabled: false });
    const missing = { key: 'fehlt', enabled: true };
    expect(await codeOf(toggle({ key: 'eins', enabled: false }, missing))).toBe(
      'PROPERTY_TEMPLATE_NOT_FOUND',
    );
    expect(await refusalText(toggle(missing))).toContain('fehlt');
    const both = [
      { key: 'zwei', enabled: false },
      { key: 'eins', enabled: false },
    ];
    await expect(toggle(...both)).resolves.toEqual({
      result_state: 'OK',
      templates: [
        { key: 'zwei', enabled: false, outcome: 'UNCHANGED' },
        { key: 'eins', enabled: false, outcome: 'CHANGED' },
      ],
    });
    await expect(toggle(...both)).resolves.toMatchObject({ result_state: 'IA_OK' });
    const changes = await administration.changesBy('/property/toggleTemplates');
    expect(changes.map(({ change }) => change)).toEqual([
      { templates: [{ key: 'eins', enabled: false, outcome: 'CHANGED' }] },
    ]);
  });

  test('are listed in the order of their keys, whatever these hold', async () => {
    const keys = ['b_%', 'B', 'a\\', 'constructor', '__proto__', "'; --", 'ä'];
    await create(...keys.map((key) => ({ key })));
    const { templates } = await users.propertyListTemplates();
    const listed = templates.map(({ key }) => key);
    expect(listed).toEqual(listed.toSorted());
    expect(listed).toEqual(expect.arrayContaining(keys));
    // A pupil sees what can be set.
    await expect(pupil.propertyListTemplates()).resolves.toMatchObject({ templates });
  });

  test('a key that appears twice, an empty one and a long one are refused', async () => {
    expect(await codeOf(create({ key: 'x' }, { key: 'x' }))).toBe('REQUEST_INVALID');
    expect(await codeOf(create({ key: '' }))).toBe('REQUEST_INVALID');
    expect(await codeOf(create({ key: 'ä'.repeat(128) }))).toBe('REQUEST_INVALID');
    expect(await codeOf(create())).toBe('REQUEST_INVALID');
  });
});

describe('properties of a user', () => {
  const set = (
    properties: { key: string; value: string | null }[],
    who = pupil,
    subject = mia.subject,
  ) => who.userSetProperties({ body: { subject, properties } });

  beforeAll(async () => {
    await create({ key: 'p1' }, { key: 'p2' }, { key: 'p3', enabled: false });
    await toggle({ key: 'p1', enabled: true }, { key: 'p2', enabled: true });
  });

  test('are set and removed; the others stay, and a repeat changes nothing', async () => {
    const both = [
      { key: 'p2', value: '' },
      { key: 'p1', value: 'ß "\\ %_ 🦆' },
    ];
    const stored = both.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    await expect(set(both)).resolves.toEqual({ result_state: 'OK', properties: stored });
    await expect(set(both)).resolves.toEqual({ result_state: 'IA_OK', properties: stored });
    await expect(set([{ key: 'p2', value: null }])).resolves.toEqual({
      result_state: 'OK',
      properties: [stored[0]],
    });
    await expect(set([{ key: 'p2', value: null }])).resolves.toMatchObject({
      result_state: 'IA_OK',
    });
    await expect(
      pupil.userGetProperties({ body: { subject: mia.subject } }),
    ).resolves.toMatchObject({ properties: [stored[0], { key: outboxKeyProperty }] });
    // Calls of users about their own account are no administration.
    expect(await administration.changesBy('/user/setProperties')).toEqual([]);
  });

  test('without an enabled template none is set, and removing works all the same', async () => {
    await set([{ key: 'p1', value: 'before' }]);
    const refused = [
      { key: 'p1', value: 'after' },
      { key: 'p3', value: 'x' },
      { key: 'p4', value: 'x' },
    ];
    expect(await codeOf(set(refused))).toBe('PROPERTY_NOT_ALLOWED');
    expect(await refusalText(set(refused))).toContain('2: p3, p4');
    await toggle({ key: 'p1', enabled: false });
    const { properties } = await pupil.userGetProperties({ body: { subject: mia.subject } });
    expect(properties[0]).toEqual({ key: 'p1', value: 'before' });
    expect(await codeOf(set([{ key: 'p1', value: 'after' }]))).toBe('PROPERTY_NOT_ALLOWED');
    await expect(
      set([
        { key: 'p1', value: null },
        { key: 'p4', value: null },
      ]),
    ).resolves.toEqual({ result_state: 'OK', properties: [] });
    await toggle({ key: 'p1', enabled: true });
  });

  describe('the key of undelivered work', () => {
    const keyFor = async (who: Administration['users'], subject: string) => {
      const { properties } = await who.userGetProperties({ body: { subject } });
      return properties.find(({ key }) => key === outboxKeyProperty)?.value;
    };

    test('is made once, however many ask at once, and differs from anybody else’s', async () => {
      const ben = await administration.platform.identityProvider.signIn('ben');
      const other = administration.platform.as('aua', ben);
      await other.userUpdateUserInfo();
      const keys = await Promise.all(Array.from({ length: 8 }, () => keyFor(other, ben.subject)));
      expect(new Set(keys).size).toBe(1);
      expect(Buffer.from(keys[0]!, 'base64url')).toHaveLength(32);
      expect(await keyFor(pupil, mia.subject)).not.toBe(keys[0]);
    });

    test('is told to nobody else, whatever they may', async () => {
      expect(await keyFor(pupil, mia.subject)).toBeDefined();
      expect(await keyFor(users, mia.subject)).toBeUndefined();
    });

    test('is set, removed and named by nobody', async () => {
      const before = await keyFor(pupil, mia.subject);
      expect(await codeOf(set([{ key: outboxKeyProperty, value: 'x' }]))).toBe(
        'PROPERTY_NOT_ALLOWED',
      );
      await set([{ key: outboxKeyProperty, value: null }]);
      expect(await keyFor(pupil, mia.subject)).toBe(before);
      expect(await codeOf(create({ key: outboxKeyProperty }))).toBe('REQUEST_INVALID');
    });
  });

  test('of another user: an administrator sets them, which is recorded without the values', async () => {
    await set([{ key: 'p1', value: 'x' }], users);
    await set([{ key: 'p1', value: 'x' }], users);
    await set(
      [
        { key: 'p1', value: null },
        { key: 'p2', value: 'secret' },
      ],
      users,
    );
    const { subject } = mia;
    expect(await administration.changesBy('/user/setProperties')).toEqual(
      [
        { subject, set: ['p1'], removed: [] },
        { subject, set: ['p2'], removed: ['p1'] },
      ].map((change) => ({
        token_subject: administration.administrator.subject,
        subject,
        change,
      })),
    );
    expect(await codeOf(set([{ key: 'p1', value: 'x' }], users, 'nobody'))).toBe('USER_NOT_FOUND');
  });

  test('values are limited, and fifty of the longest fit a request', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `lang-${index}`);
    await create(...keys.map((key) => ({ key })));
    const longest = '字'.repeat(4_096);
    const { properties } = await set(keys.map((key) => ({ key, value: longest })));
    expect(properties.filter(({ value }) => value === longest)).toHaveLength(50);
    expect(await codeOf(set([{ key: 'p1', value: `${longest}x` }]))).toBe('REQUEST_INVALID');
    await set(keys.map((key) => ({ key, value: null })));
  });

  test('parallel requests of one user are done one after the other', async () => {
    const { platform } = administration;
    const other = await platform.anotherProcess();
    const keys = Array.from({ length: 50 }, (_, index) => `lang-${index}`);
    const bodies = Array.from({ length: 16 }, (_, index) => ({
      subject: mia.subject,
      // In either order, so that two could wait for each other.
      properties: (index % 2 ? keys : keys.toReversed()).map((key) => ({ key, value: `${index}` })),
    }));
    const answers = await Promise.all(
      bodies.map((body, index) =>
        post(index % 3 ? other.url : platform.url, mia, '/user/setProperties', body),
      ),
    );
    await other.close();
    expect(answers).toEqual(answers.map(() => [200, 'OK']));
    const { properties } = await pupil.userGetProperties({ body: { subject: mia.subject } });
    const written = properties.filter(({ key }) => keys.includes(key));
    expect(written).toHaveLength(keys.length);
    expect(new Set(written.map(({ value }) => value)).size).toBe(1);
    await set(keys.map((key) => ({ key, value: null })));
  });
});

test('there is a most of templates, which parallel requests do not pass', async () => {
  const { templates } = await users.propertyListTemplates();
  const room = propertyTemplatesMaximum - templates.length;
  const tooMany = Array.from({ length: room + 1 }, (_, index) => ({ key: `filler-${index}` }));
  expect(await codeOf(create(...tooMany))).toBe('PROPERTY_TEMPLATE_LIMIT_REACHED');
  expect((await users.propertyListTemplates()).templates).toHaveLength(templates.length);
  await create(...tooMany.slice(0, room - 1));
  const codes = await Promise.all(['z1', 'z2', 'z3'].map((key) => codeOf(create({ key }))));
  expect(codes.filter((code) => code === 'PROPERTY_TEMPLATE_LIMIT_REACHED')).toHaveLength(2);
  // Known templates are no new ones.
  await expect(create(...tooMany.slice(0, room - 1))).resolves.toMatchObject({
    result_state: 'IA_OK',
  });
});

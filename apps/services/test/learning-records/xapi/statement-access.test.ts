import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { giveRole, startBeforeAll } from '../../platform.ts';
import { ensureGroup } from '../../../src/index.ts';
import { publishedCourse } from '../published-course.ts';
import { attachmentOf, sendAttached } from './attached.ts';
import { agentOf, base, clientOf, keyWith, refusalOf, type Client } from './requests.ts';
import { pages, postTo, startRecordStore, statement, voidedId } from './record-store.ts';
import { rowsOf } from '../../rows.ts';

/* Statements that a caller may write and read. */

const store = startBeforeAll(startRecordStore);
let mia: SignedIn;
let ben: SignedIn;
let teacher: SignedIn;

const as = (who: SignedIn): Client => clientOf(store.platform, `Bearer ${who.token}`);
const agentFor = ({ subject }: SignedIn) => JSON.parse(agentOf(store.platform, subject)) as object;
const by = (who: SignedIn, members: object = {}) => statement({ actor: agentFor(who), ...members });
const read = (client: Client, parameters: Record<string, string> = {}) =>
  client(`${base}/statements`, { parameters });
const idsFor = async (client: Client, parameters: Record<string, string> = {}) => {
  const { statements } = (await pages(client, { limit: '250', ...parameters }).next()).value!;
  return statements.map(({ id }: { id: string }) => id);
};

beforeAll(async () => {
  const { signIn } = store.platform.identityProvider;
  [mia, ben, teacher] = await Promise.all([signIn('mia'), signIn('ben'), signIn('adrian')]);
  const { database } = store.platform;
  await giveRole(database, teacher.subject, 'teacher');
  await ensureGroup(database, {
    group_id: 'class',
    provider_id: 'BEOOK_1',
    name: '7a',
    members: [
      { subject: teacher.subject, group_role: 'leader' },
      { subject: mia.subject, group_role: 'member' },
    ],
  });
});

describe('a person', () => {
  test('records what it did itself, and the application says so', async () => {
    const given = by(mia);
    expect((await postTo(as(mia), given)).status).toBe(200);
    const { issuer: homePage } = store.platform.identityProvider.servicesClient;
    expect((await store.get(given.id)).authority).toEqual({
      objectType: 'Agent',
      account: { homePage, name: 'lectern-shell' },
    });
  });

  test('records nothing in the name of another, alone or in a batch', async () => {
    for (const others of [by(ben), statement(), [by(mia), by(ben)]]) {
      expect(await refusalOf(postTo(as(mia), others))).toBe('403 SUBJECT_FORBIDDEN');
    }
  });

  test('reads its own statements, and of others nothing', async () => {
    const [own, other] = [by(mia), by(ben)];
    await postTo(as(mia), own);
    await postTo(as(ben), other);
    const ids = await idsFor(as(mia));
    expect(ids).toContain(own.id);
    expect(ids).not.toContain(other.id);
    expect(await idsFor(as(mia), { agent: JSON.stringify(agentFor(ben)) })).toEqual([]);
    const asked = read(as(mia), { statementId: other.id });
    expect(await refusalOf(asked)).toBe('404 STATEMENT_NOT_FOUND');
    expect(await idsFor(as(mia), { verb: own.verb.id })).not.toContain(other.id);
    expect(await idsFor(as(mia), { activity: (other.object as { id: string }).id })).not.toContain(
      other.id,
    );
  });

  test('is no group, and names nobody as a member of itself', async () => {
    const member = [agentFor(ben)];
    const group = { objectType: 'Group', ...agentFor(mia), member };
    for (const actor of [
      { ...group, objectType: 'Group' },
      { objectType: 'Group', member },
    ]) {
      const sent = postTo(as(mia), statement({ actor }));
      expect(await refusalOf(sent)).toBe('403 SUBJECT_FORBIDDEN');
    }
  });

  test('learns nothing of what others have recorded by referring to it', async () => {
    const registration = randomUUID();
    const other = by(ben, {
      verb: { id: 'urn:geheim' },
      object: { id: 'urn:uebung' },
      context: { registration, instructor: agentFor(teacher) },
    });
    await postTo(as(ben), other);
    const referringTo = (id: string) => by(mia, { object: { objectType: 'StatementRef', id } });
    const first = referringTo(other.id);
    const second = referringTo(first.id);
    await postTo(as(mia), first);
    await postTo(as(mia), second);
    const questions: readonly Record<string, string>[] = [
      { agent: JSON.stringify(agentFor(ben)) },
      { verb: 'urn:geheim' },
      { activity: 'urn:uebung' },
      { registration },
      { agent: JSON.stringify(agentFor(ben)), related_agents: 'true' },
      { agent: JSON.stringify(agentFor(teacher)), related_agents: 'true' },
      { activity: 'urn:uebung', related_activities: 'true' },
      { verb: first.verb.id, activity: 'urn:uebung', related_activities: 'true' },
    ];
    for (const question of questions) {
      expect(await idsFor(as(mia), question)).toEqual([]);
      // They refer to it all the same, for whoever may read both.
      const seen = await idsFor(store.client, question);
      for (const { id } of [first, second]) expect(seen).toContain(id);
    }
    const own = await idsFor(as(mia), { verb: first.verb.id });
    expect(own).toEqual(expect.arrayContaining([first.id, second.id]));
    // Nor is there a difference between what is another's and what is not there.
    for (const method of ['GET', 'HEAD']) {
      for (const statementId of [other.id, randomUUID()]) {
        const asked = await as(mia)(`${base}/statements`, { method, parameters: { statementId } });
        expect(asked.status).toBe(404);
      }
    }
  });

  test('finds what refers to its own statements, also in a circle', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const referring = (id: string, target: string) =>
      by(mia, { id, object: { objectType: 'StatementRef', id: target } });
    const known = by(mia, { verb: { id: 'urn:eigenes' } });
    const third = referring(randomUUID(), known.id);
    await postTo(as(mia), [known, third]);
    expect(await idsFor(as(mia), { verb: 'urn:eigenes' })).toEqual(
      expect.arrayContaining([known.id, third.id]),
    );
    await postTo(as(mia), [referring(first, second), referring(second, first)]);
    expect((await read(as(mia), { agent: JSON.stringify(agentFor(mia)) })).status).toBe(200);
    expect((await read(as(mia), { verb: 'urn:keines' })).status).toBe(200);
  });

  test('takes back its own statements alone, also those that are still to come', async () => {
    const [known, coming] = [by(ben), by(ben)];
    await postTo(as(ben), known);
    const voiding = (id: string) =>
      by(mia, { verb: { id: voidedId }, object: { objectType: 'StatementRef', id } });
    expect((await postTo(as(mia), [voiding(known.id), voiding(coming.id)])).status).toBe(200);
    await postTo(as(ben), coming);
    const ids = await idsFor(as(ben));
    expect(ids).toContain(known.id);
    expect(ids).toContain(coming.id);
    const own = by(mia);
    await postTo(as(mia), [own, voiding(own.id)]);
    expect(await idsFor(as(mia))).not.toContain(own.id);
  });

  test('does not take back what a tool says of it', async () => {
    const tool = clientOf(store.platform, await keyWith(store.platform, 'all'));
    const [mark, own] = [by(mia), by(mia)];
    await postTo(tool, mark);
    await postTo(as(mia), own);
    const voiding = (id: string) =>
      by(mia, { verb: { id: voidedId }, object: { objectType: 'StatementRef', id } });
    expect((await postTo(as(mia), [voiding(mark.id), voiding(own.id)])).status).toBe(200);
    const ids = await idsFor(as(mia));
    expect(ids).toContain(mark.id);
    expect(ids).not.toContain(own.id);
    // Their sender may.
    await postTo(tool, voiding(mark.id));
    expect(await idsFor(as(mia))).not.toContain(mark.id);
  });

  test('is nobody to the store without a token that holds', async () => {
    for (const client of [clientOf(store.platform), clientOf(store.platform, 'Bearer none')]) {
      expect((await read(client)).status).toBe(401);
      expect((await postTo(client, by(mia))).status).toBe(401);
    }
  });
});

describe('a teacher', () => {
  const of = (who: SignedIn, course: string, members: object = {}) =>
    by(who, { object: { id: `https://verlag.example/${course}` }, ...members });
  const change = (fields: object) =>
    rowsOf(store.platform.database, 'gres.members', { subject: mia.subject }).set(fields);
  /** Statements among three that it finds, by each way of asking. */
  const found = async (given: readonly { readonly id: string }[]) => {
    const all = await idsFor(as(teacher));
    const ofMia = await idsFor(as(teacher), { agent: JSON.stringify(agentFor(mia)) });
    const single = await Promise.all(
      given.map(async ({ id }) => (await read(as(teacher), { statementId: id })).status === 200),
    );
    return given.map(({ id }, place) => [all.includes(id), ofMia.includes(id), single[place]]);
  };
  const [shown, hidden] = [
    [true, true, true],
    [false, false, false],
  ];

  beforeAll(async () => {
    await publishedCourse(store.platform.database, 'offen');
    await publishedCourse(store.platform.database, 'bezahlt', ['produkt']);
  });

  test('reads of members what is of a course that the group works with', async () => {
    const given = [
      of(mia, 'offen'),
      of(mia, 'uebung-1', {
        context: { contextActivities: { grouping: [{ id: 'https://verlag.example/offen' }] } },
      }),
      of(mia, 'bezahlt'),
      of(mia, 'offen/unbekannt'),
      by(mia),
    ];
    const stranger = of(ben, 'offen');
    await postTo(as(mia), given);
    await postTo(as(ben), stranger);
    expect(await found(given)).toEqual([shown, shown, hidden, hidden, hidden]);
    expect(await found([stranger])).toEqual([hidden]);
    expect(await refusalOf(postTo(as(teacher), by(mia)))).toBe('403 SUBJECT_FORBIDDEN');
  });

  test('reads what a member shares, and what is attached only with its media', async () => {
    const content = Buffer.from('Hallo');
    const given = of(mia, 'bezahlt', { attachments: [attachmentOf(content)] });
    await sendAttached(as(mia), given, [{ of: content }]);
    const attachedFor = async () => {
      const parameters = { statementId: given.id, attachments: 'true' };
      return (await (await read(as(teacher), parameters)).text()).includes('Hallo');
    };
    const share = (...sharing_types: string[]) =>
      change({
        sharings: JSON.stringify([{ course_id: 'bezahlt', issue_id: '1', sharing_types }]),
      });
    await share('Notes');
    expect([await found([given]), await attachedFor()]).toEqual([[shown], false]);
    await share('Media');
    expect([await found([given]), await attachedFor()]).toEqual([[shown], true]);
    await share();
    expect(await found([given])).toEqual([hidden]);
  });

  test('row 95: reads what is attached of no time before the group that it is shared with', async () => {
    const content = Buffer.from('Frueher');
    const given = of(mia, 'offen', { attachments: [attachmentOf(content)] });
    await sendAttached(as(mia), given, [{ of: content }]);
    const attached = async () => {
      const parameters = { statementId: given.id, attachments: 'true' };
      return (await (await read(as(teacher), parameters)).text()).includes('Frueher');
    };
    const { database } = store.platform;
    await ensureGroup(database, {
      group_id: 'later',
      provider_id: 'BEOOK_1',
      name: 'Chor',
      members: [
        { subject: teacher.subject, group_role: 'leader' },
        { subject: mia.subject, group_role: 'member' },
      ],
    });
    const ofLater = database.updateTable('gres.members').where('group_id', '=', 'later');
    const sharings = [{ course_id: 'offen', issue_id: '1', sharing_types: ['Media'] }];
    await ofLater.set({ sharings: JSON.stringify(sharings) }).execute();
    expect([await found([given]), await attached()]).toEqual([[shown], false]);
    await ofLater.set({ began_at: new Date('2026-01-01') }).execute();
    expect(await attached()).toBe(true);
    await database.deleteFrom('gres.members').where('group_id', '=', 'later').execute();
  });

  test('row 115: reads what content has said of the courses that it is bound to, whatever it names', async () => {
    const put = async (courses: readonly string[] | undefined, named: string) => {
      const { statement_id } = await store.platform.as('lars', mia).dataPut({
        body: {
          subject: mia.subject,
          ...(courses && { courses: [...courses] }),
          put_dto: {
            dto_id: 'x',
            statement: {
              id: randomUUID(),
              verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
              object: { id: `https://verlag.example/${named}` },
            },
          },
        },
      });
      return { id: statement_id };
    };
    for (const [courses, named, expected] of [
      [['offen'], 'offen', shown],
      [['offen'], 'uebung-1', shown],
      [['offen'], 'bezahlt', shown],
      [['bezahlt'], 'offen', hidden],
      [['bezahlt'], 'uebung-1', hidden],
      [['unbekannt'], 'offen', hidden],
      [['bezahlt', 'offen'], 'offen', shown],
      [['bezahlt', 'offen'], 'bezahlt', hidden],
      [['bezahlt', 'offen'], 'uebung-1', hidden],
      [undefined, 'offen', shown],
      [undefined, 'bezahlt', hidden],
    ] as const) {
      const given = await put(courses, named);
      expect([courses, named, await found([given])]).toEqual([courses, named, [expected]]);
    }
  });

  test('reads nothing from before the membership, not by a microsecond', async () => {
    const before = of(mia, 'offen');
    await postTo(as(mia), before);
    await change({
      began_at: sql`(select stored + interval '1 microsecond' from lars.statements
        where statement_id = ${before.id})`,
    });
    const since = of(mia, 'offen');
    await postTo(as(mia), since);
    expect(await found([before, since])).toEqual([hidden, shown]);
    await change({ began_at: new Date('2026-01-01') });
    expect(await found([before])).toEqual([shown]);
  });

  test('learns nothing of the rest by what refers to it', async () => {
    const secret = of(mia, 'bezahlt', { verb: { id: 'urn:geheim-bezahlt' } });
    const referring = by(mia, {
      object: { objectType: 'StatementRef', id: secret.id },
      context: { contextActivities: { grouping: [{ id: 'https://verlag.example/offen' }] } },
    });
    await postTo(as(mia), [secret, referring]);
    expect(await idsFor(as(teacher), { verb: 'urn:geheim-bezahlt' })).toEqual([]);
  });

  test('row 57: is seen to have looked, once a day', async () => {
    await found([of(mia, 'offen')]);
    const looks = await store.platform.database.selectFrom('gres.looks').selectAll().execute();
    expect(looks).toMatchObject([{ subject: mia.subject, reader: teacher.subject }]);
  });

  test.each([
    ['is invited', { membership_state: 'invited', origin: 'leader', invited_until: new Date() }],
    ['has asked to join', { membership_state: 'requested', origin: 'self', invited_until: null }],
  ])('row 57: reads nothing of somebody who %s', async (_what, fields) => {
    const given = of(mia, 'offen');
    await postTo(as(mia), given);
    await change(fields);
    expect(await found([given])).toEqual([hidden]);
    await change({ membership_state: 'accepted', origin: 'self', invited_until: null });
    expect(await found([given])).toEqual([shown]);
  });
});

test('who may read everybody does not do so without a trace', async () => {
  const { database, identityProvider } = store.platform;
  const [support, lea, thomas] = await Promise.all([
    identityProvider.signIn('sofia'),
    identityProvider.signIn('lea'),
    identityProvider.signIn('thomas'),
  ]);
  await giveRole(database, support.subject, 'support');
  const [own, other] = [by(lea), by(thomas, { object: { objectType: 'Agent', ...agentFor(lea) } })];
  await postTo(as(lea), own);
  await postTo(as(thomas), other);
  const tracesOf = async (parameters: Record<string, string>) => {
    const count = () =>
      database
        .selectFrom('aua.audit_log')
        .select(['call', 'subject'])
        .where('kind', '=', 'acting-for')
        .where('token_subject', '=', support.subject)
        .orderBy('at')
        .execute();
    const before = (await count()).length;
    await idsFor(as(support), parameters);
    return (await count()).slice(before);
  };
  const call = '/lars/xapi/statements';
  expect(await tracesOf({})).toEqual([{ call, subject: null }]);
  expect(await tracesOf({ verb: own.verb.id })).toEqual([{ call, subject: null }]);
  expect(await tracesOf({ agent: JSON.stringify(agentFor(thomas)) })).toEqual([
    { call, subject: thomas.subject },
  ]);
  // Others' statements that name somebody are others' all the same.
  expect(await tracesOf({ agent: JSON.stringify(agentFor(lea)) })).toEqual([
    { call, subject: lea.subject },
    { call, subject: null },
  ]);
  expect(await tracesOf({ verb: 'urn:none' })).toEqual([]);
});

describe('a key', () => {
  test('reads what its scopes say', async () => {
    const key = async (...scopes: Parameters<typeof keyWith>[1][]) =>
      clientOf(store.platform, await keyWith(store.platform, ...scopes));
    const writer = await key('statements/write');
    const reader = await key('statements/read');
    const mine = await key('statements/write', 'statements/read/mine');
    const given = [statement(), statement()] as const;
    const other = statement({ verb: { id: 'urn:anderes' }, object: { id: 'urn:fremd' } });
    await postTo(writer, given[0]);
    await postTo(mine, given[1]);
    expect(await refusalOf(read(writer))).toBe('403 SCOPE_MISSING');
    expect(await refusalOf(postTo(reader, statement()))).toBe('403 SCOPE_MISSING');
    const all = await idsFor(reader);
    for (const { id } of given) expect(all).toContain(id);
    const referring = statement({ object: { objectType: 'StatementRef', id: other.id } });
    await postTo(writer, other);
    await postTo(mine, referring);
    expect(await idsFor(mine, { verb: 'urn:anderes' })).toEqual([]);
    expect(await idsFor(reader, { verb: 'urn:anderes' })).toContain(referring.id);
    expect(await idsFor(mine)).toEqual([referring.id, given[1].id]);
    expect(await idsFor(mine, { activity: 'https://lectern.example/kreislauf' })).toEqual([
      given[1].id,
    ]);
    expect((await read(mine, { statementId: given[0].id })).status).toBe(404);
    expect((await read(mine, { statementId: given[1].id })).status).toBe(200);
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { base, refusalOf } from './requests.ts';
import {
  activity,
  agent,
  asParameter,
  startRecordStore,
  statement,
  voidedId,
} from './record-store.ts';

const store = startBeforeAll(startRecordStore);

/** Names that nothing else has, so that nothing else is found. */
const own = () => randomUUID();

test('by verb, activity and registration, each alone and all together', async () => {
  const [verb, object, registration] = [{ id: `urn:v:${own()}` }, activity(own()), own()];
  const context = { registration };
  const all = statement({ verb, object, context });
  const some = [statement({ verb }), statement({ object }), statement({ context })];
  await store.post([all, ...some]);
  expect(await store.find({ verb: verb.id })).toEqual([some[0]!.id, all.id]);
  expect(await store.find({ activity: object.id })).toEqual([some[1]!.id, all.id]);
  expect(await store.find({ registration })).toEqual([some[2]!.id, all.id]);
  expect(await store.find({ registration: registration.toUpperCase() })).toHaveLength(2);
  expect(await store.find({ verb: verb.id, activity: object.id, registration })).toEqual([all.id]);
  expect(await store.find({ verb: verb.id, registration: own() })).toEqual([]);
});

test('IRIs are the same only letter by letter', async () => {
  const name = own();
  const [verb, object] = [{ id: `urn:v:${name}` }, activity(name)];
  const given = statement({ verb, object });
  await store.post(given);
  expect(await store.find({ verb: verb.id, activity: object.id })).toEqual([given.id]);
  for (const other of [
    { verb: `urn:V:${name}` },
    { activity: `${object.id}/` },
    { activity: object.id.replace('https:', 'HTTPS:') },
    { activity: object.id.replace('example/', 'example:443/') },
  ]) {
    expect(await store.find(other)).toEqual([]);
  }
});

describe('by agent', () => {
  test.each<[string, (person: object) => object]>([
    ['actor', (person) => ({ actor: person })],
    ['object', (person) => ({ object: { objectType: 'Agent', ...person } })],
    ['member of the actor', (person) => ({ actor: { objectType: 'Group', member: [person] } })],
    [
      'member of the object',
      (person) => ({
        object: { objectType: 'Group', ...agent(own()), member: [agent('x'), person] },
      }),
    ],
  ])('as %s', async (_place, members) => {
    const [person, verb] = [agent(own()), { id: `urn:v:${own()}` }];
    const given = statement({ ...members(person), verb });
    await store.post([given, statement({ verb })]);
    expect(await store.find({ agent: asParameter(person) })).toEqual([given.id]);
    expect(await store.find({ agent: asParameter({ ...person, name: 'Other' }) })).toEqual([
      given.id,
    ]);
    expect(await store.find({ agent: asParameter(person), verb: verb.id })).toEqual([given.id]);
    expect(await store.find({ agent: asParameter(person), verb: 'urn:other' })).toEqual([]);
  });

  test.each<[string, object]>([
    ['a hash of its address', { mbox_sha1sum: 'f'.repeat(40) }],
    ['an OpenID', { openid: `https://id.example/${own()}` }],
    ['an account', { account: { homePage: 'https://lms.example', name: own() } }],
  ])('by %s', async (_name, actor) => {
    const given = statement({ actor });
    await store.post(given);
    expect(await store.find({ agent: asParameter(actor) })).toEqual([given.id]);
  });

  const related = (person: object) => [
    statement({ context: { instructor: person } }),
    statement({ context: { team: { objectType: 'Group', member: [person] } } }),
    statement({
      object: { ...statement(), id: undefined, objectType: 'SubStatement', actor: person },
    }),
  ];
  test('only with related_agents as instructor, in a team, or in a statement within', async () => {
    const person = agent(own());
    const given = related(person);
    const actor = statement({ actor: person });
    await store.post([...given, actor]);
    expect(await store.find({ agent: asParameter(person) })).toEqual([actor.id]);
    const all = await store.find({ agent: asParameter(person), related_agents: 'true' });
    expect(all).toEqual([actor, ...given.toReversed()].map(({ id }) => id));
  });

  test('an anonymous group finds nothing', async () => {
    const anonymous = { objectType: 'Group', member: [agent(own())] };
    await store.post(statement({ actor: anonymous }));
    expect(await store.find({ agent: asParameter(anonymous) })).toEqual([]);
  });
});

test('only with related_activities as parent, grouping, category, other, or within', async () => {
  const related = activity(own());
  const kinds = ['parent', 'grouping', 'category', 'other'];
  const given = [
    ...kinds.map((kind) => statement({ context: { contextActivities: { [kind]: [related] } } })),
    statement({
      object: { ...statement(), id: undefined, objectType: 'SubStatement', object: related },
    }),
  ];
  const object = statement({ object: related });
  await store.post([...given, object]);
  expect(await store.find({ activity: related.id })).toEqual([object.id]);
  const all = await store.find({ activity: related.id, related_activities: 'true' });
  expect(all).toEqual([object, ...given.toReversed()].map(({ id }) => id));
});

describe('a statement that refers to another is found by what finds that one', () => {
  test.each(['before', 'after'])('when it comes %s it', async (when) => {
    const [actor, verb] = [agent(own()), { id: `urn:v:${own()}` }];
    const target = statement({ actor, verb });
    const reference = statement({ object: { objectType: 'StatementRef', id: target.id } });
    const second = statement({ object: { objectType: 'StatementRef', id: reference.id } });
    const order = [second, reference, target];
    for (const posted of when === 'before' ? order : order.toReversed()) await store.post(posted);
    const ids = new Set(order.map(({ id }) => id));
    expect(new Set(await store.find({ agent: asParameter(actor), verb: verb.id }))).toEqual(ids);
    expect(new Set(await store.find({ verb: verb.id }))).toEqual(ids);
    expect(await store.find({ agent: asParameter(actor), verb: 'urn:other' })).toEqual([]);
  });

  test('also two that refer to each other, without an end', async () => {
    const [a, b] = [own(), own()];
    const verb = { id: `urn:v:${own()}` };
    const refer = (id: string, to: string) =>
      statement({ id, verb, object: { objectType: 'StatementRef', id: to } });
    await store.post([refer(a, b), refer(b, a)]);
    expect(new Set(await store.find({ verb: verb.id }))).toEqual(new Set([a, b]));
  });
});

test('a chain of references gathers no more than a bounded number of terms', async () => {
  const names = () => Array.from({ length: 250 }, () => activity(own()));
  const chain: (ReturnType<typeof statement> & { id: string })[] = [];
  for (let place = 0; place < 6; place++) {
    const object = place > 0 && { objectType: 'StatementRef', id: chain.at(-1)!.id };
    const context = { contextActivities: { other: names() } };
    const next = statement({ context, ...(object && { object }) });
    await store.post(next);
    chain.push(next);
  }
  const { rows } = await sql<{ most: number; least: number }>`
    select max(cardinality(terms)) as most, min(cardinality(terms)) as least
    from lars.statements where statement_id = any(${chain.map(({ id }) => id)})
  `.execute(store.platform.database);
  expect(rows[0]!.least).toBeGreaterThan(250);
  expect(rows[0]!.most).toBeLessThanOrEqual(1_010);
});

describe('voided (Data 2.3.2)', () => {
  const voiding = (id: string) =>
    statement({ verb: { id: voidedId }, object: { objectType: 'StatementRef', id } });

  test.each(['before', 'after'])('by one that comes %s it', async (when) => {
    const given = statement({ actor: agent(own()) });
    const taken = voiding(given.id);
    for (const next of when === 'before' ? [taken, given] : [given, taken]) await store.post(next);
    const parameters = { statementId: given.id };
    const asked = store.client(`${base}/statements`, { parameters });
    expect(await refusalOf(asked)).toBe('404 STATEMENT_NOT_FOUND');
    const voided = { voidedStatementId: given.id };
    const response = await store.client(`${base}/statements`, { parameters: voided });
    expect(await response.json()).toMatchObject({ id: given.id });
    // It is not found any more; what took it back is, by what it was.
    expect(await store.find({ agent: asParameter(given.actor) })).toEqual([taken.id]);
  });

  test('what voids cannot be voided', async () => {
    const given = statement();
    const taken = voiding(given.id);
    const again = voiding(taken.id);
    for (const posted of [given, taken, again]) await store.post(posted);
    expect(await store.get(taken.id)).toMatchObject({ id: taken.id });
    await expect(store.get(given.id)).rejects.toThrow('STATEMENT_NOT_FOUND');
  });

  test('a statement that is not voided is not given as one', async () => {
    const given = statement();
    await store.post(given);
    const parameters = { voidedStatementId: given.id };
    const asked = store.client(`${base}/statements`, { parameters });
    expect(await refusalOf(asked)).toBe('404 STATEMENT_NOT_FOUND');
  });
});

describe('by the time of storing', () => {
  test('since is after, until is up to; both in any zone', async () => {
    const verb = { id: `urn:v:${own()}` };
    const given = [];
    for (let count = 0; count < 4; count++) {
      const [id] = await store.post(statement({ verb }));
      given.push(await store.get(id!));
    }
    const ids = given.map(({ id }) => id);
    const [, second, third] = given;
    const found = (more: object) => store.find({ verb: verb.id, ascending: 'true', ...more });
    expect(await found({ since: second!.stored })).toEqual(ids.slice(2));
    expect(await found({ until: third!.stored })).toEqual(ids.slice(0, 3));
    expect(await found({ since: second!.stored, until: third!.stored })).toEqual([ids[2]]);
    const elsewhere = new Date(Date.parse(third!.stored) + 7_200_000).toISOString();
    const zoned = `${elsewhere.slice(0, 19)}${third!.stored.slice(19, 26)}+02:00`;
    expect(await found({ since: zoned })).toEqual([ids[3]]);
  });
});

test.each<[string, Record<string, string>]>([
  ['an unknown parameter', { verbs: 'urn:x' }],
  ['a verb that is no IRI', { verb: 'answered' }],
  ['an agent that is no JSON', { agent: 'mia' }],
  ['an agent without identifier', { agent: '{}' }],
  ['a registration that is no UUID', { registration: '1' }],
  ['a time that is none', { since: 'yesterday' }],
  ['a limit below nothing', { limit: '-1' }],
  ['a format that is none', { format: 'short' }],
  ['a boolean that is none', { ascending: 'yes' }],
  ['two ids', { statementId: randomUUID(), voidedStatementId: randomUUID() }],
  ['an id with a filter', { statementId: randomUUID(), verb: 'urn:x' }],
  ['a cursor of nobody', { cursor: 'abc' }],
])('%s is refused', async (_name, parameters) => {
  expect(await refusalOf(store.client(`${base}/statements`, { parameters }))).toBe(
    '400 PARAMETER_INVALID',
  );
});

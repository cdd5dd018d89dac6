import { describe, expect, test } from 'vitest';
import { ben, faultWith, faultWithin, mia } from './statements.ts';

/* xAPI 1.0.3, Data 2.4.2; IEEE 9274.1.1, 4.2.2.1. */

const hash = 'ebd31e95054c018b10727ccffd2ef2ec3a016ee9';
const identifiers = {
  mbox: 'mailto:mia@schule.example',
  mbox_sha1sum: hash,
  openid: 'https://mia.openid.example/',
  account: { homePage: 'https://login.example', name: 'mia' },
};
const names = Object.keys(identifiers) as (keyof typeof identifiers)[];
const noneOrSeveral = 'needs exactly one of mbox, mbox_sha1sum, openid, account';
const several = 'needs no more than one of mbox, mbox_sha1sum, openid, account';

/** Where an agent or a group may stand: what says so of it begins with the place. */
const places: [string, (actor: object) => string | undefined][] = [
  ['actor', (actor) => faultWith({ actor })],
  ['object', (actor) => faultWith({ object: { objectType: 'Agent', ...actor } })],
  ['context.instructor', (instructor) => faultWith({ context: { instructor } })],
  ['authority', (authority) => faultWith({ authority })],
  ['object.actor', (actor) => faultWithin({ actor })],
  ['object.object', (actor) => faultWithin({ object: { objectType: 'Agent', ...actor } })],
  ['object.context.instructor', (instructor) => faultWithin({ context: { instructor } })],
];

describe.each(places)('an agent as %s', (place, faultOf) => {
  test.each(names)('has one identifier: %s', (name) => {
    const agent = { [name]: identifiers[name], name: 'Mia' };
    expect(faultOf(agent)).toBeUndefined();
    expect(faultOf({ objectType: 'Agent', ...agent })).toBeUndefined();
  });

  test('needs one', () => {
    expect(faultOf({ name: 'Mia' })).toBe(`${place}: ${noneOrSeveral}`);
  });

  test.each(
    names.flatMap((name) => names.filter((other) => other > name).map((other) => [name, other])),
  )('has not several: %s and %s', (...both) => {
    const agent = Object.fromEntries(both.map((name) => [name, identifiers[name]]));
    expect(faultOf(agent)).toBe(`${place}: ${noneOrSeveral}`);
  });

  test.each(['agent', 'Person', null, 5])('is of no other type: %j', (objectType) => {
    const fault = faultOf({ ...mia, objectType });
    expect(fault).toMatch(/objectType: expected .*"Agent" or "Group"/);
    expect(fault).toMatch(`${place}.objectType`);
  });

  test.each<[string, object]>([
    ['name: expected string, received number', { ...mia, name: 7 }],
    ['name: expected string, received null', { ...mia, name: null }],
    ['member: is not known here', { ...mia, member: [] }],
    ['Mbox: is not known here', { ...ben, Mbox: 'mailto:a@b' }],
    ['mbox: expected string, received object', { mbox: {} }],
    ['mbox: not a mailto IRI', { mbox: 'mia@schule.example' }],
    ['mbox: not a mailto IRI', { mbox: '' }],
    ['mbox: not a mailto IRI', { mbox: 'mailto:mia' }],
    ['mbox: not a mailto IRI', { mbox: 'mailto:mia@' }],
    ['mbox: not a mailto IRI', { mbox: 'mailto:@schule.example' }],
    ['mbox: not a mailto IRI', { mbox: 'mailto:a@b.example,c@d.example' }],
    ['mbox: not a mailto IRI', { mbox: 'mailto:a@b.example?subject=x' }],
    ['mbox: not a mailto IRI', { mbox: 'mailto:a b@c.example' }],
    ['mbox: not a mailto IRI', { mbox: 'https://schule.example/mia@x' }],
    ['mbox_sha1sum: expected string, received number', { mbox_sha1sum: 1 }],
    ['mbox_sha1sum: not a SHA-1 hash in hexadecimal', { mbox_sha1sum: hash.slice(1) }],
    ['mbox_sha1sum: not a SHA-1 hash in hexadecimal', { mbox_sha1sum: `${hash}0` }],
    ['mbox_sha1sum: not a SHA-1 hash in hexadecimal', { mbox_sha1sum: hash.replace('e', 'g') }],
    ['openid: not a URI', { openid: 'mia' }],
    ['openid: not a URI', { openid: 'https://mïa.example/' }],
    ['openid: not a URI', { openid: 'https://a b' }],
    ['account: expected object, received string', { account: 'mia' }],
    ['account.homePage: is missing', { account: { name: 'mia' } }],
    ['account.name: is missing', { account: { homePage: 'https://login.example' } }],
    ['account.homePage: not an IRI', { account: { ...identifiers.account, homePage: 'login' } }],
    [
      'account.name: expected string, received number',
      { account: { ...identifiers.account, name: 1 } },
    ],
    ['account.id: is not known here', { account: { ...identifiers.account, id: 1 } }],
  ])('is refused: %s', (fault, agent) => {
    expect(faultOf(agent)).toMatch(`${place}.${fault}`);
  });
});

test.each(['mailto:Mia.B+x@SCHULE.example', "mailto:o'neil@localhost", 'mailto:m%3Fx@ü.example'])(
  '%s is a mailto IRI',
  (mbox) => {
    expect(faultWith({ actor: { mbox } })).toBeUndefined();
  },
);

test('a hash may be in upper case', () => {
  expect(faultWith({ actor: { mbox_sha1sum: hash.toUpperCase() } })).toBeUndefined();
});

test.each(['Mia', 5, true, []])('%j is no agent', (actor) => {
  expect(faultWith({ actor })).toMatch(/^actor: expected object, received /);
});

const groupPlaces: typeof places = [
  ...places.filter(([place]) => place !== 'authority'),
  ['context.team', (team) => faultWith({ context: { team } })],
  ['object.context.team', (team) => faultWithin({ context: { team } })],
];

describe.each(groupPlaces)('a group as %s', (place, faultOf) => {
  const faultOfGroup = (group: object) => faultOf({ objectType: 'Group', ...group });

  test('is known by its members alone', () => {
    expect(
      faultOfGroup({ member: [mia, { ...ben, objectType: 'Agent' }], name: '7a' }),
    ).toBeUndefined();
  });

  test.each(names)('has an identifier, %s, with members or without', (name) => {
    const group = { [name]: identifiers[name] };
    expect(faultOfGroup(group)).toBeUndefined();
    expect(faultOfGroup({ ...group, member: [mia] })).toBeUndefined();
    expect(faultOfGroup({ ...group, member: [] })).toBeUndefined();
  });

  test.each([{}, { name: '7a' }, { member: [] }])('is somebody: %j', (group) => {
    expect(faultOfGroup(group)).toBe(
      `${place}: needs members, or one of mbox, mbox_sha1sum, openid, account`,
    );
  });

  test.each<[string, object]>([
    [`: ${several}`, { ...mia, ...ben, member: [mia] }],
    ['.member: expected array, received object', { member: mia }],
    ['.member[1]: expected object, received string', { member: [mia, 'ben'] }],
    [`.member[0]: ${noneOrSeveral}`, { member: [{ name: 'Mia' }] }],
    ['.member[0].objectType: expected "Agent"', { member: [{ objectType: 'Group', ...mia }] }],
    ['.member[0].member: is not known here', { member: [{ ...mia, member: [ben] }] }],
    ['.members: is not known here', { ...mia, members: [] }],
  ])('is refused: %s', (fault, group) => {
    expect(faultOfGroup(group)).toBe(`${place}${fault}`);
  });
});

test.each([faultWith, faultWithin])('a team is a group', (faultOf) => {
  expect(faultOf({ context: { team: { objectType: 'Agent', ...mia } } })).toMatch(
    /context\.team\.objectType: expected "Group"$/,
  );
  expect(faultOf({ context: { team: mia } })).toMatch(
    /context\.team\.objectType: is missing: "Group"$/,
  );
});

describe('an authority', () => {
  const faultOf = (authority: object) => faultWith({ authority });
  const two = { objectType: 'Group', member: [ben, mia] };

  test('is an agent, or an application with a user', () => {
    expect(faultOf(ben)).toBeUndefined();
    expect(faultOf(two)).toBeUndefined();
  });

  test.each([[[]], [[mia]], [[mia, ben, mia]]])('is not a group of others: %j', (member) => {
    expect(faultOf({ ...two, member })).toBe('authority.member: needs exactly two members');
  });

  test.each(names)('is no identified group: %s', (name) => {
    expect(faultOf({ ...two, [name]: identifiers[name] })).toBe(
      `authority.${name}: is not known here`,
    );
  });
});

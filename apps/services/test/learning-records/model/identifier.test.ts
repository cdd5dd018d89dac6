import type { Actor } from '@lectern/contracts/xapi';
import { describe, expect, test } from 'vitest';
import { identifierOf } from '../../../src/learning-records/model/identifier.ts';

const account = (homePage: string, name: string): Actor => ({ account: { homePage, name } });

describe('the identifier', () => {
  test.each<[string, Actor]>([
    ['mbox:mailto:mia@schule.example', { mbox: 'mailto:mia@schule.example' }],
    [`mbox_sha1sum:${'ab'.repeat(20)}`, { mbox_sha1sum: 'aB'.repeat(20) }],
    ['openid:https://eva.example/', { openid: 'https://eva.example/' }],
    ['account:https://login.example|ben', account('https://login.example', 'ben')],
  ])('is %s', (identifier, actor) => {
    expect(identifierOf(actor)).toBe(identifier);
    expect(identifierOf({ ...actor, objectType: 'Group', name: 'x' })).toBe(identifier);
  });

  test('is none of an anonymous group', () => {
    expect(
      identifierOf({ objectType: 'Group', member: [{ mbox: 'mailto:mia@schule.example' }] }),
    ).toBeUndefined();
  });

  test('of a mailbox knows no case of the domain, but of the name', () => {
    const of = (mbox: string) => identifierOf({ mbox });
    expect(of('mailto:Mia@SCHULE.example')).toBe(of('mailto:Mia@schule.EXAMPLE'));
    expect(of('mailto:Mia@schule.example')).not.toBe(of('mailto:mia@schule.example'));
  });

  test('of an account tells where its home page ends', () => {
    expect(identifierOf(account('https://a.example/', 'b|c'))).toBe(
      'account:https://a.example/|b|c',
    );
    expect(identifierOf(account('https://a.example/b', '|c'))).not.toBe(
      identifierOf(account('https://a.example/', 'b||c')),
    );
  });
});

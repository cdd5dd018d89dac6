import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startJwtIssuer } from '../issuer.ts';
import {
  giveRole,
  makeBeforeAll,
  quickJobs,
  startBeforeAll,
  startTestPlatform,
} from '../platform.ts';
import { post } from './administration.ts';
import { limitOfRounds, roundsOf } from '../../../../test/rounds.ts';
import { rowsOf } from '../rows.ts';

const rounds = roundsOf(5);

const issuer = startBeforeAll(startJwtIssuer);
const platform = startBeforeAll(() =>
  startTestPlatform({ furtherIdentityProviders: [issuer.options], jobs: quickJobs }),
);
const other = startBeforeAll(() => platform.anotherProcess());
const administrator = makeBeforeAll(() => platform.identityProvider.signIn('adrian'));
beforeAll(async () => {
  const { database } = platform;
  for (const subject of [administrator.subject, 'another-administrator']) {
    await giveRole(database, subject, 'administrator');
  }
});

async function newPerson() {
  return issuer.signIn(randomUUID());
}

const link = (url: string, from: SignedIn, to: SignedIn, migrate = false) =>
  post(url, from, '/user/link', { from_token: from.token, to_token: to.token, migrate });

/** Somebody whose old account leads to the new one, and a third account. */
async function linkedPerson() {
  const [third, old, current] = [await newPerson(), await newPerson(), await newPerson()];
  expect(await link(platform.url, old, current)).toEqual([200, 'OK']);
  return { third, old, current };
}

test(
  'nothing is moved to a subject that is erased at the same time',
  { timeout: limitOfRounds(60_000) },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const { third, old, current } = await linkedPerson();
      const codes = await Promise.all([
        link(platform.url, third, old, true),
        post(other.url, administrator, '/user/delete', { subject: current.subject }),
      ]);
      expect(codes[1][0]).toBe(200);
      // A link that was first: its move is dropped, and its data erased where it is.
      // One that came later finds that it is erased.
      expect(['OK', 'SUBJECT_BUSY', 'TOKEN_INVALID']).toContain(codes[0][1]);
      const { rows } = await sql`
        select from aua.subject_jobs where kind = 'move' and subject = ${third.subject}
      `.execute(platform.database);
      expect(rows).toEqual([]);
    }
  },
);

test(
  'links that are made at the same time leave no chain',
  { timeout: limitOfRounds(60_000) },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const { third, old, current } = await linkedPerson();
      const end = await newPerson();
      await Promise.all([link(platform.url, third, old), link(other.url, current, end)]);
      const { rows } = await sql`
      select first.from_subject from aua.subject_links first
      join aua.subject_links second on second.from_subject = first.to_subject
    `.execute(platform.database);
      expect(rows).toEqual([]);
    }
  },
);

test(
  'an account that is linked while its erasure is asked for is erased as what it has become',
  { timeout: limitOfRounds(60_000) },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const [old, current] = [await newPerson(), await newPerson()];
      const [, answer] = await Promise.all([
        link(platform.url, old, current),
        platform.as('aua', administrator).userDelete({ body: { subject: old.subject } }),
      ]);
      const links = await rowsOf(platform.database, 'aua.subject_links', {
        from_subject: old.subject,
      }).get('to_subject');
      expect(answer.subject).toBe(links[0]?.to_subject ?? old.subject);
    }
  },
);

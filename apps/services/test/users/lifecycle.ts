import { randomUUID } from 'node:crypto';
import { linkUndoDays } from '@lectern/contracts/calls/users/user-lifecycle';
import { sql } from 'kysely';
import type { SignedIn } from '@lectern/env/testing';
import { startPeopledPlatform } from '../peopled-platform.ts';
import { headersOf } from '../security/requests.ts';
import type { Database } from '../../src/index.ts';
import type { TestPlatform } from '../platform.ts';
import { leaveTraces } from './subject-traces.ts';

/** The services with persons who have something in each of them, to be linked and erased. */
export interface Lifecycle {
  readonly platform: TestPlatform;
  /** Somebody nobody has seen before. */
  newPerson(role?: string): Promise<SignedIn>;
  /** The same person with a new token. @param claims Beside those of every token. */
  again(who: SignedIn, claims?: object): Promise<SignedIn>;
  /** Gives a person something of every kind in every service: `subject-traces.ts`. */
  live(who: SignedIn, own: string): Promise<void>;
  writeAnswer(who: SignedIn, key: string, value: string): Promise<void>;
  answersOf(who: SignedIn): Promise<Record<string, string>>;
  recordStatement(who: SignedIn, id: string): Promise<void>;
  /** A call as a process makes it whose memory knows nothing of what the first one has seen. */
  elsewhere(who: SignedIn, path: string, body: unknown): Promise<Response>;
  /** Which subject a token is of, as a process without memory sees it. */
  ownerOf(who: SignedIn): Promise<string>;
  /** Links, lets the days go by, and has the data moved. */
  linkAndMove(
    caller: SignedIn,
    from: SignedIn,
    to: SignedIn,
  ): ReturnType<ReturnType<typeof usersOf>['userLink']>;
  link(
    caller: SignedIn,
    from: SignedIn,
    to: SignedIn,
    migrate?: boolean,
  ): ReturnType<ReturnType<typeof usersOf>['userLink']>;
  /** Lets the days go by in which links can be undone; what is to be moved can be moved now. */
  daysGoBy(): Promise<void>;
  /** Lets the second round of all jobs begin now. */
  sweepNow(): Promise<void>;
  close(): Promise<void>;
}

/** As if everything that was linked until now had been linked a fortnight earlier. */
export async function letLinkDaysGoBy(database: Database): Promise<void> {
  const before = sql`interval '${sql.raw(String(linkUndoDays))} days'`;
  await sql`update aua.subject_links set linked_at = linked_at - ${before}`.execute(database);
  await sql`update aua.subject_jobs set begins_at = begins_at - ${before}`.execute(database);
  await sql`
    update jobs.job set start_after = start_after - ${before}
    where start_after > now() + interval '1 day'
  `.execute(database);
}

/** Several jobs follow each other. */
export const patient = { timeout: 20_000 };

/** Where {@link Lifecycle.writeAnswer} writes. */
export const scope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
  topic_dto: { topic_id: 'kreislauf' },
};

const usersOf = (platform: TestPlatform, who: SignedIn) => platform.as('aua', who);

export async function startLifecycle(): Promise<Lifecycle> {
  const world = await startPeopledPlatform();
  const { platform, issuer } = world;
  const other = await platform.anotherProcess();

  const elsewhere: Lifecycle['elsewhere'] = ({ subject, token }, path, body) =>
    fetch(other.url + path, {
      method: 'POST',
      headers: headersOf({ subject, token }),
      body: JSON.stringify(body),
    });

  const writeAnswer: Lifecycle['writeAnswer'] = async (who, key, value) => {
    await platform.as('clag', who).localStoreItemSetForModel({
      body: { ...scope, local_store_items: [{ segment: 'answers', key, value }] },
    });
  };

  const recordStatement: Lifecycle['recordStatement'] = async (who, id) => {
    const statement = {
      id,
      verb: { id: 'http://v.example/did' },
      object: { id: 'http://o.example' },
    };
    await platform
      .as('lars', who)
      .dataPut({ body: { subject: who.subject, put_dto: { dto_id: 'd', statement } } });
  };

  const subs = new Map<string, string>();
  const link: Lifecycle['link'] = (caller, from, to, migrate) =>
    usersOf(platform, caller).userLink({
      body: {
        from_token: from.token,
        to_token: to.token,
        ...(migrate === undefined ? {} : { migrate }),
      },
    });

  const newPerson: Lifecycle['newPerson'] = async (role) => {
    const sub = randomUUID();
    const who = await world.newPerson(role, sub);
    subs.set(who.subject, sub);
    return who;
  };

  return {
    platform,
    elsewhere,
    writeAnswer,
    recordStatement,

    newPerson,
    again: ({ subject }, claims) => issuer.signIn(subs.get(subject)!, claims),

    async live(who, own) {
      await leaveTraces(platform, who, await newPerson('administrator'), own);
      await writeAnswer(who, 'shared', own);
      await writeAnswer(who, own, own);
      await recordStatement(who, randomUUID());
    },

    async answersOf(who) {
      const { local_store_items } = await platform
        .as('clag', who)
        .localStoreItemGetForModel({ body: scope });
      return Object.fromEntries(local_store_items.map(({ key, value }) => [key, value]));
    },

    async ownerOf(who) {
      const response = await elsewhere(who, '/aua/v1/user/startCloudMigration', {});
      const answer = (await response.json()) as { migration?: { subject: string } };
      return answer.migration?.subject ?? JSON.stringify(answer);
    },

    link,

    async linkAndMove(caller, from, to) {
      await link(caller, from, to, true);
      await letLinkDaysGoBy(platform.database);
      return link(caller, from, to, true);
    },

    async daysGoBy() {
      await letLinkDaysGoBy(platform.database);
    },

    async sweepNow() {
      await sql`update jobs.job set start_after = now() where state < 'active'`.execute(
        platform.database,
      );
    },

    async close() {
      await other.close();
      await world.close();
    },
  };
}

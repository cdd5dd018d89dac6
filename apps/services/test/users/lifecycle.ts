import { randomUUID } from 'node:crypto';
import { linkUndoDays } from '@lectern/contracts/calls/users/user-lifecycle';
import { sql } from 'kysely';
import type { SignedIn } from '@lectern/env/testing';
import { startPeopledPlatform } from '../peopled-platform.ts';
import { quickJobs } from '../platform.ts';
import { headersOf } from '../security/requests.ts';
import type { Database } from '../../src/index.ts';
import { leaveTraces } from './subject-traces.ts';

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

/** Place that `writeAnswer` of {@link startLifecycle} writes to. */
export const scope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
  topic_dto: { topic_id: 'kreislauf' },
};

/** The services with persons who have something in each of them, to be linked and erased. */
export async function startLifecycle() {
  const world = await startPeopledPlatform({ jobs: quickJobs });
  const { platform, issuer } = world;
  const other = await platform.anotherProcess();

  /** A call as a process makes it whose memory knows nothing of what the first one has seen. */
  const elsewhere = (who: SignedIn, path: string, body: unknown) =>
    fetch(other.url + path, {
      method: 'POST',
      headers: headersOf(who),
      body: JSON.stringify(body),
    });

  const writeAnswer = async (who: SignedIn, key: string, value: string) => {
    await platform.as('clag', who).localStoreItemSetForModel({
      body: { ...scope, local_store_items: [{ segment: 'answers', key, value }] },
    });
  };

  const recordStatement = async (who: SignedIn, id: string) => {
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
  const link = (caller: SignedIn, from: SignedIn, to: SignedIn, migrate?: boolean) =>
    platform.as('aua', caller).userLink({
      body: {
        from_token: from.token,
        to_token: to.token,
        ...(migrate === undefined ? {} : { migrate }),
      },
    });

  /** Somebody nobody has seen before. */
  const newPerson = async (role?: string) => {
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
    /** The same person with a new token. @param claims Beside those of every token. */
    again: ({ subject }: SignedIn, claims?: object) => issuer.signIn(subs.get(subject)!, claims),

    /** Gives a person something of every kind in every service: `subject-traces.ts`. */
    async live(who: SignedIn, own: string) {
      await leaveTraces(platform, who, await newPerson('administrator'), own);
      await writeAnswer(who, 'shared', own);
      await writeAnswer(who, own, own);
      await recordStatement(who, randomUUID());
    },

    async answersOf(who: SignedIn): Promise<Record<string, string>> {
      const { local_store_items } = await platform
        .as('clag', who)
        .localStoreItemGetForModel({ body: scope });
      return Object.fromEntries(local_store_items.map(({ key, value }) => [key, value]));
    },

    /** Subject of a token, as a process without memory sees it. */
    async ownerOf(who: SignedIn) {
      const response = await elsewhere(who, '/aua/v1/user/startCloudMigration', {});
      const answer = (await response.json()) as { migration?: { subject: string } };
      return answer.migration?.subject ?? JSON.stringify(answer);
    },

    link,

    /** Links, lets the days go by, and has the data moved. */
    async linkAndMove(caller: SignedIn, from: SignedIn, to: SignedIn) {
      await link(caller, from, to, true);
      await letLinkDaysGoBy(platform.database);
      return link(caller, from, to, true);
    },

    /** Lets the days go by in which links can be undone; what is to be moved can be moved now. */
    daysGoBy: () => letLinkDaysGoBy(platform.database),

    /** Lets the second round of all jobs begin now. */
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

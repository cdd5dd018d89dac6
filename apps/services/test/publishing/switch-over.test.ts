import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  clientsAt,
  codeOf,
  startTestPlatform,
  startBeforeAll,
  type TestPlatform,
} from '../platform.ts';
import { afterTests, crashTimeoutInMs, startTestProcess } from '../process.ts';
import { Stops } from '../stops.ts';
import { markedVersions } from './marked-versions.ts';
import { makePublisher, smallIssue } from './publication.ts';
import { roundsOf } from '../../../../test/rounds.ts';

const platform = startBeforeAll(startTestPlatform);
let publisher: SignedIn;
let readers: SignedIn[];
beforeAll(async () => {
  const { signIn } = platform.identityProvider;
  publisher = await makePublisher(platform, await signIn('sofia'), 'LECTERN');
  readers = await Promise.all([signIn('mia'), signIn('ben'), signIn('thomas')]);
});

const everywhere = (mark: string) => ({
  contents: [mark],
  search: [mark],
  files: [mark],
  link: [mark],
});

test('readers see the one version or the other while it is switched over, never a mixture', async () => {
  const versions = markedVersions({ ...smallIssue, course_id: 'rennen' });
  await versions.publish(platform, publisher, 'Stand 0');
  const switching = new AbortController();
  const seen = new Set<string>();
  const read = async (who: SignedIn) => {
    // A subject may follow no more than 120 links a minute.
    for (let asked = 0; asked < 100 && !switching.signal.aborted; asked++) {
      for (const [answer, marks] of Object.entries(await versions.seenBy(platform, who))) {
        expect([answer, marks]).toEqual([answer, [expect.stringMatching(/^Stand \d+$/)]]);
        seen.add(`${answer} ${marks[0]}`);
      }
    }
  };
  const reading = readers.map(read);
  for (let index = 1; index <= roundsOf(5); index++) {
    await versions.publish(platform, publisher, `Stand ${index}`);
  }
  switching.abort();
  await Promise.all(reading);
  for (const answer of ['contents', 'search', 'files', 'link']) {
    expect([...seen].filter((text) => text.startsWith(answer)).length).toBeGreaterThan(1);
  }
});

test('where what follows it fails, the version before stays with its search and its files', async () => {
  const { database } = platform;
  const versions = markedVersions(smallIssue);
  await versions.publish(platform, publisher, 'Alt');
  const body = await versions.bring(platform, publisher, 'Neu');
  // The last that the search writes of an issue.
  await sql`
    alter table clag.search_course_keys add constraint full_now check (false) not valid
  `.execute(database);
  const switchOver = () => platform.as('clag', publisher).publishingSwitchOver({ body });
  expect(await codeOf(switchOver())).toBe('INTERNAL');
  expect(await versions.seenBy(platform, readers[0]!)).toEqual(everywhere('Alt'));
  await sql`alter table clag.search_course_keys drop constraint full_now`.execute(database);
  expect(await switchOver()).toMatchObject({ result_state: 'OK', version: 2, replaced_version: 1 });
  expect(await versions.seenBy(platform, readers[0]!)).toEqual(everywhere('Neu'));
});

describe('a process that is killed', () => {
  const defer = afterTests();
  /** Each course is stopped at another place. */
  const places = [
    {
      when: 'while the search is written anew',
      course_id: 'fluss',
      table: 'clag.search_course_keys',
      condition: "new.course_id = 'fluss'",
    },
    {
      when: 'when everything is written but that it was done',
      course_id: 'meer',
      table: 'aua.audit_log',
      condition: "new.change ->> 'course_id' = 'meer' and new.call like '%/switchOver'",
    },
  ];
  const versionsOf = new Map(
    places.map(({ course_id }) => [
      course_id,
      markedVersions({ ...smallIssue, course_id, issue_id: `${course_id}-1` }),
    ]),
  );
  let codes: (string | undefined)[];
  let next: Pick<TestPlatform, 'as'>;
  let sofia: SignedIn;
  let mia: SignedIn;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-switch-over-'));
    defer(() => rm(folder, { recursive: true, force: true }));
    const addressSecret = 'a secret of at least 32 bytes for addresses';
    const killed = await startTestProcess(
      {
        LECTERN_FILES_PORT: '0',
        LECTERN_FILES_FOLDER: folder,
        LECTERN_FILE_ADDRESS_SECRET: addressSecret,
      },
      defer,
    );
    const { database, identityProvider } = killed;
    sofia = await makePublisher(killed, await identityProvider.signIn('sofia'), 'LECTERN');
    mia = await identityProvider.signIn('mia');
    const first = { as: clientsAt(killed.url) };
    const bodies = [];
    for (const versions of versionsOf.values()) {
      await versions.publish(first, sofia, 'Alt');
      bodies.push(await versions.bring(first, sofia, 'Neu'));
    }

    const stops = new Stops(database, defer);
    for (const { table, condition } of places) await stops.addRows(table, 'insert', condition);
    const calls = bodies.map((body) =>
      codeOf(first.as('clag', sofia).publishingSwitchOver({ body })),
    );
    await stops.areReached();
    killed.kill('SIGKILL');
    await killed.exited;
    codes = await Promise.all(calls);
    await stops.release();

    const url = await killed.takeOver({
      files: {
        listen: { host: '127.0.0.1', port: 0 },
        store: { folder },
        addressSecrets: [addressSecret],
      },
    });
    next = { as: clientsAt(url) };
  }, crashTimeoutInMs);

  test.each(places)(
    '$when leaves the version before, and the next run completes',
    async ({ course_id }) => {
      expect(codes).toEqual(places.map(() => 'network'));
      const versions = versionsOf.get(course_id)!;
      expect(await versions.seenBy(next, mia)).toEqual(everywhere('Alt'));
      // As a publisher does it who begins anew: with all that belongs to the version.
      expect(await versions.publish(next, sofia, 'Neu')).toMatchObject({
        result_state: 'OK',
        version: 2,
      });
      expect(await versions.seenBy(next, mia)).toEqual(everywhere('Neu'));
    },
  );
});

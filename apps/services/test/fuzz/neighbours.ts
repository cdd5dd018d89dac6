import type { AddressInfo } from 'node:net';
import { createTestDatabase, startTestIdentityProvider } from '@lectern/env/testing';
import { sql } from 'kysely';
import { inject, vi } from 'vitest';
import { subjectOfFurtherIssuer } from '../../src/storage/subject-names.ts';
import {
  createPlatform,
  openDatabase,
  type Database,
  type PlatformOptions,
} from '../../src/index.ts';
import { testFiles } from '../files/file-options.ts';
import { startJwtIssuer, type JwtIssuer } from '../issuer.ts';
import { makePublishers, second } from '../marked/publishers.ts';
import { makeSchool } from '../marked/school.ts';
import { clientsAt } from '../platform.ts';
import { startScimServer } from '../users/scim-server.ts';
import { people } from './callers.ts';
import { watchChanges } from './changes.ts';
import { markedNamesOf } from './marked.ts';
import { insertRows } from '../rows.ts';

/** Servers that the services talk to. They do not change, so all inputs share them. */
export interface Neighbours {
  /** Address of a database with the tables of the services, watched; each world begins as a copy of it. */
  readonly templateUrl: string;
  readonly options: Pick<
    PlatformOptions,
    'identityProvider' | 'furtherIdentityProviders' | 'directories'
  >;
  /** Names that inputs may have, and that are hidden from most. */
  readonly markedNames: ReturnType<typeof markedNamesOf>;
  /** Signer of the callers' tokens: as many as are wanted, which are quick to verify. */
  readonly issuer: JwtIssuer;
  close(): Promise<void>;
}

/** Jobs of a world that are done; a long run has very many. */
const jobsMaximum = 500;

export async function startNeighbours(): Promise<Neighbours> {
  const issuer = await startJwtIssuer();
  // The services' own tokens, by which they ask the directory, come from here.
  const databaseUrl = await copyStarted();
  const identityProvider = await startTestIdentityProvider(databaseUrl);
  const directory = await startScimServer();
  directory.users.push({ id: 'demo-lea', name: { givenName: 'Lea', familyName: 'Wyss' } });
  const options: Neighbours['options'] = {
    identityProvider: identityProvider.servicesClient,
    furtherIdentityProviders: [issuer.options],
    directories: [{ identityProviderIdentifier: 'SCHUL_VERLAG_1', address: directory.address }],
  };
  return {
    ...(await makeTemplate(issuer, options)),
    issuer,
    options,
    async close() {
      await directory.close();
      issuer.close();
      await identityProvider.close();
    },
  };
}

const copyStarted = () => createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));

async function makeTemplate(issuer: JwtIssuer, options: Neighbours['options']) {
  const databaseUrl = await copyStarted();
  await using database = openDatabase(databaseUrl);
  const markedNames = await makeMarked(databaseUrl, database, issuer, options);
  await watchChanges(database);
  await keepJobs(database);
  return { templateUrl: databaseUrl, markedNames };
}

/** Makes what is hidden from most by the calls themselves: two publishers, a course, a class. */
async function makeMarked(
  databaseUrl: string,
  database: Database,
  issuer: JwtIssuer,
  options: Neighbours['options'],
) {
  const files = testFiles();
  const server = await createPlatform({
    databaseUrl,
    publicUrl: 'http://localhost',
    ...options,
    files,
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  try {
    const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    await makePublishers(database, issuer.options.issuer);
    const { issuer: homePage } = options.identityProvider;
    const school = await makeSchool(
      { database, url, as: clientsAt(url), homePage },
      issuer,
      people.teacher.sub,
    );
    const subject = subjectOfFurtherIssuer(issuer.options.issuer, people.dealer.sub);
    await insertRows(database, 'aua.users', { subject, mandant_groups: [second.mandant] });
    return markedNamesOf(school);
  } finally {
    await server.drain(0);
    await server.close();
  }
}

/** Keeps jobs apart until {@link runJobs}: what they write, whenever they are done, is no change of a call. */
async function keepJobs(database: Database): Promise<void> {
  await sql
    .raw(/* sql */ `
      create table fuzz.jobs (like jobs.job);
      create function fuzz.keep() returns trigger language plpgsql as $$
      begin
        insert into fuzz.jobs select new.*;
        return null;
      end
      $$;
      create trigger fuzz_keep before insert on jobs.job
        for each row execute function fuzz.keep()`)
    .execute(database);
}

/** Has the services do the jobs. They may fail there; what nobody catches fails the run. */
export async function runJobs(database: Database): Promise<void> {
  await sql
    .raw(/* sql */ `
      drop trigger fuzz_keep on jobs.job;
      insert into jobs.job select * from fuzz.jobs order by random() limit ${jobsMaximum}
      on conflict do nothing`)
    .execute(database);
  const isDone = async () => {
    const { rows } = await sql`
      select from jobs.job where state = 'active' or state = 'created' and start_after <= now() limit 1
    `.execute(database);
    return rows.length === 0;
  };
  await vi.waitUntil(isDone);
}

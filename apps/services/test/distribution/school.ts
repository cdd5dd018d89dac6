import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { contract, services, type Contract, type ServiceCode } from '@lectern/contracts';
import { createClient, type Client } from '@lectern/contracts/client';
import { createTestDatabase } from '@lectern/env/testing';
import { inject } from 'vitest';
import { createPlatform, openDatabase } from '../../src/index.ts';
import { openFolderStore } from '../../src/files/folder-store.ts';
import { sweep } from '../../src/files/sweep.ts';
import { testFiles } from '../files/file-options.ts';
import { startJwtIssuer } from '../issuer.ts';
import { fillBackground } from './background.ts';
import { createPartitionedSchema } from './partitioned-schema.ts';

/** Callers and their roles. */
export const people = {
  pupil: 'student',
  classmate: 'student',
  teacher: 'teacher',
  administrator: 'administrator',
} as const;

export type Person = keyof typeof people;

/** A call as somebody makes it at a school. */
export interface Step {
  /** `lima.licenseGetForUser` */
  readonly title: string;
  make(school: School): Promise<unknown>;
}

/** The real services on partitioned tables, called from within their process. */
export interface School {
  readonly databaseUrl: string;
  as<Service extends ServiceCode>(service: Service, person: Person): Client<Contract[Service]>;
  /** Work on files that runs now and then, by itself. */
  sweepFiles(): Promise<void>;
  close(): Promise<void>;
}

/** The call by that name, made by this person; what it needs is what the steps before it made. */
export function step<Service extends ServiceCode>(
  service: Service,
  name: keyof Contract[Service] & string,
  person: Person,
  make: (client: Client<Contract[Service]>) => Promise<unknown>,
): Step {
  return {
    title: `${service}.${name}`,
    make: (school) => make(school.as(service, person)),
  };
}

export async function startSchool(): Promise<School> {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  await createPartitionedSchema(databaseUrl);
  await fillBackground(databaseUrl);
  const issuer = await startJwtIssuer();
  const files = { ...testFiles(), video: {} };
  const server = await createPlatform({
    databaseUrl,
    publicUrl: 'http://localhost',
    identityProvider: issuer.options,
    files,
    orderSystemNetworks: ['127.0.0.1'],
  });
  const database = openDatabase(databaseUrl);
  await database
    .insertInto('aua.user_roles')
    .values(Object.entries(people).map(([subject, role]) => ({ subject, role })))
    .execute();
  await database
    .insertInto('aua.identities')
    .values({
      subject: 'pupil',
      identity_provider_identifier: 'BEOOK_1',
      external_id: '4711',
      groups: [],
    })
    .execute();
  await database.destroy();
  const tokens = new Map<Person, string>();
  for (const person of Object.keys(people) as Person[]) {
    tokens.set(person, await issuer.sign(issuer.claims(person)));
  }
  await server.listen({ port: 0, host: '127.0.0.1' });
  const sweepingDatabase = openDatabase(databaseUrl);
  const store = await openFolderStore(files.store.folder);

  return {
    databaseUrl,
    as: (service, person) =>
      createClient(contract[service], {
        service,
        base: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}${services[service].base}`,
        headers: () => ({
          xIaCorrelationId: randomUUID(),
          xIaSubject: person,
          xIaRoles: '',
          authorization: `Bearer ${tokens.get(person)!}`,
        }),
        // Within this process, so that it is known which statements come of which call.
        fetch: async (input, init) => {
          const request = new Request(input, init);
          const url = new URL(request.url);
          const answer = await server.inject({
            method: request.method as 'GET' | 'POST',
            url: url.pathname + url.search,
            headers: Object.fromEntries(request.headers),
            payload: await request.text(),
          });
          return new Response(answer.rawPayload, {
            status: answer.statusCode,
            headers: answer.headers as Record<string, string>,
          });
        },
        retryPausesInMs: [],
      }),
    sweepFiles: () => sweep(sweepingDatabase, store),
    async close() {
      await server.close();
      await sweepingDatabase.destroy();
      issuer.close();
    },
  };
}

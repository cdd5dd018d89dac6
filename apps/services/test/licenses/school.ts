import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { contract, services, type Contract, type ServiceCode } from '@lectern/contracts';
import { createClient, type Client } from '@lectern/contracts/client';
import { createTestDatabase } from '@lectern/env/testing';
import { inject } from 'vitest';
import { createPlatform, openDatabase } from '../../src/index.ts';
import { testFiles } from '../files/file-options.ts';
import { startJwtIssuer } from '../issuer.ts';

/** Callers and their roles. */
const people = {
  pupil: 'student',
  classmate: 'student',
  teacher: 'teacher',
  administrator: 'administrator',
} as const;

type Person = keyof typeof people;

/** The real services, called from within their process. */
export interface School {
  readonly databaseUrl: string;
  as<Service extends ServiceCode>(service: Service, person: Person): Client<Contract[Service]>;
  close(): Promise<void>;
}

export async function startSchool(): Promise<School> {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
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
  await database.destroy();
  const tokens = new Map<Person, string>();
  for (const person of Object.keys(people) as Person[]) {
    tokens.set(person, await issuer.sign(issuer.claims(person)));
  }
  await server.listen({ port: 0, host: '127.0.0.1' });

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
    async close() {
      await server.close();
      issuer.close();
    },
  };
}

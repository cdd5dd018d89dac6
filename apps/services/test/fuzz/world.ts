import type { AddressInfo } from 'node:net';
import { services, type ServiceCode } from '@lectern/contracts';
import { createTestDatabase } from '@lectern/env/testing';
import { inject } from 'vitest';
import { subjectOfFurtherIssuer } from '../../src/storage/subject-names.ts';
import { createPlatform, openDatabase } from '../../src/index.ts';
import type { RawAnswer } from '../bare-server.ts';
import { servedCalls, type ServedCall } from '../served-calls.ts';
import { examplePublicFiles } from '../files/example-files.ts';
import { testFiles } from '../files/file-options.ts';
import { people, placeholder, type Caller, type Person } from './callers.ts';
import { changesIn, type Changes } from './changes.ts';
import { formText, formType } from './forms.ts';
import { headerLines } from './headers.ts';
import { correlationId, exampleInput, jsonOf, type Input } from './inputs.ts';
import { fillMarked } from './marked.ts';
import { runJobs, type Neighbours } from './neighbours.ts';
import { makePeople } from './people.ts';
import { send } from './send.ts';

/** A platform with people of each role, for calls of a service that come one after the other. */
export interface World extends Changes {
  /** Makes what the examples of the contract make, where a call before may have taken it away. */
  begin(served: ServedCall): Promise<void>;
  /** Puts subjects and tokens in the places of an input that are left for them. */
  fill(input: Input): Input;
  /** Sends an input that has been filled. */
  send(served: ServedCall, input: Input): Promise<RawAnswer>;
  /** Makes everybody who they were, with new tokens, whatever was done to them. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** Tokens that do not hold are part of the game and must not end it. */
const limits = { refusedTokensPerMinute: Number.MAX_SAFE_INTEGER };

const everybody = Object.keys(people) as Person[];

/** Starts the services. */
export async function startWorld(
  service: ServiceCode,
  { templateUrl, issuer, markedNames, options }: Neighbours,
): Promise<World> {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), templateUrl);
  const server = await createPlatform({
    databaseUrl,
    publicUrl: 'http://localhost',
    ...options,
    files: service === 'atma' ? examplePublicFiles() : testFiles(),
    limits,
    uploadTokenSecret: 'a secret that only these inputs know',
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const database = openDatabase(databaseUrl);
  const changes = changesIn(database);
  let isTouched = true;
  let isCounted = false;
  let renewals = 0;
  let tokens = {} as Readonly<Record<Person, string>>;

  const subOf = (person: Person) =>
    // Where requests are counted by subject, each renewal makes new ones.
    isCounted && person !== 'application'
      ? `${people[person].sub}-${renewals}`
      : people[person].sub;
  const subjectOf = (person: Person) =>
    subjectOfFurtherIssuer(issuer.options.issuer, subOf(person));
  const fillText = (text: string, caller: Caller) =>
    fillMarked(text, caller, markedNames).replaceAll(
      placeholder,
      (_match, kind: string, named: Person | 'caller') => {
        const person = named === 'caller' ? caller : named;
        if (person === 'nobody') return 'nobody';
        return kind === 'token' ? tokens[person] : subjectOf(person);
      },
    );

  const make = async () => {
    await world.renew();
    for (const other of servedCalls.filter((call) => call.service === service && makes(call))) {
      const caller = other.call.administrative === true ? 'administrator' : 'pupil';
      await world.send(other, world.fill(exampleInput(other, caller)));
    }
    await changes.take();
    isTouched = false;
  };

  const world: World = {
    async begin({ call }) {
      isCounted = false;
      if (isTouched) await make();
      isCounted = call.rateLimit !== undefined;
    },

    async take() {
      const taken = await changes.take();
      isTouched ||= taken.length > 0;
      return taken;
    },

    fill(input) {
      const { caller, query, body } = input;
      const headers: Input['headers'] = {
        'Content-Type': 'application/json',
        'X-Ia-Correlation-Id': correlationId,
        'X-Ia-Subject': 'subject-of-caller',
        'X-Ia-Roles': '',
        Authorization: caller === 'nobody' ? undefined : 'Bearer token-of-caller',
        ...input.headers,
      };
      const filled = Object.entries(headers).map(([name, value]) => [
        name,
        [value ?? []].flat().map((text) => fillText(text, caller)),
      ]);
      return {
        caller,
        headers: Object.fromEntries(filled) as Input['headers'],
        query: fillText(query, caller),
        body: fillText(body, caller),
      };
    },

    send({ path, call }, { headers, query, body }) {
      const type = [headers['Content-Type']].flat().join();
      const isForm = call.bodyFormat === 'multipart' && type === 'application/json';
      return send(port, {
        method: call.method,
        path: query ? `${path}?${query}` : path,
        headers: headerLines(isForm ? { ...headers, 'Content-Type': formType } : headers),
        body: call.method === 'GET' ? '' : isForm ? formText(jsonOf(body), body) : body,
      });
    },

    async renew() {
      renewals++;
      await makePeople(
        database,
        everybody.map((person) => ({ subject: subjectOf(person), role: people[person].role })),
      );
      const signed = everybody.map(async (person) => {
        const client = person === 'application' ? { client_id: subOf(person) } : {};
        return [person, await issuer.sign(issuer.claims(subOf(person), client))] as const;
      });
      tokens = Object.fromEntries(await Promise.all(signed)) as Record<Person, string>;
      // Rows that the services write when they first see a caller's token are no change of a call.
      const path = `${services.aua.base}/user/get`;
      for (const token of Object.values(tokens)) {
        const headers = ['X-Ia-Correlation-Id', 'x', 'Authorization', `Bearer ${token}`];
        await send(port, { method: 'POST', path, body: '', headers });
      }
      await changes.take();
    },

    async close() {
      await runJobs(database);
      await server.close();
      await database.destroy();
    },
  };
  return world;
}

/** True for a call that leaves something behind that other calls may then find. */
function makes({ name, call }: ServedCall): boolean {
  const writes = call.ownTokenOnly === true || call.administrative !== undefined;
  return writes && !/delete|detach|prune|revoke|unregister|link|toggle/i.test(name);
}

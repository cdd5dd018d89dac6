import { services } from '@lectern/contracts';
import type { SignedIn } from '@lectern/env/testing';
import { headersOf } from '../security/requests.ts';
import type { Database, PlatformOptions } from '../../src/index.ts';
import { startJwtIssuer } from '../issuer.ts';
import { giveRole } from '../platform.ts';
import { startTestProcess, type Defer } from '../process.ts';
import { endHeartbeats, Stops } from '../stops.ts';
import { saveProduct, testNetworks } from './order-world.ts';

/** The services as a process that can be killed, with a product and an administrator. */
export interface CrashWorld {
  readonly database: Database;
  readonly administrator: SignedIn;
  /** Points at which the process stops, to be killed there. */
  readonly stops: Stops;
  newPerson(name: string): Promise<SignedIn>;
  /** Calls the order service, by default as the administrator; rejects where the process dies over it. */
  post(path: string, body: unknown, who?: SignedIn): Promise<unknown>;
  /** Kills the process over calls when all stops are reached. */
  killOver(calls: readonly Promise<unknown>[]): Promise<void>;
  /** Starts the services in the process of the tests. */
  takeOver(): Promise<unknown>;
}

/** The product that there is. */
export const crashProduct = { mandant_identifier: 'LECTERN', product_reference: 'wasser' } as const;

/** @param defer takes what ends it */
export async function startCrashWorld(defer: Defer): Promise<CrashWorld> {
  const issuer = await startJwtIssuer();
  defer(() => issuer.close());
  const options = {
    furtherIdentityProviders: [issuer.options],
    orderSystemNetworks: testNetworks,
  } satisfies Partial<PlatformOptions>;
  const process = await startTestProcess(
    {
      LECTERN_FURTHER_IDENTITY_PROVIDERS: JSON.stringify(options.furtherIdentityProviders),
      LECTERN_ORDER_SYSTEM_NETWORKS: options.orderSystemNetworks.join(','),
    },
    defer,
  );
  const { database, url } = process;
  const newPerson = (name: string) => issuer.signIn(name);
  const administrator = await newPerson('administrator');
  await giveRole(database, administrator.subject, 'administrator');
  await saveProduct(database, crashProduct.product_reference);
  const stops = new Stops(database, defer);
  return {
    database,
    administrator,
    stops,
    newPerson,
    async post(path, body, { subject, token } = administrator) {
      const response = await fetch(`${url}${services.osc.base}${path}`, {
        method: 'POST',
        headers: headersOf({ subject, token }),
        body: JSON.stringify(body),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    async killOver(calls) {
      const outcomes = Promise.allSettled(calls);
      // A call that is refused on its way says why.
      await Promise.race([stops.areReached(), Promise.all(calls)]);
      process.kill('SIGKILL');
      await process.exited;
      if ((await outcomes).some(({ status }) => status === 'fulfilled')) {
        throw new Error('A call was answered before the process was killed.');
      }
      await stops.release();
      await endHeartbeats(database);
    },
    takeOver: () => process.takeOver(options),
  };
}

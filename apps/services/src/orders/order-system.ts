import { isDeepStrictEqual } from 'node:util';
import type { Body, Contract } from '@lectern/contracts';
import {
  defaultConnectorId,
  orderSystemByIdentityProvider,
  type orderSystemCalls,
} from '@lectern/contracts/calls/orders/order-system';
import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import type { Handlers } from '../http/routes.ts';
import { lockByName } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';
import { mandantsOfProducts } from '../licenses/public.ts';
import { mandantsOfApplication } from '../authorization/mandant-groups.ts';
import { seesMandant, sightOf, speaksFor, type Sight } from './sight.ts';
import type { SubjectDirectory } from '../authorization/subject-directory.ts';
import type { NetworkRule } from '../outgoing/network-rule.ts';
import { isUsedByOthers, orderSystemColumns, type OrderSystemRow } from './order-system-store.ts';

/**
 * Registering order systems. The audit log says which fields were changed and not what they hold: some
 * of them are secret.
 */
export function orderSystemHandlers({
  database,
  directory,
  networkRule,
  issuers,
}: {
  readonly database: Database;
  readonly directory: SubjectDirectory;
  readonly networkRule: NetworkRule;
  readonly issuers: readonly string[];
}): Handlers<typeof orderSystemCalls> {
  const subjectOf: SubjectOfClient = ({ client_id, client_issuer }) =>
    directory.nameOf({ issuer: client_issuer ?? issuers[0]!, sub: client_id });
  return {
    async orderSystemRegister({ body, caller, refusal, record }) {
      for (const address of [body.notification_address, body.orders_address]) {
        if (address === undefined) continue;
        const isPermitted = await networkRule.permitsNow(new URL(address));
        if (!isPermitted) throw refusal('ORDER_SYSTEM_ADDRESS_REFUSED');
      }
      const { order_system_identifier } = body;
      const { client_issuer: named } = body.credentials;
      const issuer = issuers.find((candidate) => isSameIssuer(candidate, named ?? issuers[0]!));
      if (issuer === undefined) throw refusal('ORDER_SYSTEM_ISSUER_UNKNOWN');
      return database.transaction().execute(async (transaction) => {
        const sight = await sightOf(transaction, caller);
        // Of two who want the same connector id one finds it taken.
        await lockByName(transaction, 'osc.order_systems');
        const before = await transaction
          .selectFrom('osc.order_systems')
          .selectAll()
          .where('order_system_identifier', '=', order_system_identifier)
          .executeTakeFirst();
        if (before && !speaksFor(sight, order_system_identifier)) {
          throw refusal('ORDER_SYSTEM_TAKEN');
        }
        const named = body.mandant_identifiers?.toSorted() ?? before?.mandant_identifiers ?? [];
        const mandants = named.length > 0 ? named : await mandantsOfProducts(transaction);
        if (named.length === 0 && mandants.length !== 1) throw refusal('MANDANTS_REQUIRED');
        if (!mandants.every((mandant) => seesMandant(sight, mandant))) {
          throw refusal('MANDANT_NOT_FOUND');
        }
        // Before it is registered, too, a name can stand in what is of others.
        if (!before && (await isUsedByOthers(transaction, order_system_identifier, sight))) {
          throw refusal('ORDER_SYSTEM_TAKEN');
        }
        const row = {
          ...rowOf(body, issuer === issuers[0] ? null : issuer),
          mandant_identifiers: mandants,
        };
        const { connector_id } = row;
        if (sight.mandants !== 'all' && before?.connector_id !== connector_id) {
          if (isOfInstallation(row)) throw refusal('ORDER_SYSTEM_CONNECTOR_TAKEN');
        }
        if (!(await mayChangeClient(transaction, before, row, sight, subjectOf))) {
          throw refusal('ORDER_SYSTEM_CLIENT_TAKEN');
        }
        const taken = await transaction
          .selectFrom('osc.order_systems')
          .select('order_system_identifier')
          .where('connector_id', '=', connector_id)
          .where('order_system_identifier', '<>', order_system_identifier)
          .executeTakeFirst();
        if (taken) {
          const isKnown = speaksFor(sight, taken.order_system_identifier);
          throw refusal(
            'ORDER_SYSTEM_CONNECTOR_TAKEN',
            isKnown
              ? `${taken.order_system_identifier} serves the users of ${connector_id}.`
              : undefined,
          );
        }
        const fields = (Object.keys(row) as (keyof typeof row)[]).filter(
          (field) => !isDeepStrictEqual(before?.[field], row[field]),
        );
        if (before && fields.length === 0) {
          return { order_system: toWire(before), result_state: 'IA_OK' };
        }
        const after = await transaction
          .insertInto('osc.order_systems')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .column('order_system_identifier')
              .doUpdateSet({ ...row, updated_at: new Date() }),
          )
          .returning(orderSystemColumns)
          .executeTakeFirstOrThrow();
        await record(transaction, { order_system_identifier, connector_id, fields });
        return { order_system: toWire(after) };
      });
    },
  };
}

/** The table of section 9 says whom these serve, of every publisher: who sees one alone does not take them. */
function isOfInstallation(row: { order_system_identifier: string; connector_id: string }): boolean {
  const connectors: readonly string[] = Object.keys(orderSystemByIdentityProvider);
  const systems: readonly string[] = Object.values(orderSystemByIdentityProvider);
  return connectors.includes(row.connector_id) || systems.includes(row.order_system_identifier);
}

/** The platform's subject of a client, as its own tokens have it. */
type SubjectOfClient = (client: Pick<OrderSystemRow, 'client_id' | 'client_issuer'>) => string;

/**
 * A caller may say for which order systems a client speaks. The client speaks for all of them, and sees what is of
 * all. An application that has none sees what its roles and mandant groups say: to make it an order system, or none
 * any more, takes seeing as much.
 */
async function mayChangeClient(
  transaction: Database,
  before: OrderSystemRow | undefined,
  after: Pick<OrderSystemRow, 'order_system_identifier' | 'client_id' | 'client_issuer'>,
  sight: Sight,
  subjectOf: SubjectOfClient,
): Promise<boolean> {
  if (sight.mandants === 'all') return true;
  const isSame =
    before?.client_id === after.client_id && before.client_issuer === after.client_issuer;
  for (const client of isSame || !before ? [after] : [before, after]) {
    const { client_id, client_issuer } = client;
    const others = await transaction
      .selectFrom('osc.order_systems')
      .select('order_system_identifier')
      .where('client_id', '=', client_id)
      .where('client_issuer', 'is not distinct from', client_issuer)
      .where('order_system_identifier', '<>', after.order_system_identifier)
      .execute();
    if (!others.every((system) => speaksFor(sight, system.order_system_identifier))) return false;
    if (isSame || others.length > 0) continue;
    const mandants = await mandantsOfApplication(transaction, subjectOf(client));
    if (mandants === 'all') return false;
    if (!mandants.every((mandant) => seesMandant(sight, mandant))) return false;
  }
  return true;
}

function rowOf(
  { credentials, ...registration }: Body<Contract['osc']['orderSystemRegister']>,
  client_issuer: string | null,
) {
  return {
    order_system_identifier: registration.order_system_identifier,
    connector_id: registration.connector_id ?? defaultConnectorId,
    client_id: credentials.client_id,
    client_issuer,
    notification_address: registration.notification_address,
    notification_key: credentials.notification_key,
    orders_address: registration.orders_address ?? null,
    orders_token: credentials.orders_token ?? null,
  };
}

function toWire({ orders_address, client_issuer, updated_at, ...row }: OrderSystemRow) {
  return {
    order_system_identifier: row.order_system_identifier,
    connector_id: row.connector_id,
    client_id: row.client_id,
    ...(client_issuer !== null && { client_issuer }),
    mandant_identifiers: row.mandant_identifiers,
    notification_address: row.notification_address,
    ...(orders_address !== null && { orders_address }),
    updated_at: updated_at.toISOString(),
  };
}

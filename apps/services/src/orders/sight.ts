import { sql, type RawBuilder } from 'kysely';
import { mandantGroupsOf } from '../authorization/mandant-groups.ts';
import type { Database } from '../storage/database.ts';
import { isOfFurtherIssuer } from '../storage/subject-names.ts';

/** Owner of the token of a call, as the authorization knows it. */
export interface TokenOwner {
  readonly issued: { readonly issuer: string };
  readonly clientId: string;
  /** The token is an application's own. */
  readonly isApplication: boolean;
  readonly tokenSubject: string;
  readonly loginSubject: string | undefined;
  readonly permissions: Pick<ReadonlySet<string>, 'has'>;
}

type Names = 'all' | ReadonlySet<string>;

/** Publishers and order systems that a caller sees. Others are not there for it. */
export interface Sight {
  /** The publishers (mandants) whose products, orders, coupons, licences and customers it sees. */
  readonly mandants: Names;
  /** The order systems that it speaks for. */
  readonly orderSystems: Names;
  /** Sees orders and coupons of its own order systems alone, and not of others that sell the same. */
  readonly isApplication: boolean;
}

/** The sight of people with `mandant.any`. */
export const everything: Sight = { mandants: 'all', orderSystems: 'all', isApplication: false };

/**
 * The sight of a caller (decisions 0013 and 0040). An application with order systems: these, and the publishers
 * whose products they sell. Everybody else: its own mandant groups, or everything with the permission
 * `mandant.any`; and the order systems that sell nothing else.
 *
 * @param subject Whose data a request is about: a person sees all of its own.
 */
export async function sightOf(
  database: Database,
  caller: TokenOwner,
  subject?: string,
): Promise<Sight> {
  const { isApplication } = caller;
  const seesAny = caller.permissions.has('mandant.any');
  if (!isApplication && (seesAny || subject === caller.tokenSubject)) return everything;
  if (isApplication) {
    const registered = await database
      .selectFrom('osc.order_systems')
      .select(['order_system_identifier', 'mandant_identifiers'])
      .where(isClient(caller))
      .execute();
    if (registered.length > 0) {
      return {
        mandants: new Set(registered.flatMap(({ mandant_identifiers }) => mandant_identifiers)),
        orderSystems: new Set(registered.map((row) => row.order_system_identifier)),
        isApplication,
      };
    }
  }
  const own = await mandantGroupsOf(database, caller.tokenSubject);
  if (isApplication) {
    return { mandants: seesAny ? 'all' : new Set(own), orderSystems: new Set(), isApplication };
  }
  const sellingOwn = await database
    .selectFrom('osc.order_systems')
    .select('order_system_identifier')
    .where(sql<boolean>`mandant_identifiers <@ ${own}::text[] and mandant_identifiers <> '{}'`)
    .execute();
  return {
    mandants: new Set(own),
    orderSystems: new Set(sellingOwn.map((row) => row.order_system_identifier)),
    isApplication,
  };
}

/** The same client id at another provider is another client. */
function isClient({ issued, clientId, tokenSubject, loginSubject }: TokenOwner) {
  const issuer = isOfFurtherIssuer(loginSubject ?? tokenSubject) ? issued.issuer : null;
  return sql<boolean>`(client_id = ${clientId} and client_issuer is not distinct from ${issuer})`;
}

/** True for an order system that a caller speaks for. */
export function speaksFor({ orderSystems }: Sight, order_system_identifier: string): boolean {
  return isAmong(orderSystems, order_system_identifier);
}

/** True for a publisher that a caller sees. */
export function seesMandant({ mandants }: Sight, mandant_identifier: string): boolean {
  return isAmong(mandants, mandant_identifier);
}

/** True for an order or a coupon that a caller sees. */
export function sees(
  sight: Sight,
  row: { readonly order_system_identifier: string; readonly mandant_identifier: string },
): boolean {
  return (
    seesMandant(sight, row.mandant_identifier) &&
    (!sight.isApplication || speaksFor(sight, row.order_system_identifier))
  );
}

/** Keeps a statement to rows whose `order_system_identifier` is among those that a caller speaks for. */
export function isSpokenFor({ orderSystems }: Sight): RawBuilder<boolean> {
  return isAmongSql('order_system_identifier', orderSystems);
}

/** Keeps a statement to rows whose `mandant_identifier` is among those that a caller sees. */
export function isOfMandants(
  { mandants }: Sight,
  column = 'mandant_identifier',
): RawBuilder<boolean> {
  return isAmongSql(column, mandants);
}

/** Keeps a statement to the orders and coupons that a caller sees. */
export function isSeen(sight: Sight): RawBuilder<boolean> {
  if (!sight.isApplication) return isOfMandants(sight);
  return sql<boolean>`(${isSpokenFor(sight)} and ${isOfMandants(sight)})`;
}

function isAmong(names: Names, name: string): boolean {
  return names === 'all' || names.has(name);
}

function isAmongSql(column: string, names: Names): RawBuilder<boolean> {
  if (names === 'all') return sql<boolean>`true`;
  const [only, ...others] = names;
  // An index gives the rows of one in its order: nothing has to be sorted, and others are not read.
  return only !== undefined && others.length === 0
    ? sql<boolean>`${sql.ref(column)} = ${only}`
    : sql<boolean>`${sql.ref(column)} = any(${[...names]}::text[])`;
}

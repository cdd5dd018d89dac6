import type { Database } from '../storage/database.ts';

/** The order systems that are registered for identity providers, by the connector ids of these. */
export async function orderSystemsByConnector(
  database: Database,
): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .selectFrom('osc.order_systems')
    .select(['connector_id', 'order_system_identifier'])
    .execute();
  return new Map(rows.map((row) => [row.connector_id, row.order_system_identifier]));
}

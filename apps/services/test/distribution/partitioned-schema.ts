import pg from 'pg';
import { distributionKeys, everywhere } from '../../src/storage/distribution-keys.ts';

/** Partitions of a table: enough to tell one from all. */
export const partitionsOfTable = 4;

export type TableName = keyof typeof distributionKeys;

/** Tables that are spread, by their names. */
export const distributedTables = (Object.keys(distributionKeys) as TableName[]).filter(
  (table) => distributionKeys[table] !== everywhere,
);

/** Every schema that has tables with keys. */
export const schemas = [...new Set(distributedTables.map((table) => table.split('.')[0]!))];

/**
 * Brings each distributed table of the platform's schema, all of them empty, into partitions by the
 * hash of its key. What may not be spread by its key does not become so: PostgreSQL refuses a unique
 * index that lacks the key.
 */
export async function createPartitionedSchema(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const table of distributedTables) await partition(client, table);
  } finally {
    await client.end();
  }
}

async function partition(client: pg.Client, table: TableName): Promise<void> {
  const [schema, name] = table.split('.') as [string, string];
  const whole = `${schema}.whole_${name}`;
  const triggers = await client.query<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal`,
    [table],
  );
  await client.query(`
    alter table ${table} rename to whole_${name};
    create table ${table} (like ${whole} including all)
      partition by hash (${distributionKeys[table]});
  `);
  for (let remainder = 0; remainder < partitionsOfTable; remainder++) {
    await client.query(`
      create table ${table}_part_${remainder} partition of ${table}
        for values with (modulus ${partitionsOfTable}, remainder ${remainder})
    `);
  }
  const columns = await client.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [whole],
  );
  const { list } = columns.rows[0]!;
  await client.query(`
    insert into ${table} (${list}) overriding system value select ${list} from ${whole};
    drop table ${whole};
  `);
  for (const { definition } of triggers.rows) await client.query(definition);
}

/** The table that a partition belongs to; the name itself where it is none. */
export function tableOfPartition(relation: string): string {
  return relation.replace(/_part_\d+$/, '');
}

import { sql, type Kysely } from 'kysely';

/**
 * Names and numbers that people type are in NFC since calls put them into it: what was stored in decomposed letters
 * before could not be named any more. A row whose key another one has in NFC stays as it is.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Of a list, each entry once and in its place.
  await sql`
    create function pg_temp.composed(list text[]) returns text[] language sql immutable as $$
      select coalesce(array_agg(entry order by place), '{}') from (
        select normalize(entry, NFC) as entry, min(place) as place
        from unnest(list) with ordinality given (entry, place) group by 1
      ) entries
    $$
  `.execute(database);
  for (const [table, columns] of Object.entries(composed)) {
    await sql.raw(compositionOf(table, columns)).execute(database);
  }
}

/** Columns by table; of a list with [], of JSON with {}, and with a colon where only the names of publishers are typed. */
const composed: Readonly<Record<string, readonly string[]>> = {
  'aua.users': ['given_name', 'family_name', 'email', 'mandant_groups[]'],
  'aua.identities': ['groups[]'],
  'aua.provider_groups': ['group_name'],
  'gres.groups': ['name'],
  'gres.members': ['display_name'],
  'lima.products': ['mandant_identifier', 'product_reference', 'title', 'article_numbers[]'],
  'lima.device_products': ['mandant_identifier', 'product_reference'],
  'lima.licenses': ['mandant_identifier', 'product_reference'],
  'lima.license_orders': [
    'order_system_identifier',
    'license_order_identifier',
    'mandant_identifier',
    'product_reference',
    'article_number',
  ],
  'lima.license_usages': ['mandant_identifier', 'product_reference'],
  'osc.order_systems': ['order_system_identifier', 'mandant_identifiers[]'],
  // Its order system is a column that the request gives.
  'osc.coupon_batches': ['batch_identifier', 'request{}'],
  'osc.coupons': [
    'order_system_identifier',
    'batch_identifier',
    'mandant_identifier',
    'product_reference',
    'note',
  ],
  'osc.orders': [
    'order_system_identifier',
    'external_id',
    'mandant_identifier',
    'product_reference',
    'article_number',
  ],
  'osc.order_system_user_relations': ['order_system_identifier', 'customer_id'],
  'osc.customers': ['order_system_identifier', 'customer_id'],
  'osc.deliveries': ['order_system_identifier'],
  'atma.files': ['space:'],
  'atma.file_versions': ['space:', 'mandant_identifier', 'product_references[]'],
  'atma.uploads': ['space:'],
  'atma.video_converts': ['space:'],
  'clag.courses': ['mandant_identifier'],
  'clag.issue_versions': ['mandant_identifier', 'product_references[]'],
};

function compositionOf(table: string, columns: readonly string[]): string {
  const parts = columns.map((column) => {
    const [name = '', kind] = column.split(/(?=[[{:])/);
    if (kind === '[]') {
      return { name, text: `array_to_string(${name}, e'\\n')`, value: `pg_temp.composed(${name})` };
    }
    if (kind === '{}') {
      return { name, text: `${name}::text`, value: `normalize(${name}::text, NFC)::jsonb` };
    }
    if (kind === ':') {
      const text = `case when ${name} like 'mandant:%' then ${name} end`;
      return { name, text, value: `coalesce(normalize(${text}, NFC), ${name})` };
    }
    return { name, text: name, value: `normalize(${name}, NFC)` };
  });
  const rows = parts.map(({ text }) => `${text} is not nfc normalized`).join(' or ');
  const set = parts.map(({ name, value }) => `${name} = ${value}`).join(', ');
  return /* sql */ `
    do $$
    declare
      place tid;
    begin
      -- Of tables that are spread over machines, a key cannot change, not even of no row.
      if not exists (select from ${table} where ${rows}) then return; end if;
      update ${table} set ${set} where ${rows};
    exception when unique_violation then
      for place in select ctid from ${table} where ${rows} loop
        begin
          update ${table} set ${set} where ctid = place;
        exception when unique_violation then null;
        end;
      end loop;
    end $$
  `;
}

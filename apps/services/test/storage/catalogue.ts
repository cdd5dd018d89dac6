import { sql } from 'kysely';
import type { Database } from '../../src/index.ts';

/**
 * The platform's own schemas as the catalogue has them, a line each: tables, columns, constraints, indexes, triggers,
 * functions, sequences, comments of tables and columns, names of types. Left out are the order of columns, owners and
 * rights, names of constraints that only refuse nulls, extended statistics, policies, rules, and what types consist of.
 */
export async function catalogueOf(database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (
      select pg_namespace.oid as schema from pg_namespace
      where nspname !~ '^pg_' and nspname not in ('information_schema', 'jobs', 'identity_provider')
    ), relations as (
      select pg_class.* from pg_class join own on schema = relnamespace
    )
    select concat_ws(' ', 'relation', relkind, relations.oid::regclass, relpersistence, relreplident,
      reloptions) as line
    from relations
    union all
    select concat_ws(' ', 'column', relations.oid::regclass || '.' || attname,
      format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
      nullif(attidentity, ''), nullif(attgenerated, ''),
      'default ' || pg_get_expr(adbin, adrelid), nullif(attcollation, 0)::regcollation,
      attstorage, nullif(attcompression, ''), attoptions, attstattarget)
    from relations join pg_attribute on attrelid = relations.oid
      left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join own on schema = connamespace where contype <> 'n'
    union all
    select concat_ws(' ', pg_get_indexdef(indexrelid), case when not indisvalid then 'invalid' end,
      case when indisreplident then 'replica identity' end)
    from pg_index join relations on relations.oid = indrelid
    union all
    select concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join relations on relations.oid = tgrelid where not tgisinternal
    union all
    select pg_get_functiondef(pg_proc.oid) from pg_proc join own on schema = pronamespace
    union all
    select concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin,
      seqmax, seqcache, seqcycle)
    from pg_sequence join relations on relations.oid = seqrelid
    union all
    select concat_ws(' ', 'comment', objoid::regclass, objsubid, description)
    from pg_description join relations on relations.oid = objoid and classoid = 'pg_class'::regclass
    union all
    select concat_ws(' ', 'type', format_type(pg_type.oid, null), typtype)
    from pg_type join own on schema = typnamespace where typrelid = 0 and typelem = 0
    order by line
  `.execute(database);
  return rows.map(({ line }) => line);
}

import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/index.ts';
import { learningRecordsSubjectData } from '../../../src/learning-records/subject-data.ts';
import { attachmentOf } from '../statement-samples.ts';
import { given, issuer, startSubjectStore, type SubjectStore } from './subject-store.ts';

const data = learningRecordsSubjectData([issuer]);
const mebibyte = 1024 * 1024;
const nothing = { ids: 0, statements: 0, unattached: 0 };

/** A statement each, with something else attached to it. */
async function recordEssays(store: SubjectStore, subject: string, count: number) {
  for (let place = 0; place < count; place++) {
    const content = `Aufsatz ${place}`;
    const contents = new Map([[hash('sha256', content), Buffer.from(content)]]);
    await store.keep([{ ...given(subject, { attachments: [attachmentOf(content)] }), contents }]);
  }
}

/** Fails whoever deletes more at a time than others should wait for. */
async function refuseMuch(database: Database) {
  await sql
    .raw(`
      create function lars.refuse_much() returns trigger language plpgsql as $$ begin
        if (select count(*) > 20 or sum(octet_length(content)) > 20 * 1024 * 1024 from gone) then
          raise exception 'too much';
        end if;
        return null;
      end $$;
      create trigger refuse_much after delete on lars.attachments
        referencing old table as gone for each statement execute function lars.refuse_much();
    `)
    .execute(database);
}

async function ownersOf(database: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ subject: string; count: number }>`
    select subject, count(*)::integer as count from lars.attachments group by subject
  `.execute(database);
  return Object.fromEntries(rows.map(({ subject, count }) => [subject, count]));
}

test('what is attached goes ahead, a few at a time, and after the statements', async () => {
  const store = await startSubjectStore();
  await recordEssays(store, 'mia', 45);
  await refuseMuch(store.database);
  const counts = { 'lars.statements': 45, 'lars.attachments': 45 };
  expect(await data.ahead.move(store.database, 'mia', 'ben')).toEqual(counts);
  expect(await ownersOf(store.database)).toEqual({ ben: 45 });
  expect(await store.orphans()).toEqual(nothing);
  expect(await data.ahead.erase(store.database, 'ben')).toEqual(counts);
  expect(await ownersOf(store.database)).toEqual({});
});

test('of what is large, fewer go at a time', async () => {
  const store = await startSubjectStore();
  await sql`
    insert into lars.attachments (subject, sha2, content)
    select 'mia', encode(sha256(n::text::bytea), 'hex'), convert_to(repeat('a', ${5 * mebibyte}), 'UTF8')
    from generate_series(1, 9) n
  `.execute(store.database);
  await refuseMuch(store.database);
  await data.ahead.move(store.database, 'mia', 'ben');
  expect(await ownersOf(store.database)).toEqual({ ben: 9 });
  await data.ahead.erase(store.database, 'ben');
  expect(await ownersOf(store.database)).toEqual({});
});

test('it is exported one by one: each can be as large as a request', async () => {
  const store = await startSubjectStore();
  await recordEssays(store, 'mia', 3);
  const sizes = await store.database.transaction().execute(async (transaction) => {
    const sizes: number[] = [];
    const { 'lars.attachments': rows } = data.export(transaction, 'mia');
    for await (const piece of rows!) sizes.push(piece.length);
    return sizes;
  });
  expect(sizes.filter((size) => size > 0)).toEqual([1, 1, 1]);
});

test('where the target has the same bytes they are nothing that gives way, whoever sent them', async () => {
  const store = await startSubjectStore();
  await recordEssays(store, 'mia', 3);
  await recordEssays(store, 'ben', 2);
  await sql`update lars.attachments set sent_by = 'lrs-1' where subject = 'mia'`.execute(
    store.database,
  );
  const { moved, kept } = await store.database
    .transaction()
    .execute((transaction) => data.move(transaction, 'mia', 'ben'));
  expect(kept).toEqual({});
  expect(moved).toMatchObject({ 'lars.statements': 3, 'lars.attachments': 3 });
  expect(await ownersOf(store.database)).toEqual({ ben: 3 });
  expect(await store.orphans()).toEqual(nothing);
});

test('the last statements go with what is attached to them, or both stay', async () => {
  const store = await startSubjectStore();
  await recordEssays(store, 'mia', 1);
  await sql
    .raw(`
      create function lars.refuse() returns trigger language plpgsql as $$ begin
        raise exception 'ended';
      end $$;
      create trigger refuse after delete on lars.attachments
        for each row execute function lars.refuse();
    `)
    .execute(store.database);
  await expect(data.ahead.erase(store.database, 'mia')).rejects.toThrow('ended');
  expect(await store.texts()).toHaveLength(1);
  expect(await store.orphans()).toEqual(nothing);
  await sql.raw('drop function lars.refuse cascade').execute(store.database);
  await data.ahead.erase(store.database, 'mia');
  expect([await ownersOf(store.database), await store.texts()]).toEqual([{}, []]);
});

test('what is large moves before other writers wait', async () => {
  const store = await startSubjectStore();
  await recordEssays(store, 'mia', 3);
  await sql
    .raw(`
      insert into lars.states (subject, state_key, activity_id, state_id, content, content_type, etag)
      values ('mia', 'key', 'https://lectern.example/kreislauf', 'place', 'a', 'text/plain', 'e');
      create function lars.refuse_late() returns trigger language plpgsql as $$ begin
        if exists (
          select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
            and (classid::bigint << 32) | objid::bigint = hashtextextended('lars.statements', 0)
        ) then
          raise exception 'others wait';
        end if;
        return null;
      end $$;
      create trigger refuse_late after insert on lars.attachments
        for each statement execute function lars.refuse_late();
      create trigger refuse_late after insert on lars.states
        for each statement execute function lars.refuse_late();
    `)
    .execute(store.database);
  await store.move('mia', 'ben');
  expect(await ownersOf(store.database)).toEqual({ ben: 3 });
  const { rows } = await sql`select subject from lars.states`.execute(store.database);
  expect(rows).toEqual([{ subject: 'ben' }]);
});

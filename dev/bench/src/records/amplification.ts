import { compare, type Figure } from '../figures.ts';
import { createDatabase, onConnection } from '../database.ts';
import { apiKey, insertKey, sizesOf, type Sizes } from './database.ts';
import { basic, statementsPath } from './requests.ts';
import { startServices } from './start.ts';
import { partsOf, statementOf, type World } from './world.ts';

const batchSize = 100;
const writers = 8;
const atMost = 3;

/** Bytes that some statements left on the disk. */
interface Left {
  /** Of the statements as they were sent, and as they are given to readers. */
  readonly sentInBytes: number;
  readonly storedInBytes: number;
  readonly walInBytes: number;
  readonly before: Sizes;
  readonly after: Sizes;
}

/** How many bytes the disk takes for each byte of a statement, in a database that was empty. */
export async function amplification(
  where: string,
  serverUrl: string,
  worldOf: (issuer: string) => World,
  statements: number,
): Promise<Figure[]> {
  const left = await write(serverUrl, worldOf, statements);
  const { sentInBytes, storedInBytes, walInBytes, before, after } = left;
  const grown = (table: keyof Sizes) => after[table] - before[table];
  const onDisk = grown('statements') + grown('statement_ids') + grown('activities');
  const each = (title: string, bytes: number, by = sentInBytes, goal?: { atMost: number }) =>
    compare(
      `${where}, ${statements} statements in batches of ${batchSize}: ${title}`,
      'bytes each',
      bytes / statements,
      { what: by === sentInBytes ? 'a statement as sent' : 'as stored', value: by / statements },
      goal,
    );
  return [
    each('on disk, with indexes', onDisk, sentInBytes, { atMost }),
    each('on disk, with indexes', onDisk, storedInBytes),
    each('of it the statements', grown('statements')),
    each('of it their ids', grown('statement_ids')),
    each('of it the activities', grown('activities')),
    each('the write-ahead log', walInBytes),
    each('on disk and in the log', onDisk + walInBytes),
  ];
}

async function write(
  serverUrl: string,
  worldOf: (issuer: string) => World,
  statements: number,
): Promise<Left> {
  await using stack = new AsyncDisposableStack();
  const database = await createDatabase(serverUrl);
  stack.defer(() => database.drop());
  const services = await startServices(database.url);
  stack.defer(() => services.stop());
  await insertKey(database.url);
  const world = worldOf(services.issuer);

  const before = await sizesOf(database.url);
  const { lsn } = await oneRow(database.url, 'select pg_current_wal_lsn() as lsn');
  const sentInBytes = await send(services.port, world, statements);
  const { bytes: walInBytes } = await oneRow(
    database.url,
    `select pg_current_wal_lsn() - '${lsn}'::pg_lsn as bytes`,
  );
  const after = await sizesOf(database.url);
  const { count, bytes: storedInBytes } = await oneRow(
    database.url,
    'select count(*) as count, sum(octet_length(statement::text)) as bytes from lars.statements',
  );
  if (Number(count) !== statements) throw new Error(`Of ${statements} there are ${count}.`);
  return {
    sentInBytes,
    storedInBytes: Number(storedInBytes),
    walInBytes: Number(walInBytes),
    before,
    after,
  };
}

/** @returns bytes of the statements alone, without what holds them together */
async function send(port: number, world: World, statements: number): Promise<number> {
  const { key, secret } = apiKey;
  let next = 0;
  let bytes = 0;
  const write = async () => {
    while (next < statements) {
      const first = next;
      next = Math.min(first + batchSize, statements);
      const batch = Array.from({ length: next - first }, (_, index) =>
        JSON.stringify(statementOf(world.issuer, partsOf(world, first + index))),
      );
      for (const statement of batch) bytes += Buffer.byteLength(statement);
      const response = await fetch(`http://127.0.0.1:${port}${statementsPath}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...basic({ key, secret }) },
        body: `[${batch.join(',')}]`,
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(answer);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return bytes;
}

async function oneRow(url: string, query: string): Promise<Record<string, string>> {
  const { rows } = await onConnection(url, (client) => client.query<Record<string, string>>(query));
  return rows[0]!;
}

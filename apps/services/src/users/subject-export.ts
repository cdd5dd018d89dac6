import type { Database } from '../storage/database.ts';
import type { RowStream } from '../storage/row-stream.ts';
import type { SubjectDataByService } from './subject-jobs.ts';
import { namesOf } from '../authorization/person-names.ts';

/** Data of each service, by subject, service and table. */
export type ExportedData = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, RowStream>>>>>
>;

/** Members beside the data. */
export interface ExportHead {
  /** As the platform calls the person now. */
  readonly subject: string;
  readonly exported_at: string;
}

/**
 * Data of every service about a subject, and about those that were linked to it: read as it is asked for, before
 * the transaction ends.
 */
export async function exportedData(
  transaction: Database,
  services: SubjectDataByService,
  subject: string,
): Promise<ExportedData> {
  return Object.fromEntries(
    (await namesOf(transaction, subject)).map((name) => [
      name,
      Object.fromEntries(
        Object.entries(services).map(([code, data]) => [code, data.export(transaction, name)]),
      ),
    ]),
  );
}

/**
 * Has everything that the services keep of a subject written, as JSON and of one point in time.
 *
 * @param write Takes the pieces in order; the transaction lasts until it is done.
 */
export function exportSubject(
  database: Database,
  services: SubjectDataByService,
  subject: string,
  write: (pieces: AsyncGenerator<string>) => Promise<void>,
): Promise<void> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const head = { subject, exported_at: new Date().toISOString() };
      await write(exportJson(head, await exportedData(transaction, services, subject)));
    });
}

/** The export as JSON, a row a piece: years of learning records are more than one text can hold. */
export async function* exportJson(head: ExportHead, data: ExportedData): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"data":`;
  yield* jsonObject(data, (services) =>
    jsonObject(services, (tables) => jsonObject(tables, jsonArray)),
  );
  yield '}\n';
}

async function* jsonObject<Value>(
  values: Readonly<Record<string, Value>>,
  jsonOfValue: (value: Value) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  let separator = '{\n';
  for (const [name, value] of Object.entries(values)) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* jsonOfValue(value);
    separator = ',\n';
  }
  yield separator === '{\n' ? '{}' : '}';
}

async function* jsonArray(stream: RowStream): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of stream) {
    for (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]' : ']';
}

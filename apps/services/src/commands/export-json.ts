import type { RowStream } from '../storage/row-stream.ts';

/** What each service keeps, by subject, service and table. */
export type ExportedData = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, RowStream>>>>>
>;

/** What stands beside the data. */
export interface ExportHead {
  /** As the platform calls the person now. */
  readonly subject: string;
  readonly exported_at: string;
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

import { readFileSync } from 'node:fs';
import { sheetContract, type Call, type ServiceCode } from '../src/index.ts';

/** A row of the sheet of all calls. */
export interface Row {
  readonly service: string;
  readonly family: string;
  readonly method: string;
  readonly path: string;
  readonly headers: string;
  readonly body: string;
  readonly query: string;
  readonly answer: string;
  readonly client_method: string;
}

const [header, ...lines] = readFileSync(new URL('../calls.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const columns = header!.split('\t');

/** The sheet of all calls: what the platform offers. */
export const rows = lines.map((line): Row => {
  const cells = line.split('\t');
  const cell = (name: keyof Row) => cells[columns.indexOf(name)] ?? '';
  return {
    service: cell('service'),
    family: cell('family'),
    method: cell('method'),
    path: cell('path'),
    headers: cell('headers'),
    body: cell('body'),
    query: cell('query'),
    answer: cell('answer'),
    client_method: cell('client_method'),
  };
});

/** Every call of the contract that the sheet has. */
export const calls = Object.entries(sheetContract).flatMap(([service, byName]) =>
  Object.entries(byName as Readonly<Record<string, Call>>).map(([name, call]) => ({
    service: service as ServiceCode,
    name,
    call,
  })),
);

/** The client's names of the headers that a row requires. */
export function requiredHeaderParameters({ headers }: Row): string[] {
  const parameters: Record<string, string> = {
    'correlation-id': 'xIaCorrelationId',
    subject: 'xIaSubject',
    roles: 'xIaRoles',
  };
  return headers
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => parameters[word]!);
}

/** The query parameters that a row requires, and all that it has. */
export function queryParameters({ query }: Row): { all: string[]; required: string[] } {
  const all = query.split(' ').filter((word) => word !== '' && !word.startsWith('('));
  return {
    all: all.map((name) => name.replace('?', '')),
    required: query.includes('(required)') ? all : [],
  };
}

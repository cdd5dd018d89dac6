import { hash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import type { statementOf } from './world.ts';

/*
 * A store as somebody writes it who wants nothing but the rows: node:http, JSON.parse, and one insert a
 * request into the same table with the same indexes. It checks nothing, and keeps nothing apart.
 */

/** As many as the services have. */
const connectionsMaximum = 20;

export interface BareOptions {
  readonly databaseUrl: string;
  /** Also keeps the table in which ids are found. */
  readonly writesIds: boolean;
}

type Statement = ReturnType<typeof statementOf>;

/** Authority, the same in all rows. */
const authority = {
  objectType: 'Agent',
  account: { homePage: 'http://localhost/lars/xapi', name: 'lrs-bare' },
} as const;
const authorityKey = `,${hash('sha256', `account:${authority.account.homePage}|${authority.account.name}`, 'base64url').slice(0, 22)}`;

const columns =
  'subject, stored, sequence, statement_id, verb, activity, registration, authority, terms';
/** As from so many statements on, they come as arrays. */
const insertOne = `insert into lars.statements (${columns}, statement)
  values ($1, clock_timestamp(), nextval('lars.statement_sequence'), $2, $3, $4, $5, $6, $7, $8)`;
const insertMany = `insert into lars.statements (${columns}, statement)
  select subject, clock_timestamp(), nextval('lars.statement_sequence'), id, verb, activity,
    registration, authority, terms::bigint[], statement::json
  from unnest($1::text[], $2::uuid[], $3::bigint[], $4::bigint[], $5::uuid[], $6::bigint[], $7::text[],
    $8::text[]) given (subject, id, verb, activity, registration, authority, terms, statement)`;

const withIds = (insert: string) => `with written as (
    ${insert} returning statement_id, subject, stored, sequence
  ) insert into lars.statement_ids (statement_id, subject, stored, sequence) select * from written`;

export function createBare({ databaseUrl, writesIds }: BareOptions): Server {
  const pool = new Pool({ connectionString: databaseUrl, max: connectionsMaximum });
  const [single, many] = writesIds
    ? [withIds(insertOne), withIds(insertMany)]
    : [insertOne, insertMany];

  const store = async (body: Buffer): Promise<readonly string[]> => {
    const given = JSON.parse(body.toString()) as Statement | Statement[];
    const rows = [given].flat().map(rowOf);
    await (rows.length === 1
      ? pool.query({ name: 'one', text: single, values: [...rows[0]!] })
      : pool.query({ name: 'many', text: many, values: columnsOf(rows) }));
    return rows.map(([, id]) => id);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let status = 200;
    let text: string;
    try {
      text = JSON.stringify(await store(await bodyOf(request)));
    } catch (error) {
      status = 500;
      text = String(error);
    }
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  return createServer((request, response) => void answer(request, response));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

type Row = readonly [
  subject: string,
  id: string,
  verb: string,
  activity: string,
  registration: string,
  authority: string,
  terms: string,
  statement: string,
];

function rowOf(statement: Statement): Row {
  const id = randomUUID();
  const { actor, verb, object, context } = statement;
  const { parent, grouping } = context.contextActivities;
  const terms = [
    term(`related-agent\n${actor.account.name}`),
    term(`related-agent\n${authorityKey}`),
    term(`related-activity\n${object.id}`),
    term(`related-activity\n${parent[0].id}`),
    term(`related-activity\n${grouping[0].id}`),
  ];
  return [
    actor.account.name,
    id,
    term(`verb\n${verb.id}`),
    term(`activity\n${object.id}`),
    context.registration,
    term(`authority\n${authorityKey}`),
    `{${terms.join(',')}}`,
    JSON.stringify({ id, ...statement, version: '1.0.0', authority }),
  ];
}

function columnsOf(rows: readonly Row[]): string[][] {
  return rows[0]!.map((_, column) => rows.map((row) => row[column]!));
}

const terms = new Map<string, string>();

/** Hash that the table holds instead of an address. */
function term(text: string): string {
  const id = terms.get(text);
  if (id !== undefined) return id;
  const made = hash('sha256', text, 'buffer').readBigInt64BE(0).toString();
  terms.set(text, made);
  return made;
}

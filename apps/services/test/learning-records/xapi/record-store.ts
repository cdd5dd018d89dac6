import { randomUUID } from 'node:crypto';
import type { Statement } from '@lectern/contracts/xapi';
import { startTestPlatform } from '../../platform.ts';
import { base, clientOf, keyWith, type Client } from './requests.ts';

export type StoredStatement = Statement & { readonly id: string; readonly stored: string };

export interface StatementResult {
  readonly statements: readonly StoredStatement[];
  readonly more: string;
}

/** The statement resource as a key with all scopes sees it. */
export async function startRecordStore(version = '1.0.3') {
  const platform = await startTestPlatform();
  const client = clientOf(platform, await keyWith(platform, 'all'), version);
  return {
    platform,
    client,
    /** @returns the ids */
    async post(statements: object | readonly object[], headers: Record<string, string> = {}) {
      const response = await postTo(client, statements, headers);
      if (response.status !== 200) throw new Error(await response.text());
      return (await response.json()) as string[];
    },
    put: (statement: object & { readonly id: string }) =>
      client(`${base}/statements`, {
        method: 'PUT',
        parameters: { statementId: statement.id },
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(statement),
      }),
    /** Ids of what is found, on all pages. */
    async find(parameters: Readonly<Record<string, string>>) {
      const ids: string[] = [];
      for await (const { statements } of pages(client, parameters)) {
        ids.push(...statements.map(({ id }) => id));
      }
      return ids;
    },
    /** A statement by its id, as it is stored. */
    async get(statementId: string) {
      const response = await client(`${base}/statements`, { parameters: { statementId } });
      if (response.status !== 200) throw new Error(await response.text());
      return (await response.json()) as StoredStatement;
    },
    close: () => platform.close(),
  };
}

export function postTo(
  client: Client,
  statements: object | readonly object[],
  headers: Record<string, string> = {},
): Promise<Response> {
  return client(`${base}/statements`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(statements),
  });
}

/** Follows `more` as a client does that knows nothing of what is in it. */
export async function* pages(
  client: Client,
  parameters: Readonly<Record<string, string>>,
): AsyncGenerator<StatementResult> {
  let response = await client(`${base}/statements`, { parameters });
  for (;;) {
    if (response.status !== 200) throw new Error(await response.text());
    const result = (await response.json()) as StatementResult;
    yield result;
    if (result.more === '') return;
    response = await client(result.more);
  }
}

export const verbId = 'http://adlnet.gov/expapi/verbs/answered';
export const voidedId = 'http://adlnet.gov/expapi/verbs/voided';
export const agent = (name: string) => ({ mbox: `mailto:${name}@schule.example` });
export const activity = (name: string) => ({ id: `https://lectern.example/${name}` });

/** A statement, of an actor of its own where none is given. */
export function statement(members: object = {}): Statement & { readonly id: string } {
  return {
    id: randomUUID(),
    actor: agent(`a${randomUUID()}`),
    verb: { id: verbId },
    object: activity('kreislauf'),
    ...members,
  };
}

export const asParameter = (value: object): string => JSON.stringify(value);

import type { QueryId } from 'kysely';
import type { Database } from '../../../src/index.ts';

/** Does something once, right after a query whose text contains a part: what another process may do then. */
export function betweenQueries(
  database: Database,
  part: string,
  work: () => Promise<unknown>,
): Database {
  let query: QueryId | undefined;
  return database.withPlugin({
    transformQuery({ node, queryId }) {
      if (query === undefined && JSON.stringify(node).includes(part)) query = queryId;
      return node;
    },
    async transformResult({ result, queryId }) {
      if (queryId === query) await work();
      return result;
    },
  });
}

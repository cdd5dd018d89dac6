import type { Agent } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import { namesOf } from '../../authorization/person-names.ts';
import type { Database } from '../../storage/database.ts';
import type { Access } from '../access/access.ts';
import { readAgent, required } from './parameters.ts';
import { readPermitted } from './permitted-agent.ts';
import type { ResourceDependencies } from './resource-dependencies.ts';
import { resource, type XapiScope } from './resource.ts';

/** All that is known of somebody, a list of each (xAPI 1.0.3, Communication 2.4). */
interface Person {
  readonly objectType: 'Person';
  readonly name?: readonly string[];
  readonly mbox?: readonly string[];
  readonly mbox_sha1sum?: readonly string[];
  readonly openid?: readonly string[];
  readonly account?: readonly NonNullable<Agent['account']>[];
}

/** How many of the latest statements names are looked for in. */
const statementsRead = 100;

/** `agents`: who somebody is (xAPI 1.0.3, Communication 2.4; IEEE 9274.1.1, 4.1.6.3). */
export function registerAgents(scope: XapiScope, dependencies: ResourceDependencies): void {
  const { database, issuer } = dependencies;
  resource(
    scope,
    '/agents',
    {
      async GET(request): Promise<Person> {
        const agent = required(readAgent(request.parameters, 'agent'), 'agent');
        const key = await readPermitted(request, 'person', dependencies);
        // A session of cmi5 learns no other names and accounts of its learner.
        const isTold = request.access.session === undefined;
        const [accounts, names] = !isTold
          ? [[], []]
          : isOfMember(request.access, key)
            ? [[], await nameOf(request.access, key)]
            : await Promise.all([accountsOf(database, key, issuer), namesIn(database, key)]);
        const { mbox, mbox_sha1sum, openid, account, name } = agent;
        const allNames = [...new Set([...(name === undefined ? [] : [name]), ...names])];
        const others = accounts.filter(
          ({ homePage, name }) =>
            !account || !isSameIssuer(homePage, account.homePage) || name !== account.name,
        );
        const allAccounts = [...(account ? [account] : []), ...others];
        return {
          objectType: 'Person',
          ...(allNames.length > 0 && { name: allNames }),
          ...(mbox !== undefined && { mbox: [mbox] }),
          ...(mbox_sha1sum !== undefined && { mbox_sha1sum: [mbox_sha1sum] }),
          ...(openid !== undefined && { openid: [openid] }),
          ...(allAccounts.length > 0 && { account: allAccounts }),
        };
      },
    },
    { parameters: ['agent'], isForSessions: true },
  );
}

/** Of a member its leader knows what the group does. */
function isOfMember({ statementsReadable, subject }: Access, key: string): boolean {
  return statementsReadable === 'own' && key !== subject;
}

async function nameOf(access: Access, key: string): Promise<readonly string[]> {
  const name = (await access.members()).nameOf(key);
  return name === null ? [] : [name];
}

/** The accounts of a user of the platform: its subject, and what was linked to it. */
async function accountsOf(database: Database, key: string, homePage: string) {
  if (key.startsWith(',')) return [];
  const names = await namesOf(database, key);
  return names.map((name) => ({ homePage, name }));
}

/** Names in the latest statements as actor, the latest first. */
async function namesIn(database: Database, key: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select latest.name from (
      select statement #>> '{actor,name}' as name,
        row_number() over (order by stored desc, sequence desc) as place
      from (
        select statement, stored, sequence from lars.statements
        where subject = ${key} and not is_voided
        order by stored desc, sequence desc limit ${statementsRead}
      ) own
    ) latest
    where latest.name is not null
    group by latest.name order by min(place)
  `.execute(database);
  return rows.map(({ name }) => name);
}

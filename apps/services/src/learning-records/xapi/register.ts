import type { FastifyInstance } from 'fastify';
import type { Guard } from '../../http/guard.ts';
import { createReadJson, type ReadJson } from '../../http/json-body.ts';
import type { SubjectDirectory } from '../../authorization/subject-directory.ts';
import type { Database } from '../../storage/database.ts';
import { membersLedBy } from '../../storage/led-members.ts';
import { createAdmitRequest } from '../access/admit.ts';
import { createVerifyKey } from '../access/api-keys.ts';
import type { AgentKey } from '../model/agent-key.ts';
import type { AgentKeys } from '../model/agent-keys.ts';
import type { DefinitionStore } from '../store/definitions.ts';
import type { Records } from '../store/records.ts';
import { registerAbout } from './about.ts';
import { registerActivities } from './activities.ts';
import type { XapiScope } from './resource.ts';
import { registerStatements } from './statements.ts';
import type { XapiVersion } from './version.ts';

/** What the record store stands on. */
export interface XapiParts {
  readonly database: Database;
  readonly directory: SubjectDirectory;
  readonly guard: Guard;
  /** Issuers of the platform's identity providers; the first one's subjects are the platform's. */
  readonly issuers: readonly [string, ...string[]];
  /** Address under which the platform is reached. */
  readonly publicUrl: string;
  readonly agentKey: AgentKey;
  readonly agents: AgentKeys;
  readonly records: Records;
  readonly definitions: DefinitionStore;
}

/** What its resources stand on. */
export interface ResourceParts extends Pick<
  XapiParts,
  'agentKey' | 'agents' | 'database' | 'definitions' | 'directory' | 'issuers' | 'records'
> {
  readonly readJson: ReadJson;
}

const storePath = '/lars/xapi';

/** Bases, and the version that answers name to those who named none: clients of 2.0 may want to see theirs. */
const bases: Readonly<Record<string, XapiVersion>> = {
  [storePath]: '1.0.3',
  [`${storePath}/v2`]: '2.0.0',
};

/** Serves the record store (xAPI 1.0.3; IEEE 9274.1.1), the same under each of its bases. */
export function registerXapi(server: FastifyInstance, parts: XapiParts): void {
  const { database, guard, issuers, publicUrl } = parts;
  const admit = createAdmitRequest({
    guard,
    verifyKey: createVerifyKey(database),
    membersLedBy: (leader) => membersLedBy(database, leader),
    issuer: issuers[0],
    homePage: new URL(storePath, publicUrl).href,
  });
  const resourceParts: ResourceParts = {
    ...parts,
    readJson: createReadJson(server),
  };
  for (const [base, defaultVersion] of Object.entries(bases)) {
    void server.register(async (within) => {
      within.removeAllContentTypeParsers();
      // Documents are of any media type; what is JSON is read by the resource.
      within.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      registerResources({ server: within, base, defaultVersion, admit, guard }, resourceParts);
    });
  }
}

function registerResources(scope: XapiScope, parts: ResourceParts): void {
  registerAbout(scope);
  registerActivities(scope, parts);
  registerStatements(scope, parts);
}

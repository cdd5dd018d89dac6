import type { FastifyInstance } from 'fastify';
import { type CourseDoor, membersReadBy } from '../../course-access/public.ts';
import type { Guard } from '../../http/guard.ts';
import { readBody } from '../../http/request-body.ts';
import { recordLooks } from '../../groups/public.ts';
import { createAdmitRequest } from '../access/admit.ts';
import { createVerifyKey } from '../access/api-keys.ts';
import { createFindPublished } from '../access/published-activities.ts';
import { createSeenActivities } from '../access/seen-activities.ts';
import type { Cmi5Parts } from '../cmi5/parts.ts';
import { createAdmitSession } from '../cmi5/session-access.ts';
import { registerAbout } from './about.ts';
import { registerActivities } from './activities.ts';
import { registerAgents } from './agents.ts';
import { registerActivityProfiles } from './documents/activity-profile.ts';
import { registerAgentProfiles } from './documents/agent-profile.ts';
import { registerStates } from './documents/state.ts';
import { registerRefusedStatements } from './refused-statements.ts';
import type { ResourceParts } from './resource-parts.ts';
import { unknownResource, type XapiScope } from './resource.ts';
import { registerStatements } from './statements.ts';
import { bases, storeUrlOf } from './store-address.ts';

/** Dependencies of the record store. */
export interface XapiParts extends ResourceParts {
  readonly guard: Guard;
  /** Address under which the platform is reached. */
  readonly publicUrl: string;
  readonly cmi5: Cmi5Parts;
  readonly door: CourseDoor;
}

/** Serves the record store (xAPI 1.0.3; IEEE 9274.1.1), the same under each of its bases. */
export function registerXapi(server: FastifyInstance, parts: XapiParts): void {
  const { database, guard, agentKeys, issuer, publicUrl } = parts;
  const storeUrl = storeUrlOf(publicUrl);
  const admit = createAdmitRequest({
    guard,
    verifyKey: createVerifyKey(database),
    admitSession: createAdmitSession(parts.cmi5, parts.door),
    seenActivities: createSeenActivities(database, parts.door),
    findPublished: createFindPublished(database),
    membersReadBy: (leader) => membersReadBy(database, leader),
    recordLooks: (reader, subjects) => recordLooks(database, reader, subjects),
    issuer,
    homePage: storeUrl,
  });
  for (const [base, defaultVersion] of Object.entries(bases)) {
    void server.register(async (within) => {
      within.removeAllContentTypeParsers();
      // Documents are of any media type; what is JSON is read by the resource.
      within.addContentTypeParser('*', readBody);
      const scope = { server: within, base, defaultVersion, admit, guard };
      registerAbout(scope, storeUrl);
      registerResources(scope, {
        agentKeys,
        database,
        issuer,
        records: parts.records,
        definitions: parts.definitions,
      });
    });
  }
}

function registerResources(scope: XapiScope, parts: ResourceParts): void {
  registerActivities(scope, parts);
  registerStatements(scope, parts);
  registerRefusedStatements(scope, parts);
  registerAgents(scope, parts);
  registerStates(scope, parts);
  registerAgentProfiles(scope, parts);
  registerActivityProfiles(scope, parts);
  unknownResource(scope);
}

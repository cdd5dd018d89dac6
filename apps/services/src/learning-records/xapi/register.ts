import type { FastifyInstance } from 'fastify';
import { type CourseDoor, membersReadBy } from '../../course-access/public.ts';
import type { Guard } from '../../http/guard.ts';
import { readBody } from '../../http/request-body.ts';
import { recordLooks } from '../../groups/public.ts';
import { createAdmitRequest } from '../access/admit.ts';
import { createVerifyKey } from '../access/api-keys.ts';
import { createFindPublished } from '../access/published-activities.ts';
import { createSeenActivities } from '../access/seen-activities.ts';
import type { Cmi5Dependencies } from '../cmi5/own-statements.ts';
import { createAdmitSession } from '../cmi5/session-access.ts';
import { registerAbout } from './about.ts';
import { registerActivities } from './activities.ts';
import { registerAgents } from './agents.ts';
import { registerActivityProfiles } from './documents/activity-profile.ts';
import { registerAgentProfiles } from './documents/agent-profile.ts';
import { registerStates } from './documents/state.ts';
import { registerRefusedStatements } from './refused-statements.ts';
import type { ResourceDependencies } from './resource-dependencies.ts';
import { unknownResource, type XapiScope } from './resource.ts';
import { registerStatements } from './statements.ts';
import { bases, storeUrlOf } from './store-address.ts';

export interface XapiDependencies extends ResourceDependencies {
  readonly guard: Guard;
  /** Address under which the platform is reached. */
  readonly publicUrl: string;
  readonly cmi5: Cmi5Dependencies;
  readonly door: CourseDoor;
}

/** Serves the record store (xAPI 1.0.3; IEEE 9274.1.1), the same under each of its bases. */
export function registerXapi(server: FastifyInstance, dependencies: XapiDependencies): void {
  const { database, guard, agentKeys, issuer, publicUrl } = dependencies;
  const storeUrl = storeUrlOf(publicUrl);
  const admit = createAdmitRequest({
    guard,
    verifyKey: createVerifyKey(database),
    admitSession: createAdmitSession(dependencies.cmi5, dependencies.door),
    seenActivities: createSeenActivities(database, dependencies.door),
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
        records: dependencies.records,
        definitions: dependencies.definitions,
      });
    });
  }
}

function registerResources(scope: XapiScope, dependencies: ResourceDependencies): void {
  registerActivities(scope, dependencies);
  registerStatements(scope, dependencies);
  registerRefusedStatements(scope, dependencies);
  registerAgents(scope, dependencies);
  registerStates(scope, dependencies);
  registerAgentProfiles(scope, dependencies);
  registerActivityProfiles(scope, dependencies);
  unknownResource(scope);
}

import { readId } from '../parameters.ts';
import { readPermitted, requirePermitted } from '../permitted-agent.ts';
import type { ResourceDependencies } from '../resource-dependencies.ts';
import { resource, type XapiScope } from '../resource.ts';
import { documentHandlers, documentMaximumInBytes } from './document-handlers.ts';
import { keyOf } from './keys.ts';

/** `agents/profile` (xAPI 1.0.3, Communication 2.6; IEEE 9274.1.1, 4.1.6.5). */
export function registerAgentProfiles(scope: XapiScope, dependencies: ResourceDependencies): void {
  const handlers = documentHandlers(dependencies, {
    async find(request) {
      const profileId = readId(request.parameters, 'profileId');
      const subject = await readPermitted(request, 'profile', dependencies);
      await requirePermitted(request, { kind: 'agent-profile', profileId });
      if (profileId === undefined) {
        return { table: 'lars.agent_profiles', where: { subject }, id: 'profile_id' };
      }
      return {
        table: 'lars.agent_profiles',
        key: { subject, profile_key: keyOf(profileId) },
        names: { profile_id: profileId },
      };
    },
    unseen: (version) => (version === '1.0.3' ? 'nothing' : 'new ones'),
  });
  resource(scope, '/agents/profile', handlers, {
    parameters: ['agent', 'profileId', 'since'],
    bodyLimitInBytes: documentMaximumInBytes,
    isForSessions: true,
  });
}

import { readId, readScalar, required } from '../parameters.ts';
import { requirePermitted } from '../permitted-agent.ts';
import type { ResourceDependencies } from '../resource-dependencies.ts';
import { resource, type XapiRequest, type XapiScope } from '../resource.ts';
import { documentHandlers, documentMaximumInBytes } from './document-handlers.ts';
import { keyOf } from './keys.ts';

/** `activities/profile` (xAPI 1.0.3, Communication 2.7; IEEE 9274.1.1, 4.1.6.6). */
export function registerActivityProfiles(
  scope: XapiScope,
  dependencies: ResourceDependencies,
): void {
  const handlers = documentHandlers(dependencies, {
    async find(request) {
      const { parameters } = request;
      const activity = required(readScalar(parameters, 'activityId'), 'activityId');
      const profileId = readId(parameters, 'profileId');
      await requirePermission(request, activity);
      await requirePermitted(request, { kind: 'activity-profile', activityId: activity });
      if (profileId === undefined) {
        const where = { activity_key: keyOf(activity) };
        return { table: 'lars.activity_profiles', where, id: 'profile_id' };
      }
      return {
        table: 'lars.activity_profiles',
        key: { activity_key: keyOf(activity), profile_key: keyOf(profileId) },
        names: { activity_id: activity, profile_id: profileId },
      };
    },
    unseen: (version) => (version === '1.0.3' ? 'nothing' : 'new ones'),
  });
  resource(scope, '/activities/profile', handlers, {
    parameters: ['activityId', 'profileId', 'since'],
    bodyLimitInBytes: documentMaximumInBytes,
    isForSessions: true,
  });
}

/** The profile of an activity is read where its definition is seen. */
async function requirePermission(
  { access, forbid, intent }: XapiRequest,
  activity: string,
): Promise<void> {
  const { mayReadActivityProfiles, subject } = access;
  const isPermitted =
    intent === 'read'
      ? mayReadActivityProfiles && (await access.seenActivities([activity])).length > 0
      : await access.mayWriteActivityProfile(activity);
  if (isPermitted) return;
  throw await forbid(subject === undefined ? 'SCOPE_MISSING' : 'PERMISSION_MISSING');
}

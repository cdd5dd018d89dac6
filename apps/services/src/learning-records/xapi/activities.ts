import { readScalar, required } from './parameters.ts';
import type { ResourceDependencies } from './resource-dependencies.ts';
import { resource, type XapiScope } from './resource.ts';

/**
 * `activities`: what is known of an activity (xAPI 1.0.3, Communication 2.5; IEEE 9274.1.1, 4.1.6.4). Also
 * of one that nobody has told of yet, or that is of a course whose texts the caller may not see, which is its
 * id alone.
 */
export function registerActivities(scope: XapiScope, { definitions }: ResourceDependencies): void {
  resource(
    scope,
    '/activities',
    {
      async GET({ parameters, access }) {
        const id = required(readScalar(parameters, 'activityId'), 'activityId');
        const definition = (await definitions.of(await access.seenActivities([id]))).get(id);
        return { objectType: 'Activity', id, ...(definition && { definition }) };
      },
    },
    { parameters: ['activityId'], isForSessions: true },
  );
}

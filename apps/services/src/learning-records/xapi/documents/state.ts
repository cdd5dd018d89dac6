import { readId, readScalar, required } from '../parameters.ts';
import { readPermitted, requirePermitted } from '../permitted-agent.ts';
import { refusal } from '../refusals.ts';
import type { ResourceDependencies } from '../resource-dependencies.ts';
import { resource, type XapiRequest, type XapiScope } from '../resource.ts';
import { documentHandlers, documentMaximumInBytes, requireNoSince } from './document-handlers.ts';
import { removeDocuments, type DocumentPlace, type DocumentSet } from './document-store.ts';
import { keyOf } from './keys.ts';

/** `activities/state`: where somebody is in an activity (xAPI 1.0.3, Communication 2.3; IEEE 9274.1.1, 4.1.6.2). */
export function registerStates(scope: XapiScope, dependencies: ResourceDependencies): void {
  const find = async (request: XapiRequest): Promise<DocumentPlace | DocumentSet> => {
    const { access, intent, parameters } = request;
    const activity = required(readScalar(parameters, 'activityId'), 'activityId');
    const registration = readScalar(parameters, 'registration') ?? null;
    const stateId = readId(parameters, 'stateId');
    const subject = await readPermitted(request, 'state', dependencies);
    await requirePermitted(request, {
      kind: 'state',
      activityId: activity,
      registration: registration ?? undefined,
      stateId,
    });
    const since = intent === 'read' ? await access.statesSince?.(subject, activity) : undefined;
    if (stateId === undefined) {
      const where = { subject, activity_id: activity, ...(registration && { registration }) };
      return { table: 'lars.states', where, since, id: 'state_id' };
    }
    return {
      table: 'lars.states',
      key: { subject, state_key: keyOf(activity, registration, stateId) },
      names: { activity_id: activity, registration, state_id: stateId },
      keptFor: access.session?.registration ?? null,
      since,
    };
  };
  const handlers = documentHandlers(dependencies, {
    find,
    // The standard of 1.0.3 leaves states out of its rules for concurrency (Communication 3.1).
    unseen: (version) => (version === '1.0.3' ? 'anything' : 'new ones'),
  });
  resource(
    scope,
    '/activities/state',
    {
      ...handlers,
      async DELETE(request) {
        const found = await find(request);
        if ('key' in found) return handlers.DELETE(request);
        requireNoSince(request);
        const { headers, reply } = request;
        if (headers['if-match'] ?? headers['if-none-match']) {
          throw refusal('PARAMETER_INVALID', 'stateId: is missing, so that no ETag is of it');
        }
        await removeDocuments(dependencies.database, found);
        reply.status(204);
        return undefined;
      },
    },
    {
      parameters: ['activityId', 'agent', 'registration', 'since', 'stateId'],
      bodyLimitInBytes: documentMaximumInBytes,
      isForSessions: true,
    },
  );
}

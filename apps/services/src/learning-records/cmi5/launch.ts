import { randomUUID } from 'node:crypto';
import type { Answer, Body, Contract } from '@lectern/contracts';
import type {
  Cmi5Au,
  Cmi5Structure,
} from '@lectern/contracts/calls/learning-records/cmi5-structure';
import { generalError } from '../../http/errors.ts';
import { keyOf } from '../xapi/documents/keys.ts';
import { putDocument } from '../xapi/documents/document-store.ts';
import { fetchAddressOf } from './fetch-address.ts';
import { abandoned, launched } from './lms-statements.ts';
import { activityIdOf, courseKeyOf } from './names.ts';
import { learner, tell, type Cmi5Dependencies } from './own-statements.ts';
import { hashOf, newSecret, writeSessionKey } from './session-key.ts';
import { begun, changed, isChangedByOthers, sessionsOf, type Session } from './sessions.ts';
import { tellSatisfied } from './tell-satisfied.ts';
import { contextExtensions, launchDataId } from './vocabulary.ts';

type LaunchCall = Contract['lars']['cmi5Launch'];
type LaunchBody = Body<LaunchCall>;

const sessionInMs = 24 * 60 * 60 * 1000;

/** Names that the address of a unit must leave to the launch (cmi5, section 8.1). */
const launchParameters = ['endpoint', 'fetch', 'actor', 'registration', 'activityId'];

/** The address of a unit; `undefined` where nothing can be launched there. */
export function auAddress(au: Cmi5Au, contentUrl: string): URL | undefined {
  const address = URL.parse(au.url, contentUrl);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  return launchParameters.some((name) => address.searchParams.has(name)) ? undefined : address;
}

/**
 * Begins a session of an assignable unit (cmi5, sections 8.1, 9.3.1, 9.3.6 and 10).
 *
 * @param signIn The session ends with it.
 */
export async function launch(
  dependencies: Cmi5Dependencies,
  body: LaunchBody,
  signIn: string,
  unit: { readonly structure: Cmi5Structure; readonly au: Cmi5Au; readonly address: URL },
): Promise<Answer<LaunchCall>> {
  const { publicUrl } = dependencies;
  const { subject, structure_hash, launch_mode = 'Normal', return_url } = body;
  const { structure, au, address } = unit;
  const actor = learner(dependencies, subject);
  const course_key = courseKeyOf(body.course_id, body.issue_id, structure.id);
  const { course_id } = body;
  await dependencies.keepActivities({ course_id, course_key, structure_hash, structure });
  const registration = await register(dependencies, body, course_key);
  const registered = { subject, course_key, registration, structure_hash };
  const told = { subject, course_id, registration };
  await abandonSessions(dependencies, told);
  // A unit with moveOn NotApplicable is satisfied from the registration on (section 9.6.1).
  await tellSatisfied(dependencies, registered);

  const secret = newSecret();
  const launchedAt = new Date();
  const session = {
    ...registered,
    session_id: randomUUID(),
    au_id: au.id,
    activity_id: activityIdOf(publicUrl, course_key, au.id),
    launch_mode,
    mastery_score: au.mastery_score ?? null,
    launched_at: launchedAt,
    expires_at: new Date(launchedAt.getTime() + sessionInMs),
    sign_in: signIn,
    fetch_hash: hashOf(secret),
  };
  const { session_id, activity_id } = session;
  const launchData = {
    contextTemplate: {
      contextActivities: { grouping: [{ objectType: 'Activity', id: au.id }] },
      extensions: { [contextExtensions.sessionId]: session_id },
    },
    launchMode: launch_mode,
    moveOn: au.move_on,
    ...(au.launch_parameters !== undefined && { launchParameters: au.launch_parameters }),
    ...(au.mastery_score !== undefined && { masteryScore: au.mastery_score }),
    ...(return_url !== undefined && { returnURL: return_url }),
    ...(au.entitlement_key !== undefined && {
      entitlementKey: { courseStructure: au.entitlement_key },
    }),
  };
  const telling = launched({ actor, session }, au, { mode: launch_mode, url: address.href });
  const beginning = async () => {
    // Each time anew: others who have begun, or tried to, have put theirs in its place.
    await putLaunchData(dependencies, session, launchData);
    await tell(dependencies, told, telling, begun(session));
  };
  // Somebody may launch another unit at the same time.
  await untilUnchanged(beginning, () => abandonSessions(dependencies, told));
  const sessionKey = writeSessionKey({ subject, sessionId: session_id });
  return {
    launch_url: withParameters(address, {
      endpoint: new URL('/lars/xapi/', publicUrl).href,
      fetch: fetchAddressOf(dependencies, sessionKey, secret),
      actor: JSON.stringify(actor),
      registration,
      activityId: activity_id,
    }),
    launch_method: au.launch_method,
    registration,
    session_id,
  };
}

/** Finds or makes the registration of a learner for a course. */
async function register(
  { database }: Cmi5Dependencies,
  { subject, course_id, issue_id, structure_hash }: LaunchBody,
  course_key: string,
): Promise<string> {
  const { registration } = await database
    .insertInto('lars.cmi5_registrations')
    .values({
      subject,
      course_key,
      course_id,
      issue_id,
      registration: randomUUID(),
      structure_hash,
    })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'course_key']).doUpdateSet({ structure_hash }),
    )
    .returning('registration')
    .executeTakeFirstOrThrow();
  return registration;
}

/** Ends the sessions of a registration that are open; each is over when that is told, and not before. */
async function abandonSessions(
  dependencies: Cmi5Dependencies,
  registered: Pick<Session, 'registration' | 'subject'> & Pick<LaunchBody, 'course_id'>,
) {
  const { subject, registration } = registered;
  const open = async () =>
    (await sessionsOf(dependencies.database, subject, registration)).filter(
      ({ ended_at }) => !ended_at,
    );
  const actor = learner(dependencies, subject);
  const end = async () => {
    for (const session of await open()) {
      const ended = { ...session, ended_at: new Date(), ended_by: 'abandoned' } as const;
      await tell(dependencies, registered, abandoned(actor, session), changed(session, ended));
    }
  };
  // The unit may tell something just then.
  await untilUnchanged(end);
}

/** How often it begins anew where others change a session at the same time. */
const attemptsMaximum = 10;

async function untilUnchanged(work: () => Promise<void>, prepare = async () => {}): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isChangedByOthers(error)) throw error;
      if (attempt === attemptsMaximum) throw generalError('UNAVAILABLE');
    }
    await prepare();
  }
}

/** Section 10: under the same names as whatever the unit keeps of the registration. */
async function putLaunchData(
  { database }: Cmi5Dependencies,
  session: {
    readonly activity_id: string;
    readonly registration: string;
    readonly subject: string;
  },
  data: object,
): Promise<void> {
  const { subject, activity_id, registration } = session;
  await putDocument(
    database,
    {
      table: 'lars.states',
      key: { subject, state_key: keyOf(activity_id, registration, launchDataId) },
      names: { activity_id, registration, state_id: launchDataId },
      keptFor: registration,
    },
    { contentType: 'application/json', content: Buffer.from(JSON.stringify(data)) },
    {},
  );
}

/** Each value percent-encoded; what the address has stays as it is (section 8.1). */
function withParameters(address: URL, parameters: Readonly<Record<string, string>>): string {
  const whole = new URL(address);
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  whole.search = [whole.search.replace(/^\?/, ''), ...pairs].filter(Boolean).join('&');
  return whole.href;
}

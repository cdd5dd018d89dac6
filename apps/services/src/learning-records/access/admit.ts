import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { NotAuthorized } from '../../authorization/authorize.ts';
import type { Guard } from '../../http/guard.ts';
import type { ReadableMember } from '../../course-access/public.ts';
import type { AdmitSession } from '../cmi5/session-access.ts';
import { isSessionKey } from '../cmi5/session-key.ts';
import { refusal } from '../xapi/refusals.ts';
import type { Access } from './access.ts';
import type { ApiKey, KeyAndSecret, VerifyKey } from './api-keys.ts';
import { keyAccess } from './key-access.ts';
import { personAccess } from './person-access.ts';
import type { FindPublished } from './published-activities.ts';
import type { SeenActivities } from './seen-activities.ts';

/** Finds out who calls, and what they may. @throws {CallError | NotAuthorized} */
export type AdmitRequest = (request: FastifyRequest, intent: 'read' | 'write') => Promise<Access>;

export interface AdmitDependencies {
  readonly guard: Guard;
  readonly verifyKey: VerifyKey;
  readonly admitSession: AdmitSession;
  readonly seenActivities: SeenActivities;
  readonly findPublished: FindPublished;
  readonly membersReadBy: (leader: string) => Promise<readonly ReadableMember[]>;
  readonly recordLooks: (reader: string, subjects: readonly string[]) => Promise<void>;
  /** Home page of the accounts of persons: the issuer of the platform's subjects. */
  readonly issuer: string;
  /** Home page of the accounts of API keys: the store itself. */
  readonly homePage: string;
}

/** By an API key or a session of cmi5 in Basic credentials (RFC 7617), or by a bearer token of the platform. */
export function createAdmitRequest(dependencies: AdmitDependencies): AdmitRequest {
  const { guard, verifyKey, admitSession, homePage, ...ofPersons } = dependencies;
  const accesses = new WeakMap<ApiKey, Access>();

  const admitKey = async (request: FastifyRequest, credentials: KeyAndSecret | undefined) => {
    const key = credentials && (await verifyKey(credentials));
    if (!key) {
      await guard.recordRefusal(request, 'KEY_REFUSED', undefined);
      throw refusal('KEY_REFUSED');
    }
    request.principal = { name: `key ${key.api_key}`, kind: 'key', proof: key };
    const known = accesses.get(key);
    if (known) return known;
    const access = keyAccess(key, homePage);
    accesses.set(key, access);
    return access;
  };

  const admitOfSession = async (request: FastifyRequest, credentials: KeyAndSecret) => {
    const access = await admitSession(credentials);
    if (typeof access === 'string') {
      await guard.recordRefusal(request, access, undefined);
      throw refusal(access);
    }
    request.principal = { name: access.subject!, kind: 'subject', proof: access };
    return access;
  };

  return async (request, intent) => {
    const { authorization = '' } = request.headers;
    if (/^Basic\b/i.test(authorization)) {
      const credentials = basicCredentials(authorization);
      return credentials && isSessionKey(credentials.key)
        ? admitOfSession(request, credentials)
        : admitKey(request, credentials);
    }
    // As with `data/put`, acting for others is for reading (docs/decisions/0006).
    const needed =
      intent === 'write'
        ? ({ permission: 'record.write', ownTokenOnly: true } as const)
        : ({ permission: 'record.read' } as const);
    await guard.admit({ headers: 'none', ...needed }, request).catch((error: unknown) => {
      if (!(error instanceof NotAuthorized) || error.code !== 'TOKEN_REQUIRED') throw error;
      throw refusal('CREDENTIALS_REQUIRED');
    });
    const caller = request.caller!;
    return personAccess(caller, {
      ...ofPersons,
      recordActing: (subject) => guard.recordActing(request, caller, subject),
    });
  };
}

/** @returns `undefined` for what is no key with a secret. */
function basicCredentials(authorization: string): KeyAndSecret | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { key: text.slice(0, colon), secret: text.slice(colon + 1) };
}

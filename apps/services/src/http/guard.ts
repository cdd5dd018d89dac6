import { randomUUID } from 'node:crypto';
import { csrf, identityHeaders, type Call } from '@lectern/contracts';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AuditEntry } from '../authorization/audit-log.ts';
import { NotAuthorized, type Authorize, type Caller } from '../authorization/authorize.ts';
import { isSignInFresh } from '../authorization/fresh-sign-in.ts';
import type { SubjectDirectory } from '../authorization/subject-directory.ts';
import { generalError } from './errors.ts';
import { readCorrelationId, readIdentityHeaders } from './identity-headers.ts';
import { networkOf } from './network.ts';

/** Decides what passes to a handler, and records what does not. */
export interface Guard {
  /**
   * Before the body is read, so that nobody unknown makes the service parse megabytes.
   * @throws {CallError | NotAuthorized}
   */
  admit(call: Admitting, request: FastifyRequest): Promise<void>;
  /**
   * Checks a subject in the body: a body that names a subject speaks of the caller, unless the call and the caller may
   * do otherwise.
   * @returns the body with the subject as the platform calls it now, or a promise of it.
   * @throws {NotAuthorized}
   */
  admitBody(call: Call, request: FastifyRequest, body: unknown): unknown;
  /** Records that a handler refused what its caller may not do. @param body Names whose data it was. */
  recordRefusal(request: FastifyRequest, code: string, body: unknown): Promise<void>;
  /** Records that the caller does something for another subject; without one, for everybody. */
  recordActing(request: FastifyRequest, caller: Caller, subject: string | undefined): Promise<void>;
}

/** The parts of a call that authorisation reads. */
type Admitting = Pick<
  Call,
  'headers' | 'permission' | 'ownTokenOnly' | 'createsUser' | 'forPublishers' | 'freshSignIn'
>;

/** How many refusals are recorded a minute, of one subject or one network. The rest is in the log. */
const refusalsPerMinute = { known: 300, unknown: 60 } as const;

/** A refusal as the audit log keeps it. */
interface RecordedRefusal {
  readonly code: string;
  readonly tokenSubject?: string | undefined;
  readonly loginSubject?: string | undefined;
  readonly clientId?: string | undefined;
  /** Absent: whom X-Ia-Subject names. */
  readonly subject?: string | undefined;
}

/** Knowledge of persons: everything of everybody; that somebody is a customer; or nothing. */
export type Knowing = 'everybody' | 'customer' | 'nobody';

/** The modules that the guard asks. */
interface GuardDependencies {
  readonly authorize: Authorize;
  readonly directory: Pick<SubjectDirectory, 'erasedAmong' | 'resolve'>;
  readonly knowingOf: (caller: Caller, subject: string) => Promise<Knowing>;
  readonly audit: (entry: AuditEntry) => Promise<void>;
}

export function createGuard({ authorize, directory, knowingOf, audit }: GuardDependencies): Guard {
  const recorded = {
    known: new RateLimiterMemory({ points: refusalsPerMinute.known, duration: 60 }),
    unknown: new RateLimiterMemory({ points: refusalsPerMinute.unknown, duration: 60 }),
  };

  /** A refusal stands even when it cannot be recorded; then the log has to do. */
  const record = async (request: FastifyRequest, refusal: RecordedRefusal) => {
    const { correlationId } = request;
    const { code, tokenSubject, loginSubject, clientId } = refusal;
    // Otherwise one caller could fill the audit log, also with the names of others.
    const isWithin =
      tokenSubject === undefined
        ? await consumes(recorded.unknown, networkOf(request.ip))
        : await consumes(recorded.known, tokenSubject);
    if (!isWithin) return;
    const named = request.headers[identityHeaders.subject.name.toLowerCase()];
    await audit({
      kind: 'refusal',
      call: request.routeOptions.url ?? '',
      tokenSubject,
      loginSubject,
      clientId,
      subject: refusal.subject ?? (typeof named === 'string' ? named : undefined),
      correlationId,
      code,
    }).catch((failure: unknown) => request.log.error({ correlationId, code, err: failure }));
  };

  /** Acting for another leaves a trace, whatever comes of the call. */
  const recordActing = (request: FastifyRequest, caller: Caller, subject: string | undefined) =>
    audit({
      kind: 'acting-for',
      call: request.routeOptions.url ?? '',
      tokenSubject: caller.tokenSubject,
      loginSubject: caller.loginSubject,
      clientId: caller.clientId,
      subject,
      correlationId: request.correlationId,
    });

  const refuse = async (
    request: FastifyRequest,
    { tokenSubject, loginSubject, clientId }: Caller,
    code: 'SUBJECT_ERASED' | 'SUBJECT_FORBIDDEN' | 'USER_NOT_FOUND',
    subject: string,
  ) => {
    await record(request, { code, tokenSubject, loginSubject, clientId, subject });
    throw generalError(code);
  };

  /** To a caller that sees the customers of some publishers alone, nobody else is there. */
  const requireKnown = async (
    { forPublishers }: Admitting,
    request: FastifyRequest,
    caller: Caller,
    subject: string,
  ) => {
    const knowing = await knowingOf(caller, subject);
    if (knowing === 'everybody') return;
    if (!forPublishers) await refuse(request, caller, 'SUBJECT_FORBIDDEN', subject);
    if (knowing === 'nobody') await refuse(request, caller, 'USER_NOT_FOUND', subject);
  };

  const admitCaller = async (call: Admitting, request: FastifyRequest): Promise<void> => {
    const { headers, raw } = request;
    const { subject, roles } = readIdentityHeaders(call.headers, headers, raw.rawHeaders);
    requireCsrfToken(request);
    if (call.permission === 'public') return;
    const credentials = { token: bearerToken(request), subject, roles };
    const caller = await authorize(credentials, call.permission);
    if (caller.isErased && !call.createsUser) throw new NotAuthorized('TOKEN_REQUIRED', caller);
    request.caller = caller;
    const isOwn = caller.subject === caller.tokenSubject;
    if (call.ownTokenOnly && !isOwn) throw new NotAuthorized('NOT_OWN_TOKEN', caller);
    if (call.freshSignIn && !isSignInFresh(caller.issued)) {
      throw new NotAuthorized('SIGN_IN_NOT_FRESH', caller);
    }
    if (isOwn) return;
    await requireKnown(call, request, caller, caller.subject);
    await recordActing(request, caller, caller.subject);
  };

  const admitOther = async (
    call: Call,
    request: FastifyRequest,
    caller: Caller,
    body: { readonly subject: string },
  ) => {
    const subject = await currentSubject(body.subject, caller, directory);
    const isOwn = subject === caller.subject;
    const mayDoForOthers =
      call.permissionForOthers && caller.permissions.has(call.permissionForOthers);
    if (isOwn) return { ...body, subject };
    if (!mayDoForOthers) await refuse(request, caller, 'SUBJECT_FORBIDDEN', body.subject);
    if (call.forPublishers !== 'by-mandant') await requireKnown(call, request, caller, subject);
    // Data that has arrived after an erasure can be erased.
    const mayStore = call.administrative && call.permission !== 'user.erase';
    if (mayStore && (await directory.erasedAmong([subject])).size > 0) {
      // The audit log does not name an erased subject either.
      await refuse(request, caller, 'SUBJECT_ERASED', caller.subject);
    }
    // An administrative call records its change itself.
    if (!call.administrative) await recordActing(request, caller, subject);
    return { ...body, subject };
  };

  return {
    async admit(call, request) {
      request.correlationId = readCorrelationId(request.headers) ?? randomUUID();
      try {
        await admitCaller(call, request);
      } catch (error) {
        if (error instanceof NotAuthorized) await record(request, error);
        throw error;
      }
    },

    admitBody(call, request, body) {
      const { caller } = request;
      if (!caller || !namesSubject(body) || body.subject === caller.subject) return body;
      return admitOther(call, request, caller, body);
    },

    recordActing,

    recordRefusal: (request, code, body) =>
      record(request, {
        code,
        tokenSubject: request.caller?.tokenSubject,
        loginSubject: request.caller?.loginSubject,
        clientId: request.caller?.clientId,
        subject: namesSubject(body) ? body.subject : undefined,
      }),
  };
}

async function consumes(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  );
}

function namesSubject(body: unknown): body is { readonly subject: string } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'subject' in body &&
    typeof body.subject === 'string'
  );
}

async function currentSubject(
  named: string,
  { aliases, tokenSubject }: Caller,
  directory: Pick<SubjectDirectory, 'resolve'>,
): Promise<string> {
  return aliases.has(named) ? tokenSubject : directory.resolve(named);
}

/**
 * A browser sends a cookie along with requests of any page; so it must come with a token that
 * only pages of the own origin can read (section 7). A bearer token is such a proof by itself.
 */
function requireCsrfToken({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || headers.cookie === undefined || headers.authorization !== undefined) {
    return;
  }
  const cookies = headers.cookie.split(';').map((cookie) => cookie.trim());
  const token = headers[csrf.header.toLowerCase()];
  const isProof = token && cookies.includes(`${csrf.cookie}=${String(token)}`);
  if (!isProof) throw new NotAuthorized('CSRF_REFUSED');
}

/** RFC 6750, section 2.1. The other two ways of sending a token are not accepted. */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

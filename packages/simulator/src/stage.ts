import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { services } from '@lectern/contracts';
import { startShellHost } from '@lectern/env/shell-host';
import { afterSignIn, consentCookie } from './after-sign-in.ts';
import type { Backstage } from './backstage.ts';
import { configurationOf } from './configuration.ts';
import { interferenceOf, obtainSeat, takesSeatBack } from './fault.ts';
import { answerJson, forward, redirect } from './forwarding.ts';
import { Refusal } from './server/guard.ts';
import { listen } from './server/listen.ts';
import { startProvider } from './provider.ts';
import type { Scenario, ScenarioName } from './scenarios.ts';
import { createSchedule, type Schedule } from './schedule.ts';

/** A scenario that can be looked at: an origin of its own, and so storage of its own. */
export interface Stage {
  readonly scenario: Scenario & { readonly name: ScenarioName };
  readonly origin: string;
  /** Opens the content anew, signed in; takes the deep-link parameters, and `after` in seconds. */
  readonly address: string;
  readonly schedule: Schedule;
  close(): Promise<void>;
}

/** Path that opens a scenario. No route, file or call begins so. */
const openPath = '/-/open';
/** How often the device that is to lose its seat asks for it, in seconds. */
const heartbeatInSeconds = 5;
/** How long before its expiry the shell renews a token at the latest, in seconds. */
const renewalNoticeInSeconds = 60;
/** How soon after the session's end the shell renews, and so notices, in seconds. */
const noticeInSeconds = 2;

interface StageOptions {
  /** The shell shows the messages beside the content. Default: yes. */
  readonly hasOverlay?: boolean;
}

const serviceBases = Object.values(services).map(({ base }) => `${base}/`);

/**
 *   browser ──▶ stage ──┬── pages and files ──▶ shell's host
 *                       ├── sign-in ──────────▶ identity provider, which says yes by itself
 *                       └── calls ── fault? ──▶ services
 *
 * @param content Address of the author's first page.
 */
export async function startStage(
  scenario: Stage['scenario'],
  content: URL,
  backstage: Backstage,
  { hasOverlay = true }: StageOptions = {},
): Promise<Stage> {
  const server = await listen();
  const { origin } = server;
  const done = new AsyncDisposableStack();
  // First, so that nobody asks what is closed already.
  const close = async () => {
    await server.close();
    await done.disposeAsync();
  };
  try {
    const provider = await startProvider(scenario, origin, backstage.databaseUrl);
    done.defer(() => provider.close());
    const shell = await startShellHost(configurationOf(scenario, content, origin), origin);
    done.defer(() => shell.close());
    const { fault, afterInSeconds = 0 } = scenario;
    const schedule = createSchedule(afterInSeconds, scenario.afterInSeconds === undefined);

    async function callService(request: IncomingMessage, response: ServerResponse, address: URL) {
      const { pathname: path } = address;
      const body = await text(request);
      const interference = fault && schedule.isDue ? interferenceOf(fault, path, body) : undefined;
      if (interference?.kind === 'drop') return void request.socket.destroy();
      if (interference?.kind === 'refuse') {
        const { status, code } = interference;
        const message = { code, text: `Refused on purpose by the scenario "${scenario.name}".` };
        const refusal = { result_state: 'ERROR', result_messages: [message] };
        return answerJson(response, status, refusal);
      }
      if (interference) await delay(interference.inMs);
      if (fault !== 'seat-taken')
        return forward(request, response, address, backstage.services, body);
      if (takesSeatBack(path, body)) schedule.end();
      return forward(request, response, address, backstage.services, body, (answer) =>
        path === obtainSeat ? withQuickHeartbeat(answer) : answer,
      );
    }

    async function redeem(request: IncomingMessage, response: ServerResponse, address: URL) {
      const body = await text(request);
      const isNew = new URLSearchParams(body).get('grant_type') === 'authorization_code';
      if (isNew) schedule.signedIn();
      else if (fault === 'session-ends' && schedule.isDue)
        return answerJson(response, 400, { error: 'invalid_grant' });
      if (fault !== 'session-ends')
        return forward(request, response, address, provider.origin, body);
      return forward(request, response, address, provider.origin, body, (answer) => ({
        ...answer,
        expires_in: lifetimeRenewedAfter(schedule.afterInSeconds + noticeInSeconds),
      }));
    }

    async function authorize(response: ServerResponse, address: URL) {
      const isSilent = address.searchParams.get('prompt') === 'none';
      if (isSilent && fault === 'session-ends' && schedule.isDue)
        return redirect(response, refusalOf(address, origin));
      const callback = await provider.authorize(address.pathname + address.search);
      if (isSilent || !hasOverlay) return redirect(response, callback);
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
        .end(afterSignIn(callback));
    }

    function signIn(request: IncomingMessage, response: ServerResponse, address: URL) {
      const { pathname } = address;
      if (pathname === provider.paths.endSession)
        return redirect(response, afterSignOut(address, origin));
      if (fault === 'services-away' && schedule.isDue) return void request.socket.destroy();
      if (pathname === provider.paths.authorization) return authorize(response, address);
      if (pathname === provider.paths.token) return redeem(request, response, address);
      return forward(request, response, address, provider.origin);
    }

    function open(request: IncomingMessage, response: ServerResponse, { searchParams }: URL) {
      requireReader(request);
      const after = Number(searchParams.get('after') ?? afterInSeconds);
      if (Number.isFinite(after) && after > 0) schedule.setAfter(after);
      // A tab that is signed in stays so.
      schedule.signedIn();
      searchParams.delete('after');
      response.setHeader('Set-Cookie', consentCookie());
      // After signing out, people stay on the login page, as in production.
      searchParams.set('directLogin', 'true');
      redirect(response, `/login?${searchParams}`);
    }

    server.answerWith((request, response, address) => {
      const { pathname } = address;
      if (pathname === openPath) return open(request, response, address);
      if (provider.owns(pathname)) return signIn(request, response, address);
      return serviceBases.some((base) => pathname.startsWith(base))
        ? callService(request, response, address)
        : forward(request, response, address, shell.origin);
    });
    return {
      scenario,
      origin,
      address: origin + openPath,
      schedule,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The shell renews half-way, or a minute before the end. @returns seconds */
function lifetimeRenewedAfter(seconds: number): number {
  return seconds + Math.min(seconds, renewalNoticeInSeconds);
}

function withQuickHeartbeat(answer: Readonly<Record<string, unknown>>) {
  const usage = answer['license_usage'];
  if (typeof usage !== 'object') return answer;
  return {
    ...answer,
    license_usage: { ...usage, heartbeat_interval_in_seconds: heartbeatInSeconds },
  };
}

/** OpenID Connect Core, section 3.1.2.6, with the issuer of RFC 9207. */
function refusalOf({ searchParams }: URL, issuer: string): URL {
  const callback = shellAddress(searchParams, 'redirect_uri', issuer);
  callback.searchParams.set('error', 'login_required');
  callback.searchParams.set('iss', issuer);
  callback.searchParams.set('state', searchParams.get('state') ?? '');
  return callback;
}

/** OpenID Connect RP-Initiated Logout, section 3; no session of the browser's is there to be ended. */
function afterSignOut({ searchParams }: URL, origin: string): URL {
  const next = shellAddress(searchParams, 'post_logout_redirect_uri', origin);
  const state = searchParams.get('state');
  if (state !== null) next.searchParams.set('state', state);
  return next;
}

/** @throws {Refusal} when the parameter holds no address of the shell's own */
function shellAddress(searchParams: URLSearchParams, name: string, origin: string): URL {
  const address = URL.parse(searchParams.get(name) ?? '');
  if (address?.origin === origin) return address;
  throw new Refusal(400, `${name} must be an address of ${origin}.`);
}

/**
 * Opening a scenario sets its clock. So nobody does it but a person: by an address that is typed, the list,
 * or a link that is clicked (Fetch Metadata, section 2), and no page behind their back.
 *
 * @throws {Refusal} with 403
 */
function requireReader({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'none' || site === 'same-origin' || headers['sec-fetch-user'] === '?1') return;
  throw new Refusal(403, 'Another page may not open a scenario by itself. Open its address.');
}

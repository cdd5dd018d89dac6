import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startTestServer } from '@lectern/env/testing';

/** A Matomo that others run: it serves a tracker, and keeps what it is told. */
export interface Matomo extends AsyncDisposable {
  /** Of another site than the platform. */
  readonly address: string;
  /** Its requests in order: method and path. */
  readonly requests: readonly string[];
  /** Addresses of the pages that were counted. */
  readonly counted: readonly string[];
  /** Begins anew, as if nothing had been asked. */
  forget(): void;
}

export async function startMatomo(): Promise<Matomo> {
  const requests: string[] = [];
  const counted: string[] = [];

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    counted.push(((await json(request)) as { url: string }).url);
    response.writeHead(204).end();
  }

  const server = await startTestServer((request, response) => {
    const { method, url } = request;
    requests.push(`${method} ${url}`);
    if (url === '/stats/matomo.js')
      response.setHeader('Content-Type', 'text/javascript').end(`(${tracker.toString()})()`);
    else if (url === '/stats/matomo.php' && method === 'POST') void take(request, response);
    else response.writeHead(404).end();
  });
  return {
    address: `${server.origin}/stats/`,
    requests,
    counted,
    forget() {
      requests.length = 0;
      counted.length = 0;
    },
    [Symbol.asyncDispose]: server.close,
  };
}

type Command = readonly [method: string, value: never];

/** Runs in the browser: takes the commands that Matomo takes, and sets the cookies that it sets. */
function tracker(): void {
  let trackerUrl = '';
  let siteId = '';
  let url = '';
  let mayTrack = true;
  let mayStore = true;
  const lifetimes = { id: 0, ref: 0, ses: 1800 };
  const methods: Readonly<Record<string, (value: never) => void>> = {
    setTrackerUrl: (value: string) => (trackerUrl = value),
    setSiteId: (value: string) => (siteId = value),
    setCustomUrl: (value: string) => (url = value),
    setVisitorCookieTimeout: (seconds: number) => (lifetimes.id = seconds),
    setReferralCookieTimeout: (seconds: number) => (lifetimes.ref = seconds),
    requireConsent: () => (mayTrack = false),
    disableCookies: () => (mayStore = false),
    setConsentGiven: () => (mayTrack = mayStore = true),
    trackPageView() {
      if (mayStore)
        for (const [name, seconds] of Object.entries(lifetimes))
          document.cookie = `_pk_${name}.${siteId}.1fff=x; Max-Age=${seconds}; Path=/; SameSite=Lax`;
      if (mayTrack) navigator.sendBeacon(trackerUrl, JSON.stringify({ url }));
    },
  };
  const push = (...commands: readonly Command[]) => {
    for (const [method, value] of commands) methods[method]?.(value);
  };
  const waiting = Reflect.get(window, '_paq') as readonly Command[];
  Reflect.set(window, '_paq', { push });
  push(...waiting);
}

import type { SignedIn } from '@lectern/env/testing';
import type { TestPlatform } from '../platform.ts';
import type { ServedCall } from '../served-calls.ts';

/** Headers by name; an absent value leaves one out. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** Status and first code of an answer; `OK` for a code where it is none. */
export type Outcome = readonly [status: number, code: string];

/** The headers of a good request, but for what is changed. */
export function headersOf(who: SignedIn, change: Headers = {}): Record<string, string> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Ia-Correlation-Id': 'test-1',
    'X-Ia-Subject': who.subject,
    'X-Ia-Roles': '',
    Authorization: `Bearer ${who.token}`,
    ...change,
  };
  const present = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present);
}

export async function outcomeOf(response: Response | Promise<Response>): Promise<Outcome> {
  const answered = await response;
  const body = (await answered.json()) as { result_messages?: { code: string }[] };
  return [answered.status, body.result_messages?.[0]?.code ?? 'OK'];
}

/** Makes each of the calls in the same way. By title of the call, so that a difference names it. */
export async function outcomesOf(
  platform: TestPlatform,
  calls: readonly ServedCall[],
  headers: Readonly<Record<string, string>> | ((served: ServedCall) => Record<string, string>),
  body: string | ((served: ServedCall) => string) = '{}',
): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const served of calls) {
    outcomes[served.title] = await outcomeOf(
      fetch(platform.url + served.path, {
        method: served.call.method,
        headers: typeof headers === 'function' ? headers(served) : headers,
        ...(served.call.method === 'GET'
          ? {}
          : { body: typeof body === 'function' ? body(served) : body }),
      }),
    );
  }
  return outcomes;
}

/** That each of the calls has this outcome. */
export function allOf(calls: readonly ServedCall[], outcome: Outcome): Record<string, Outcome> {
  return Object.fromEntries(calls.map(({ title }) => [title, outcome]));
}

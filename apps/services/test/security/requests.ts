import type { SignedIn } from '@lectern/env/testing';
import { send } from '../fuzz/send.ts';
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
  return [answered.status, codeIn(await answered.text())];
}

function codeIn(body: string): string {
  const { result_messages } = JSON.parse(body) as { result_messages?: { code: string }[] };
  return result_messages?.[0]?.code ?? 'OK';
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
    const { method } = served.call;
    const answer = await send(Number(new URL(platform.url).port), {
      method,
      path: served.path,
      headers: Object.entries(typeof headers === 'function' ? headers(served) : headers).flat(),
      body: method === 'GET' ? '' : typeof body === 'function' ? body(served) : body,
    });
    outcomes[served.title] = [answer.status, codeIn(answer.body)];
  }
  return outcomes;
}

/** That each of the calls has this outcome. */
export function allOf(calls: readonly ServedCall[], outcome: Outcome): Record<string, Outcome> {
  return Object.fromEntries(calls.map(({ title }) => [title, outcome]));
}

import type { BrowserContext, Request, Route } from 'playwright-core';

/** Faults between the browser and the services. */
export interface ServicesFaults {
  /** Faults of the order: an older value of an item was sent after a newer one had arrived. */
  readonly outOfOrder: readonly string[];
  /** How often each fate was dealt. */
  readonly fates: ReadonlyMap<string, number>;
  /** Answers 401 to the tokens of now, and refuses their renewal, until {@link letSignIn}. */
  expireTokens(): void;
  letSignIn(): void;
  /** Lets everything through from now on. */
  calm(): void;
}

const providerTokens = /\/oauth\/token$/;
const stores = /\/(clag\/v1\/localStoreItem\/setForModel|lars\/v1\/data\/put)$/;

interface ItemsBody {
  readonly exercise_dto: { readonly exercise_id: string };
  readonly local_store_items: readonly { readonly key: string; readonly value: string }[];
}

/** Stands between the browser and what stores: slow, failing, and losing answers of what was stored. */
export async function disturbServices(
  context: BrowserContext,
  random: () => number,
): Promise<ServicesFaults> {
  const outOfOrder: string[] = [];
  const fates = new Map<string, number>();
  const arrived = new Map<string, number>();
  const refused = new Set<string>();
  let isExpired = false;
  let isCalm = false;

  function noteOrder(body: ItemsBody): void {
    for (const { key, value } of body.local_store_items) {
      const name = `${body.exercise_dto.exercise_id} ${key}`;
      const before = arrived.get(name) ?? 0;
      if (Number(value) < before) outOfOrder.push(`${name}: ${value} after ${before}`);
      arrived.set(name, Math.max(before, Number(value)));
    }
  }

  function fateOf(request: Request): string {
    const token = request.headers()['authorization'] ?? '';
    if (isExpired) refused.add(token);
    if (refused.has(token)) return 'unauthorized';
    if (isCalm) return 'passed';
    const dice = random();
    if (dice < 0.04) return 'unavailable';
    if (dice < 0.06) return 'throttled';
    if (dice < 0.08) return 'disconnected';
    if (dice < 0.13) return 'answer lost';
    return dice < 0.2 ? 'slow' : 'passed';
  }

  async function deal(route: Route): Promise<void> {
    const request = route.request();
    const fate = fateOf(request);
    fates.set(fate, (fates.get(fate) ?? 0) + 1);
    const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
      route.fulfill({
        status,
        headers,
        json: { result_state: 'ERROR', result_messages: [{ code, text: 'chaos' }] },
      });
    if (fate === 'unauthorized') return refuse(401, 'TOKEN_INVALID');
    if (fate === 'unavailable') return refuse(503, 'OVERLOADED');
    if (fate === 'throttled') return refuse(429, 'RATE_LIMITED', { 'Retry-After': '1' });
    if (fate === 'disconnected') return route.abort('connectionreset');
    if (fate === 'slow')
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.floor(random() * 400)));
    if (request.url().includes('setForModel')) noteOrder(request.postDataJSON() as ItemsBody);
    if (fate !== 'answer lost') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  }

  // A page that goes while its request is held has nobody left to answer.
  const calmly = (handle: (route: Route) => Promise<void>) => (route: Route) =>
    handle(route).catch(() => {});
  await context.route(stores, calmly(deal));
  await context.route(
    providerTokens,
    calmly((route) =>
      isExpired
        ? route.fulfill({
            status: 400,
            headers: { 'Access-Control-Allow-Origin': '*' },
            json: { error: 'invalid_grant' },
          })
        : route.continue(),
    ),
  );
  return {
    outOfOrder,
    fates,
    expireTokens: () => void (isExpired = true),
    letSignIn: () => void (isExpired = false),
    calm: () => void (isCalm = true),
  };
}

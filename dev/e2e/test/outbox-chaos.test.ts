import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSdk } from '@lectern/sdk/build';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedger, type Ledger } from '../src/chaos/ledger.ts';
import { disturbServices, type ServicesFaults } from '../src/chaos/services-faults.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';
import { inDatabase } from '../src/stored.ts';

/*
 * Items and statements from two tabs, 300 of them (LECTERN_CHAOS_ITEMS: as many), while everything goes wrong that
 * does: offline, reloads, crashed and closed tabs, expired tokens, killed services and database, slow, failing and
 * lost answers.
 */

const [mia] = newCast();
const goal = Number(process.env['LECTERN_CHAOS_ITEMS'] ?? 300);
/** Named in the failure, so that a run can be had again. */
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
const timeLimitInMs = 600_000;
/** How soon content that has nothing to do asks again. */
const askedAgainAfterInMs = 50;

/** Of the SDK. */
let folder: string;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  await buildSdk(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Has this content stand in place of the demo's, at the same origin. */
async function serveContent(context: BrowserContext): Promise<void> {
  const own = fileURLToPath(new URL('../src/chaos/', import.meta.url));
  await context.route(`${platform.content}/**`, (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const path = name.startsWith('lectern-sdk') ? join(folder, name) : join(own, name);
    return route.fulfill({ path });
  });
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pause = (durationInMs: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, durationInMs));

/**
 * Two tabs of one pupil, in each of which the content works for as long as there is work.
 *
 * @param isBusy Whether there is any at the moment.
 */
async function openTabs(
  context: BrowserContext,
  ledger: Ledger,
  faults: ServicesFaults,
  isBusy: () => boolean,
) {
  const tabs: (Page | undefined)[] = [];
  let isOver = false;

  await context.exposeBinding('nextWork', async ({ page }, what?: string) => {
    const isIdle = () => !isOver && !isBusy();
    if (what !== 'versioned scopes') while (isIdle()) await pause(askedAgainAfterInMs);
    const tab = tabs.indexOf(page);
    if (isOver || tab < 0) return undefined;
    return what === 'versioned scopes' ? ledger.versionedScopes(tab) : ledger.next(tab);
  });
  await context.exposeBinding('tell', (_source, { id, code }: { id: number; code: string }) =>
    ledger.heard(id, code),
  );

  /** Signs in where that is asked for, as often as it takes until the content works. */
  async function enter(page: Page): Promise<void> {
    faults.letSignIn();
    const working = page.frameLocator('iframe[data-content-frame]').getByRole('main');
    const signIn = page.getByRole('button', { name: 'Anmelden', exact: true });
    for (;;) {
      await Promise.any([working.waitFor(), signIn.waitFor()]);
      if (await working.isVisible()) return;
      const name = page.getByLabel('Benutzername');
      if (await name.isVisible()) {
        await name.fill(mia.username);
        await page.getByLabel('Passwort').fill(mia.password);
      }
      await signIn.click();
    }
  }

  async function open(tab: number): Promise<void> {
    const { page } = await arrive(context, platform);
    tabs[tab] = page;
    await page.goto(platform.shell);
    await enter(page);
  }

  async function reopenLost(): Promise<void> {
    for (const [tab, page] of tabs.entries()) if (!page || page.isClosed()) await open(tab);
  }

  await open(0);
  await open(1);
  return {
    async reload(tab: number): Promise<void> {
      await tabs[tab]?.reload();
      await enter(tabs[tab]!);
    },
    async close(tab: number): Promise<void> {
      await tabs[tab]?.close({ runBeforeUnload: false });
      await open(tab);
    },
    /** The process of the page dies, and that of every other page in it. */
    async crash(tab: number): Promise<void> {
      const page = tabs[tab]!;
      const crashed = new Promise((resolve) => page.once('crash', resolve));
      const session = await context.newCDPSession(page);
      session.send('Page.crash').catch(() => {});
      await crashed;
      await page.close();
      await reopenLost();
    },
    /** @param addWork called until the tab has noticed: one with nothing to send asks for nothing. */
    async expire(tab: number, addWork: () => void): Promise<void> {
      faults.expireTokens();
      const login = tabs[tab]!.getByRole('button', { name: 'Anmelden', exact: true });
      const hasNoticed = () => {
        addWork();
        return login.isVisible();
      };
      await expect.poll(hasNoticed, { interval: 200, timeout: timeLimitInMs }).toBe(true);
      for (const page of tabs) await enter(page!);
    },
    enterFirst: () => enter(tabs[0]!),
    stopWork(): void {
      isOver = true;
    },
    get first(): Page {
      return tabs[0]!;
    },
  };
}

/** How many entries lie in the browser's outbox. */
function entriesIn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('lectern-outbox');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error ?? new Error('No outbox')));
    });
    const names = [...database.objectStoreNames];
    const counts = await Promise.all(
      names.map(
        (name) =>
          new Promise<number>((resolve) => {
            const counting = database.transaction(name).objectStore(name).count();
            counting.addEventListener('success', () => resolve(counting.result));
          }),
      ),
    );
    database.close();
    return counts.reduce((sum, count) => sum + count, 0);
  });
}

async function storedItems(): Promise<Map<string, number>> {
  return inDatabase(platform, async (database) => {
    const rows = await database
      .selectFrom('clag.local_store_items')
      .select(['model_id', 'key', 'value'])
      .where('segment', '=', 'chaos')
      .execute();
    return new Map(rows.map(({ model_id, key, value }) => [`${model_id} ${key}`, Number(value)]));
  });
}

async function storedStatements(): Promise<string[]> {
  return inDatabase(platform, async (database) => {
    const rows = await database.selectFrom('lars.statements').select('statement').execute();
    return rows
      .map(({ statement }) => (statement as { object: { id: string } }).object.id)
      .filter((id) => id.startsWith('https://chaos.example/'));
  });
}

test(
  'SAVE-2 SAVE-3: of all items and statements none is lost, none doubled, and their order is kept',
  async () => {
    const random = randomFrom(seed);
    const context = await browser.newContext({ locale: 'de-CH' });
    await serveContent(context);
    const ledger = createLedger(random);
    const faults = await disturbServices(context, random);
    // Each mishap has its share of the work to disturb.
    let wanted = 0;
    const isBusy = () => ledger.accepted < wanted;
    const tabs = await openTabs(context, ledger, faults, isBusy);
    const happened = new Map<string, number>();
    const anyTab = () => Math.floor(random() * 2);
    const between = (leastInMs: number, mostInMs: number) =>
      leastInMs + random() * (mostInMs - leastInMs);

    const mishaps: readonly (readonly [string, () => Promise<void>])[] = [
      [
        'offline',
        async () => {
          await context.setOffline(true);
          await pause(between(500, 1_500));
          await context.setOffline(false);
        },
      ],
      ['reload', () => tabs.reload(anyTab())],
      ['closed tab', () => tabs.close(anyTab())],
      ['crashed tab', () => tabs.crash(anyTab())],
      ['expired tokens', () => tabs.expire(anyTab(), () => wanted++)],
      [
        'killed services',
        async () => {
          await platform.kill('services');
          await platform.whenReady('services');
        },
      ],
      [
        'killed database',
        async () => {
          await platform.kill('database');
          await platform.whenReady('database');
          await platform.whenReady('services');
        },
      ],
    ];
    // Each at least once, then whatever comes.
    const due = [...mishaps];
    while (ledger.accepted < goal || due.length > 0) {
      wanted += Math.ceil(goal / mishaps.length);
      await pause(between(300, 900));
      const [name, mishap] = due.shift() ?? mishaps[Math.floor(random() * mishaps.length)]!;
      happened.set(name, (happened.get(name) ?? 0) + 1);
      await mishap();
    }
    tabs.stopWork();
    faults.calm();
    await tabs.reload(0);
    const outcome = JSON.stringify({
      seed,
      accepted: ledger.accepted,
      happened: [...happened],
      codes: [...ledger.codes],
      fates: [...faults.fates],
    });
    const left = async () => {
      // Tokens that had expired before may be found out only now.
      await tabs.enterFirst();
      return entriesIn(tabs.first);
    };
    // As long as it takes: a busy machine delivers some fifteen entries a second.
    await expect.poll(left, { message: outcome, interval: 500, timeout: timeLimitInMs }).toBe(0);

    const { items, statements } = ledger.expected;
    const storedNow = await storedItems();
    const lost = [...items].filter(([name, value]) => (storedNow.get(name) ?? 0) < value);
    expect(lost, outcome).toEqual([]);
    const stored = await storedStatements();
    const there = new Set(stored);
    expect(there.size, outcome).toBe(stored.length);
    expect(
      [...statements].filter((id) => !there.has(id)),
      outcome,
    ).toEqual([]);
    expect(faults.outOfOrder, outcome).toEqual([]);
    await context.close();
  },
  timeLimitInMs,
);

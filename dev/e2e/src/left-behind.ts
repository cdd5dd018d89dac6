import type { Frame, Page } from 'playwright-core';

/** Everything that a browser keeps for an origin. */
export interface LeftBehind {
  readonly local: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
  /** Everything that holds more than texts: records of databases, as text, and names of caches, files and service workers. */
  readonly others: readonly string[];
}

/** Reads everything that the next person in a tab could read who opens the tools of the browser. */
export function leftBehind(frame: Page | Frame): Promise<LeftBehind> {
  return frame.evaluate(async () => {
    const asText = (record: unknown) =>
      JSON.stringify(record, (_, value: unknown) =>
        value instanceof ArrayBuffer || ArrayBuffer.isView(value)
          ? new TextDecoder().decode(value)
          : value,
      );
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('Unreadable.')));
      });
    const records: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        for (const record of await done(all)) records.push(`${name} ${store} ${asText(record)}`);
      }
      database.close();
    }
    const workers = await navigator.serviceWorker.getRegistrations();
    const others = [
      ...records,
      ...(await caches.keys()).map((name) => `cache ${name}`),
      ...workers.map(({ scope }) => `service worker ${scope}`),
    ];
    const folder = await navigator.storage.getDirectory();
    for await (const name of folder.keys()) others.push(`file ${name}`);
    const textsOf = (storage: Storage) =>
      Object.fromEntries(Object.keys(storage).map((name) => [name, storage.getItem(name)!]));
    return { local: textsOf(localStorage), session: textsOf(sessionStorage), others };
  });
}

/** The same for another origin, in a frame of the page: there storage is what it was for the content. */
export async function leftBehindAt(page: Page, address: string): Promise<LeftBehind> {
  const element = await page.evaluateHandle(async (src) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = src;
    await loaded;
    return frame;
  }, address);
  const left = await leftBehind((await element.contentFrame())!);
  await element.evaluate((frame) => frame.remove());
  return left;
}

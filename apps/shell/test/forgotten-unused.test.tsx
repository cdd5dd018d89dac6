// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../src/outbox/disk/database.ts';
import type { StoredRow } from '../src/outbox/disk/stored-row.ts';
import type { Outbox } from '../src/outbox/outbox.ts';
import { UndeliveredNote } from '../src/routes/undelivered-note.tsx';
import { SetAsideDialog } from '../src/save-sign/set-aside-dialog.tsx';
import { texts } from '../src/texts/texts.ts';
import { fakeOutbox } from './fake-outbox.ts';
import { speak } from './speak.ts';

/* Safari deletes what is stored by a page that is not used for seven days. */

const outbox: Outbox = {
  ...fakeOutbox().outbox,
  saveState: { state: 'waiting', undelivered: 1, refused: 0 },
  setAside: async () => [{ kind: 'unreadable' }],
};
const frame = { isOpen: true, subscribe: () => () => {}, window: null };
const loadTitles = async () => new Map();
let root: Root;

beforeAll(() => speak('de-CH'));
beforeEach(() => {
  document.body.replaceChildren(document.createElement('main'));
  root = createRoot(document.querySelector('main')!);
});
afterEach(() => {
  root.unmount();
});

const places: Readonly<
  Record<string, { readonly shown: ReactNode; readonly besides: () => string }>
> = {
  'among what could not be saved': {
    shown: <SetAsideDialog {...{ outbox, frame, loadTitles }} onClose={() => {}} />,
    besides: () => texts.setAside.kept,
  },
  'at the next sign-in': { shown: <UndeliveredNote />, besides: () => texts.undeliveredHere },
};
const browsers = [
  ['Apple Computer, Inc.', true],
  ['Google Inc.', false],
] as const;

it.each(
  Object.keys(places).flatMap((place) => browsers.map((browser) => [place, ...browser] as const)),
)(
  'the seven days of Safari are named %s, in a browser of %s: %s',
  async (place, vendor, isNamed) => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue(vendor);
    const row = { user: 'mia', queue: '1' } as unknown as StoredRow;
    const database = await openDatabase(() => {});
    await database.add('entries', row);
    database.close();
    const { shown, besides } = places[place]!;
    root.render(shown);
    await vi.waitFor(() => expect(document.body.textContent).toContain(besides()));
    expect(document.body.textContent.includes(texts.forgottenUnused)).toBe(isNamed);
  },
);

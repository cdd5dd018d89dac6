// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ClassesView } from '../src/classes/classes-door.ts';
import { mountClasses } from '../src/classes/mount-classes.tsx';
import { texts } from '../src/classes/texts/de.ts';
import { keepJoinCode, keptJoinCode } from '../src/session/kept-join-code.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeServices } from './fake-services.ts';
import { someGroup, someRequest as membership } from './some-group.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';
import { speak } from './speak.ts';

/* The question in the dialog about a class, whose code a link has brought; and the field for codes. */

const code = 'H4TW-9KXM-3RP9';
const button = (text: string) =>
  [...document.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === text,
  );

beforeEach(async () => {
  await speak('de-CH');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  document.body.replaceChildren();
  // The dialog is in front, as far as the page can tell.
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  document.elementFromPoint = () => document.querySelector('.dialog-whole');
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, innerWidth, innerHeight),
  );
});
afterEach(() => void vi.useRealTimers());

async function open(view: ClassesView) {
  const { api, clientOf } = fakeServices(({ path }) => {
    if (path.endsWith('/groups/join')) return { group: someGroup, membership };
    if (path.endsWith('/user/getRoles')) return { role_names: [], permission_names: [] };
    return { groups: [], gone_group_ids: [] };
  });
  const store = createSessionStore({ name: 'signed-in', session: someSession('mia') });
  await mountClasses(
    {
      api,
      clientOf,
      store,
      courses: [],
      project: someProject,
      frame: { window: null } as never,
      control: { refresh: async () => {} } as never,
      tellChanged() {},
    },
    view,
  );
  onTestFinished(() => document.querySelector('dialog')?.close());
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1_000);
    expect(document.querySelector('.dialog-whole[aria-disabled=false]')).not.toBeNull();
  });
}

async function ask() {
  keepJoinCode(code);
  await open({ kind: 'join', joinCode: code });
  await vi.waitFor(() => expect(button(texts.join)).toBeDefined());
  // A reload would ask anew.
  expect(keptJoinCode()).toBe(code);
}

it('is over once the dialog is closed by hand', async () => {
  await ask();
  button(texts.close)!.click();
  await vi.waitFor(() => expect(keptJoinCode()).toBeUndefined());
});

it('is over once the class is asked', async () => {
  await ask();
  button(texts.join)!.click();
  await vi.waitFor(() => expect(keptJoinCode()).toBeUndefined());
  expect(document.querySelector('dialog')!.open).toBe(true);
  // A request that its teacher has refused by then was no membership.
  await vi.waitFor(() => expect(document.body.textContent).toContain(texts.pupil.refused));
});

it('what came of one code is not beside the fault of the next', async () => {
  await open({ kind: 'code' });
  const use = async (typed: string) => {
    await vi.waitFor(() => expect(button(texts.use)?.getAttribute('aria-disabled')).toBe('false'));
    document.querySelector('input')!.value = typed;
    button(texts.use)!.click();
  };
  await use(code);
  await vi.waitFor(() =>
    expect(document.body.textContent).toContain(texts.pupil.waiting(someGroup.name)),
  );
  await use('ä!');
  await vi.waitFor(() => expect(document.body.textContent).toContain(texts.codeMalformed));
  expect(document.body.textContent).not.toContain(texts.pupil.waiting(someGroup.name));
});

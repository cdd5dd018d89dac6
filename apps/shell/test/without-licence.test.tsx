// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { texts, toTeachers } from '../src/classes/texts/de.ts';
import { watchIntervalInMs } from '../src/classes/use-watch.ts';
import { WithoutLicence } from '../src/classes/without-licence.tsx';
import { forgetJoinCode, keepJoinCode } from '../src/session/kept-join-code.ts';
import { fakeServices, type ServiceAnswer, type ServiceRequest } from './fake-services.ts';
import { someGroup } from './some-group.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';

/* A pupil without a licence, who has the code of a class and waits to be let in. */

const membership = {
  subject: 'mia',
  group_role: 'member',
  membership_types: [],
  membership_state: 'requested',
  changed_at: '2026-08-17T06:00:00.000Z',
};
const retrySeat = vi.fn<() => Promise<void>>(async () => {});
const signOut = vi.fn<() => Promise<void>>(async () => {});
let answers: Record<string, ServiceAnswer>;
let root: Root;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  keepJoinCode('H4TW-9KXM-3RP9');
  answers = {
    '/groups/join': { group: someGroup, membership },
    '/groups/getUpdated': { groups: [], gone_group_ids: [] },
  };
  document.body.replaceChildren(document.createElement('main'));
  root = createRoot(document.querySelector('main')!);
});
afterEach(() => {
  root.unmount();
  vi.clearAllMocks();
});

function render(itsTexts = texts, children: ReactNode = null): readonly ServiceRequest[] {
  const { api, clientOf, requests } = fakeServices(
    ({ path }) => Object.entries(answers).find(([end]) => path.endsWith(end))![1],
  );
  root.render(
    <WithoutLicence
      {...{ api, clientOf, courses: [], project: someProject, control: { retrySeat, signOut } }}
      session={someSession('mia')}
      texts={itsTexts}
      isJoining
    >
      {children}
    </WithoutLicence>,
  );
  return requests;
}

async function join(itsTexts = texts, children?: ReactNode): Promise<readonly ServiceRequest[]> {
  const requests = render(itsTexts, children);
  await vi.waitFor(() => expect(document.querySelector('button')).not.toBeNull());
  document.querySelector('button')!.click();
  return requests;
}
/** The watch may begin a moment after the words that it is for. */
const shownOnLook = (sentence: string) =>
  vi.waitFor(() => {
    vi.advanceTimersByTime(watchIntervalInMs);
    expect(document.body.textContent).toContain(sentence);
  });
const shown = (sentence: string) =>
  vi.waitFor(() => expect(document.body.textContent).toContain(sentence));

it('says after a sign-in anew that it has asked, and goes on by itself', async () => {
  forgetJoinCode();
  answers['/user/getRoles'] = { status: 403, code: 'FORBIDDEN' };
  answers['/gms/groups/get'] = { groups: [] };
  answers['/groups/getUpdated'] = { groups: [{ ...someGroup, ...membership }], gone_group_ids: [] };
  const requests = render();
  await vi.waitFor(() =>
    expect(requests.map(({ path }) => path)).toContain('/aua/v1/user/getRoles'),
  );
  answers['/user/getRoles'] = { role_names: [], permission_names: [] };
  await shownOnLook(texts.pupil.waiting('6a'));
  await shown(texts.pupil.goesOn);
  expect(document.querySelector('button')!.textContent).toBe(texts.pupil.withdraw);
  const accepted = { ...membership, membership_state: 'accepted' };
  answers['/groups/getUpdated'] = {
    groups: [{ ...someGroup, ...accepted, transaction_index: 8 }],
    gone_group_ids: [],
  };
  answers['/groups/inspect'] = { group: someGroup, memberships: [accepted] };
  await shownOnLook(texts.pupil.joined('6a'));
  expect(document.body.textContent).not.toContain(texts.pupil.goesOn);
});

it('goes on by itself once the teacher has said yes', async () => {
  await join();
  await shown(texts.pupil.waiting('6a'));
  expect(retrySeat).toHaveBeenCalledTimes(1);
  const accepted = { ...membership, membership_state: 'accepted' };
  answers['/groups/getUpdated'] = { groups: [{ ...someGroup, ...accepted }], gone_group_ids: [] };
  answers['/groups/inspect'] = { group: someGroup, memberships: [accepted] };
  const looked = Promise.withResolvers<void>();
  retrySeat.mockReturnValueOnce(looked.promise);
  await shownOnLook(texts.pupil.joined('6a'));
  await vi.waitFor(() => expect(retrySeat).toHaveBeenCalledTimes(2));
  // Before it has looked a missing licence is not told.
  expect(document.body.textContent).not.toContain(texts.noLicense(someProject.title));
  looked.resolve();
  await shown(texts.noLicense(someProject.title));
});

it('takes its request back, and looks whether anything else brings a licence', async () => {
  const requests = await join();
  await shown(texts.pupil.waiting('6a'));
  const revoked = { ...membership, membership_state: 'revoked' };
  answers['/groups/revokeMemberships'] = {
    results: [{ subject: 'mia', outcome: 'CHANGED', membership: revoked }],
    transaction_index: 8,
  };
  answers['/groups/getUpdated'] = { groups: [], gone_group_ids: ['g'] };
  document.querySelector('button')!.click();
  await vi.waitFor(() => expect(retrySeat).toHaveBeenCalledTimes(2));
  expect(requests.map(({ path }) => path)).toContain('/gres/v1/groups/revokeMemberships');
  await vi.waitFor(() =>
    expect(document.body.textContent).not.toContain(texts.pupil.waiting('6a')),
  );
});

it('is let in where the teacher has said yes before the request is taken back', async () => {
  await join();
  await shown(texts.pupil.waiting('6a'));
  answers['/groups/revokeMemberships'] = {
    result_state: 'WARNING',
    results: [{ subject: 'mia', outcome: 'REFUSED', refusal: 'MEMBERSHIP_CHANGED' }],
    transaction_index: 8,
  };
  document.querySelector('button')!.click();
  await shown(texts.pupil.joined('6a'));
  expect(retrySeat).toHaveBeenCalledTimes(2);
});

it('looks once at a time, and no more once it is gone', async () => {
  const requests = await join();
  await shown(texts.pupil.waiting('6a'));
  answers['/groups/getUpdated'] = { groups: [], gone_group_ids: ['g'] };
  answers['/groups/inspect'] = 'none';
  const asked = (path: string) => requests.filter((request) => request.path.endsWith(path));
  const signals: (AbortSignal | null | undefined)[] = [];
  const services = fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    signals.push(init.signal);
    return services(input, init);
  });
  await vi.waitFor(() => {
    vi.advanceTimersByTime(watchIntervalInMs);
    expect(asked('/groups/inspect')).toHaveLength(1);
  });
  vi.advanceTimersByTime(3 * watchIntervalInMs);
  expect(asked('/groups/getUpdated')).toHaveLength(1);
  root.unmount();
  expect(signals.at(-1)?.aborted).toBe(true);
});

it('hears where it is not let in, or the class is deleted, and may ask once more', async () => {
  await join(texts, <button type="button">Again</button>);
  await shown(texts.pupil.waiting('6a'));
  answers['/groups/getUpdated'] = { groups: [], gone_group_ids: ['g'] };
  answers['/groups/inspect'] = { status: 404, code: 'GROUP_NOT_FOUND' };
  await shownOnLook(texts.pupil.refused);
  expect([...document.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
    texts.join,
  ]);
  expect(document.body.textContent).not.toContain(texts.pupil.waiting('6a'));
  // The words that have changed keep the focus, and take it from the button that goes.
  const said = document.querySelector('output[tabindex]');
  expect(document.activeElement).toBe(said);
  const button = document.querySelector('button')!;
  button.focus();
  button.click();
  await shown(texts.pupil.waiting('6a'));
  expect(document.body.textContent).not.toContain(texts.pupil.refused);
  expect(document.activeElement).toBe(said);
});

it('asks once, however quick the presses are', async () => {
  const requests = await join();
  await vi.waitFor(() => expect(document.querySelector('[aria-disabled=true]')).not.toBeNull());
  document.querySelector('button')!.click();
  await shown(texts.pupil.waiting('6a'));
  expect(requests.filter(({ path }) => path.endsWith('/groups/join'))).toHaveLength(1);
});

it('a teacher who tries its own code is told that it leads the class', async () => {
  const leader = { ...membership, group_role: 'leader', membership_state: 'accepted' };
  answers['/groups/join'] = { group: someGroup, membership: leader };
  await join(toTeachers);
  await shown(texts.ledAlready('6a'));
  expect(document.body.textContent).not.toContain(toTeachers.pupil.joined('6a'));
});

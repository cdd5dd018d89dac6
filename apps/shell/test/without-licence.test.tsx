// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { texts, toTeachers } from '../src/classes/texts/de.ts';
import { watchIntervalInMs } from '../src/classes/use-watch.ts';
import { WithoutLicence } from '../src/classes/without-licence.tsx';
import { forgetJoinCode, keepJoinCode } from '../src/session/kept-join-code.ts';
import { fakeServices, type ServiceAnswer, type ServiceRequest } from './fake-services.ts';
import { someGroup, someRequest as membership } from './some-group.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';

/* A pupil without a licence, who has the code of a class and waits to be let in. */

const retrySeat = vi.fn<() => Promise<void>>(async () => {});
const signOut = vi.fn<() => Promise<void>>(async () => {});
let answers: Record<string, ServiceAnswer>;
let root: Root;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  keepJoinCode('H4TW-9KXM-3RP9');
  answers = {
    '/groups/join': { group: someGroup, membership },
    '/groups/getUpdated': { groups: [], gone_group_ids: [] },
    '/license/getForUser': { licenses: [] },
  };
  document.body.replaceChildren(document.createElement('main'));
  root = createRoot(document.querySelector('main')!);
});
afterEach(() => {
  root.unmount();
  vi.clearAllMocks();
});

function render(
  itsTexts = texts,
  children: ReactNode = null,
  isJoining = true,
): readonly ServiceRequest[] {
  const { api, clientOf, requests } = fakeServices(
    ({ path }) => Object.entries(answers).find(([end]) => path.endsWith(end))![1],
  );
  root.render(
    <WithoutLicence
      {...{ api, clientOf, courses: [], project: someProject, control: { retrySeat, signOut } }}
      session={someSession('mia')}
      texts={itsTexts}
      isJoining={isJoining}
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

/** Sets the states of the user's classes from now on, by their ids. */
function standing(states: Readonly<Record<string, string>>): void {
  answers['/groups/getUpdated'] = {
    groups: Object.entries(states).map(([group_id, membership_state]) => ({
      ...someGroup,
      group_id,
      name: group_id === 'g' ? '6a' : group_id,
      membership_state,
      transaction_index: 8,
    })),
    gone_group_ids: ['g'].filter((id) => !(id in states)),
  };
}
const pressed = (text: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === text)!.click();

it('says after a sign-in anew that it has asked, and goes on by itself', async () => {
  forgetJoinCode();
  answers['/groups/getUpdated'] = { status: 403, code: 'FORBIDDEN' };
  const requests = render();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  standing({ g: 'requested' });
  await shownOnLook(texts.pupil.waiting('6a'));
  await shown(texts.pupil.goesOn);
  expect(document.querySelector('button')!.textContent).toBe(texts.pupil.withdraw);
  standing({ g: 'accepted' });
  await shownOnLook(texts.pupil.joined('6a'));
  expect(document.body.textContent).not.toContain(texts.pupil.goesOn);
});

it('goes on by itself once the teacher has said yes', async () => {
  await join();
  await shown(texts.pupil.waiting('6a'));
  expect(retrySeat).toHaveBeenCalledTimes(1);
  standing({ g: 'accepted' });
  const looked = Promise.withResolvers<void>();
  retrySeat.mockReturnValueOnce(looked.promise);
  await shownOnLook(texts.pupil.joined('6a'));
  await vi.waitFor(() => expect(retrySeat).toHaveBeenCalledTimes(2));
  // Before it has looked a missing licence is not told.
  expect(document.body.textContent).not.toContain(texts.noLicense(someProject.title));
  looked.resolve();
  await shown(texts.noLicense(someProject.title));
});

it('goes on by itself once the class has its licence', async () => {
  answers['/groups/join'] = {
    group: someGroup,
    membership: { ...membership, membership_state: 'accepted' },
  };
  await join();
  await shown(texts.pupil.goesOnWithLicense);
  expect(retrySeat).toHaveBeenCalledTimes(1);
  answers['/license/getForUser'] = { licenses: someSession('mia').licences };
  await vi.waitFor(() => {
    vi.advanceTimersByTime(watchIntervalInMs);
    expect(retrySeat).toHaveBeenCalledTimes(2);
  });
});

it('begins its button anew once it waits for something else', async () => {
  await join(texts, <input aria-label="Again" />);
  await shown(texts.pupil.waiting('6a'));
  document.querySelector('input')!.value = 'failed';
  standing({ g: 'accepted' });
  await shownOnLook(texts.pupil.joined('6a'));
  expect(document.querySelector('input')!.value).toBe('');
});

it('says nothing of a licence that it could not look for', async () => {
  answers['/groups/join'] = {
    group: someGroup,
    membership: { ...membership, membership_state: 'accepted' },
  };
  retrySeat.mockRejectedValueOnce(new Error('away'));
  await join();
  await shown(texts.pupil.joined('6a'));
  await vi.waitFor(() => expect(retrySeat).toHaveBeenCalledTimes(1));
  expect(document.body.textContent).not.toContain(texts.noLicense(someProject.title));
  await shownOnLook(texts.noLicense(someProject.title));
});

it('waits for each class that it has asked, and looks closer only where one has changed', async () => {
  forgetJoinCode();
  standing({ '5b': 'accepted', g: 'requested', '6c': 'requested' });
  const requests = render();
  const looks = () => requests.filter(({ path }) => path.endsWith('/groups/getUpdated'));
  await shown(texts.pupil.waiting('6a'));
  answers['/groups/getUpdated'] = { groups: [], gone_group_ids: [] };
  await vi.waitFor(() => {
    vi.advanceTimersByTime(watchIntervalInMs);
    expect(looks().length).toBeGreaterThan(3);
  });
  for (const { body } of looks().slice(1))
    expect((body as { known_groups: unknown[] }).known_groups).toHaveLength(3);
  standing({ '5b': 'accepted', g: 'requested', '6c': 'accepted' });
  await shownOnLook(texts.pupil.joined('6c'));
  await vi.waitFor(() => expect(retrySeat).toHaveBeenCalledTimes(1));
});

it('speaks of its next request where one is no longer open', async () => {
  forgetJoinCode();
  standing({ g: 'requested', '6c': 'requested' });
  render();
  await shown(texts.pupil.waiting('6a'));
  standing({ '6c': 'requested' });
  await shownOnLook(texts.pupil.waiting('6c'));
  expect(document.body.textContent).not.toContain(texts.pupil.refused);
});

it('takes its request back, and looks whether anything else brings a licence', async () => {
  const requests = await join();
  await shown(texts.pupil.waiting('6a'));
  const revoked = { ...membership, membership_state: 'revoked' };
  answers['/groups/revokeMemberships'] = { status: 403, code: 'FORBIDDEN' };
  pressed(texts.pupil.withdraw);
  // A press that failed is told.
  await shown(texts.faults.failed);
  answers['/groups/revokeMemberships'] = {
    results: [{ subject: 'mia', outcome: 'CHANGED', membership: revoked }],
    transaction_index: 8,
  };
  standing({});
  pressed(texts.pupil.withdraw);
  await vi.waitFor(() => expect(retrySeat).toHaveBeenCalledTimes(2));
  expect(requests.map(({ path }) => path)).toContain('/gres/v1/groups/revokeMemberships');
  await vi.waitFor(() =>
    expect(document.body.textContent).not.toContain(texts.pupil.waiting('6a')),
  );
});

/** Answer to a request that is taken back once it is in another state. */
const refusedIn = (membership_state: string): ServiceAnswer => ({
  result_state: 'WARNING',
  results: [
    {
      subject: 'mia',
      outcome: 'REFUSED',
      refusal: 'MEMBERSHIP_CHANGED',
      membership: {
        subject: 'mia',
        group_role: 'member',
        membership_types: ['HasLicenses'],
        membership_state,
        changed_at: '2026-08-17T06:00:00.000Z',
      },
    },
  ],
  transaction_index: 8,
});

it('speaks of a class without a licence that it is in, once nothing is asked for any more', async () => {
  forgetJoinCode();
  standing({ '5z': 'accepted', g: 'requested' });
  render();
  await shown(texts.pupil.waiting('6a'));
  const revoked = { ...membership, membership_state: 'revoked' };
  answers['/groups/revokeMemberships'] = {
    results: [{ subject: 'mia', outcome: 'CHANGED', membership: revoked }],
    transaction_index: 8,
  };
  pressed(texts.pupil.withdraw);
  await shown(texts.pupil.joined('5z'));
  await shown(texts.noLicense(someProject.title));
  expect(document.body.textContent).not.toContain(texts.pupil.waiting('6a'));
});

it('speaks of another class that it is in, once it is out of the one that let it in', async () => {
  forgetJoinCode();
  standing({ '5z': 'accepted', g: 'requested' });
  render();
  await shown(texts.pupil.waiting('6a'));
  standing({ '5z': 'accepted', g: 'accepted' });
  await shownOnLook(texts.pupil.joined('6a'));
  standing({ '5z': 'accepted' });
  await shownOnLook(texts.pupil.joined('5z'));
  expect(document.body.textContent).not.toContain(texts.pupil.joined('6a'));
});

it('goes on with the licence of its class while it asks for another', async () => {
  forgetJoinCode();
  standing({ '5z': 'accepted', g: 'requested' });
  render();
  await shown(texts.pupil.waiting('6a'));
  answers['/groups/getUpdated'] = { groups: [], gone_group_ids: [] };
  answers['/license/getForUser'] = { licenses: someSession('mia').licences };
  await vi.waitFor(() => {
    vi.advanceTimersByTime(watchIntervalInMs);
    expect(retrySeat).toHaveBeenCalledTimes(1);
  });
});

it('tells a teacher that nobody could look after the class was made', async () => {
  answers['/groups/createNew'] = { group: someGroup };
  retrySeat.mockRejectedValueOnce(new Error('away'));
  const requests = render(toTeachers, null, false);
  await vi.waitFor(() => expect(document.querySelector('input')).not.toBeNull());
  document.querySelector('input')!.value = '6a';
  document.querySelector('button')!.click();
  await shown(toTeachers.faults.failed);
  document.querySelector('button')!.click();
  await vi.waitFor(() => expect(retrySeat).toHaveBeenCalledTimes(2));
  const made = requests.filter(({ path }) => path.endsWith('/groups/createNew'));
  expect(made.map(({ body }) => body)).toEqual([made[0]?.body, made[0]?.body]);
});

it('leaves its page to an invitation by itself, once somebody can say', async () => {
  await join();
  await shown(texts.pupil.waiting('6a'));
  retrySeat.mockRejectedValueOnce(new Error('away'));
  standing({ g: 'invited' });
  await vi.waitFor(() => {
    vi.advanceTimersByTime(watchIntervalInMs);
    expect(retrySeat).toHaveBeenCalledTimes(3);
  });
  expect(document.body.textContent).not.toContain(texts.pupil.refused);
});

it('says where nobody can say what it waits for after its only class is gone, and asks again', async () => {
  answers['/groups/join'] = {
    group: someGroup,
    membership: { ...membership, membership_state: 'accepted' },
  };
  await join();
  await shown(texts.pupil.goesOnWithLicense);
  retrySeat.mockRejectedValueOnce(new Error('away'));
  standing({});
  await shownOnLook(texts.failed);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(watchIntervalInMs);
    expect(retrySeat).toHaveBeenCalledTimes(3);
  });
});

it('is let in where the teacher has said yes before the request is taken back', async () => {
  await join();
  await shown(texts.pupil.waiting('6a'));
  answers['/groups/revokeMemberships'] = refusedIn('accepted');
  document.querySelector('button')!.click();
  await shown(texts.pupil.joined('6a'));
  expect(retrySeat).toHaveBeenCalledTimes(2);
});

it('is not called a member where the teacher has invited it before the request is taken back', async () => {
  await join();
  await shown(texts.pupil.waiting('6a'));
  answers['/groups/revokeMemberships'] = refusedIn('invited');
  document.querySelector('button')!.click();
  await shown(texts.faults.membershipChanged);
  expect(document.body.textContent).not.toContain(texts.pupil.joined('6a'));
});

it('looks once at a time, and no more once it is gone', async () => {
  const requests = await join();
  await shown(texts.pupil.waiting('6a'));
  const asked = () => requests.filter(({ path }) => path.endsWith('/groups/getUpdated'));
  const signals: (AbortSignal | null | undefined)[] = [];
  const services = fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    signals.push(init.signal);
    return services(input, init);
  });
  answers['/groups/getUpdated'] = 'none';
  await vi.waitFor(() => {
    vi.advanceTimersByTime(watchIntervalInMs);
    expect(asked()).toHaveLength(1);
  });
  vi.advanceTimersByTime(3 * watchIntervalInMs);
  expect(asked()).toHaveLength(1);
  root.unmount();
  expect(signals.at(-1)?.aborted).toBe(true);
});

it('hears where its request is no longer open, and may ask once more', async () => {
  await join(texts, <button type="button">Again</button>);
  await shown(texts.pupil.waiting('6a'));
  standing({});
  await shownOnLook(texts.pupil.refused);
  expect([...document.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
    texts.join,
  ]);
  expect(document.body.textContent).not.toContain(texts.pupil.waiting('6a'));
  // The words that have changed keep the focus, and take it from the button that goes.
  const said = document.querySelector('output[tabindex]');
  await vi.waitFor(() => expect(document.activeElement).toBe(said));
  const button = document.querySelector('button')!;
  button.focus();
  button.click();
  await shown(texts.pupil.waiting('6a'));
  expect(document.body.textContent).not.toContain(texts.pupil.refused);
  await vi.waitFor(() => expect(document.activeElement).toBe(said));
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

// @vitest-environment happy-dom
import { CallFailed } from '@lectern/contracts/client';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClassEntry, ClassesSource } from '../src/classes/classes-source.ts';
import { OwnClass } from '../src/classes/own-class.tsx';
import { TextsContext } from '../src/classes/texts-context.ts';
import { texts } from '../src/classes/texts/de.ts';

const membership = {
  subject: 'mia',
  group_role: 'member',
  membership_types: [],
  membership_state: 'accepted',
  changed_at: '2026-08-17T06:00:00.000Z',
} as const;
const group = {
  group_id: 'g',
  provider_id: 'BEOOK_1',
  name: '6a',
  join_policy: 'on_request' as const,
  transaction_index: 7,
  created_at: '2026-08-17T06:00:00.000Z',
};
let withdraw: ReturnType<typeof vi.fn<ClassesSource['withdraw']>>;
let share: ReturnType<typeof vi.fn<ClassesSource['share']>>;
const gone = vi.fn<(message: string) => void>();
let source: Partial<ClassesSource>;
let root: Root;

function render(state: ClassEntry['state']): void {
  root.render(
    <TextsContext value={texts}>
      <OwnClass
        source={source as ClassesSource}
        entry={{ groupId: 'g', name: '6a', label: '6a (2)', isLed: false, state, index: 7 }}
        subject="mia"
        onChanged={() => {}}
        onGone={gone}
      />
    </TextsContext>,
  );
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  share = vi.fn<ClassesSource['share']>(async () => {});
  withdraw = vi.fn<ClassesSource['withdraw']>(async () => true);
  source = {
    inspect: async () => ({ group, memberships: [{ ...membership, membership_types: [] }] }),
    courses: async () => [{ courseId: 'wasser', issueId: '2026', title: 'Wasser' }],
    share,
    withdraw,
  } satisfies Partial<ClassesSource>;
  document.body.replaceChildren(document.createElement('main'));
  root = createRoot(document.querySelector('main')!);
  render('accepted');
});
afterEach(() => {
  root.unmount();
  vi.clearAllMocks();
});

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
const text = () => document.body.textContent;

it('what cannot be shared without a connection is not ticked, and says what to do', async () => {
  const call = { service: 'gres', name: 'usersUpdate' } as const;
  share.mockRejectedValueOnce(new CallFailed(call, 'network', 'away'));
  await vi.waitFor(() => expect(boxes()).toHaveLength(3));
  const [answers] = boxes();
  answers!.click();
  await vi.waitFor(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toBe(texts.faults.offline),
  );
  await vi.waitFor(() => expect(answers!.checked).toBe(false));
  answers!.click();
  await vi.waitFor(() => expect(text()).toContain(texts.saved));
  expect(document.querySelector('[role=alert]')).toBeNull();
  expect(answers!.checked).toBe(true);
  expect(share).toHaveBeenCalledTimes(2);
});

it('a request that is taken back is no class that is left', async () => {
  render('requested');
  const button = () => document.querySelector('button')!;
  await vi.waitFor(() => expect(button().textContent).toBe(texts.pupil.withdraw));
  button().click();
  await vi.waitFor(() =>
    expect(gone).toHaveBeenCalledExactlyOnceWith(texts.pupil.withdrawn('6a (2)')),
  );
});

it('a request that was accepted before it is taken back leaves the pupil in the class, and says so', async () => {
  withdraw.mockResolvedValueOnce(false);
  render('requested');
  await vi.waitFor(() => expect(text()).toContain(texts.pupil.waiting('6a (2)')));
  document.querySelector('button')!.click();
  await vi.waitFor(() => expect(text()).toContain(texts.pupil.joined('6a (2)')));
  render('accepted');
  await vi.waitFor(() => expect(text()).toContain(texts.pupil.whoReads));
  expect(text()).toContain(texts.pupil.joined('6a (2)'));
  expect(gone).not.toHaveBeenCalled();
});

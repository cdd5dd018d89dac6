// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Seatless } from '../src/routes/seatless.tsx';
import { texts } from '../src/texts/texts.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { someSession } from './some-session.ts';
import { speak } from './speak.ts';

type Props = Parameters<typeof Seatless>[0];

/** @returns draws the page of a user without a seat, in a shell with these parts. */
async function open(
  parts: object,
): Promise<(page: Pick<Props, 'obstacle' | 'contentBefore'>) => void> {
  await speak('de-CH');
  document.body.replaceChildren(document.createElement('div'));
  const root = createRoot(document.querySelector('div')!);
  onTestFinished(() => root.unmount());
  const configuration = { project: { title: 'Wasser', favicon: '/f.svg' } };
  const shell = { configuration, ...parts } as Props;
  return (page) => root.render(<Seatless {...shell} {...page} />);
}

it.each(['invited', 'joining', 'class needed'] as const)(
  '(%s) says what has become of the work, where there was any',
  async (obstacle) => {
    const show = await open({ store: createSessionStore({ name: 'signed-out' }) });
    for (const [contentBefore, words] of [
      ['none', ''],
      ['saved', texts.work.saved],
      ['unsaved', texts.work.unsaved],
    ] as const) {
      show({ obstacle, contentBefore });
      await vi.waitFor(() => {
        expect(document.querySelector('.seatless p')?.textContent.endsWith(words)).toBe(true);
        expect(document.body.textContent.includes('geschrieben')).toBe(words !== '');
      });
    }
  },
);

it('says that nobody could look for the licence after an invitation', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const session = someSession('mia');
  const store = createSessionStore({
    name: 'seatless',
    session,
    obstacle: 'invited',
    contentBefore: 'none',
  });
  const invitation = { groupId: 'g', group: '6a', role: 'member', isMember: false, invitedBy: [] };
  const invitations = { load: async () => [invitation], answer: async () => {} };
  const retrySeat = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away'));
  const show = await open({ control: { retrySeat }, invitations, store });
  show({ obstacle: 'invited', contentBefore: 'none' });
  const accept = () =>
    [...document.querySelectorAll('button')]
      .find(({ textContent }) => textContent === texts.acceptInvitation)!
      .click();
  await vi.waitFor(accept);
  await vi.waitFor(() => expect(document.body.textContent).toContain(texts.invitationFailed));
  retrySeat.mockResolvedValueOnce();
  accept();
  await vi.waitFor(() => expect(retrySeat).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(document.body.textContent).not.toContain(texts.invitationFailed));
});

it.each([
  ['seats taken', 'retry', 'retrySeat'],
  ['used elsewhere', 'continueHere', 'continueHere'],
] as const)('(%s) says what its button could not do', async (obstacle, text, call) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const attempt = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away'));
  const show = await open({ control: { [call]: attempt } });
  show({ obstacle, contentBefore: 'none' });
  const button = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === texts[text]);
  await vi.waitFor(() => expect(button()).toBeDefined());
  button()!.click();
  const alert = () => document.querySelector('[role=alert]');
  await vi.waitFor(() => expect(alert()?.textContent).toBe(texts.notContinued));
  attempt.mockResolvedValueOnce();
  button()!.click();
  await vi.waitFor(() => expect(alert()).toBeNull());
  expect(attempt).toHaveBeenCalledTimes(2);
});

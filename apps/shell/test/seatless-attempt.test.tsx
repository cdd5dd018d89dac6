// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Seatless } from '../src/routes/seatless.tsx';
import { texts } from '../src/texts/texts.ts';
import { speak } from './speak.ts';

it.each([
  ['seats taken', 'retry', 'retrySeat'],
  ['used elsewhere', 'continueHere', 'continueHere'],
] as const)('(%s) says what its button could not do', async (obstacle, text, call) => {
  await speak('de-CH');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const attempt = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away'));
  document.body.replaceChildren(document.createElement('div'));
  const root = createRoot(document.querySelector('div')!);
  onTestFinished(() => root.unmount());
  const shell = {
    configuration: { project: { title: 'Wasser', favicon: '/f.svg' } },
    control: { [call]: attempt },
  } as unknown as Parameters<typeof Seatless>[0];
  root.render(<Seatless {...shell} obstacle={obstacle} contentBefore="none" />);
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

// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { HandshakeBanner } from '../../src/testing-overlay/handshake-banner.tsx';
import type { HandshakeFault } from '../../src/testing-overlay/handshake.ts';
import { MessagesPanel } from '../../src/testing-overlay/messages-panel.tsx';
import { createTrace } from '../../src/testing-overlay/trace.ts';

function show(shown: ReactNode): HTMLElement {
  const element = document.createElement('div');
  flushSync(() => createRoot(element).render(shown));
  return element;
}

const handshakeWith = (fault: HandshakeFault | undefined) => ({
  fault,
  take: () => {},
  hear: () => {},
  subscribe: () => () => {},
});

it('messages are paused and cleared', async () => {
  const trace = createTrace();
  const panel = show(<MessagesPanel trace={trace} handshake={handshakeWith(undefined)} />);
  const names = () => [...panel.querySelectorAll('tbody tr')].map((row) => row.textContent);
  const say = (action: string) =>
    trace.take({
      direction: 'to shell',
      message: { origin: 'iframe', action, id: action },
      time: 0,
      moment: 0,
    });
  const press = (name: string) =>
    [...panel.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click();

  say('getUser');
  await vi.waitFor(() => expect(names()).toEqual([expect.stringContaining('getUser')]));
  press('Anhalten');
  await vi.waitFor(() => expect(panel.textContent).toContain('Angehalten'));
  press('Leeren');
  say('getLocale');
  await vi.waitFor(() => expect(panel.textContent).toContain('Noch keine Nachrichten'));
  press('Anhalten');
  await vi.waitFor(() => expect(panel.textContent).not.toContain('Angehalten'));
  say('isTeacher');
  await vi.waitFor(() => expect(names()).toEqual([expect.stringContaining('isTeacher')]));
});

it.each<[HandshakeFault, RegExp]>([
  [
    { kind: 'other origin', origin: 'http://a.example', expected: 'https://a.example' },
    /von http:\/\/a\.example\..* von https:\/\/a\.example\..*contentOrigin/,
  ],
  [{ kind: 'no origin' }, /Sandbox ohne eigene Herkunft.*allow-same-origin/],
  [{ kind: 'version' }, /Version der Brücke.*SDK des Inhalts aktualisieren/],
  [{ kind: 'silent' }, /hat sich nicht gemeldet.*Konsole/],
  [{ kind: 'unreachable' }, /Server des Inhalts antwortet nicht.*Prüfen, ob er läuft/],
])('the banner says the cause and what to do: %j', (fault, text) => {
  const banner = show(<HandshakeBanner handshake={handshakeWith(fault)} />);
  expect(banner.textContent).toMatch(text);
});

it('the banner says nothing where content and container have come together', () => {
  expect(show(<HandshakeBanner handshake={handshakeWith(undefined)} />).textContent).toBe('');
});

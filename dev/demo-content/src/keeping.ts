import { BridgeError, type Container } from '@lectern/sdk';
import type { Answer } from './answers.ts';
import { hideNotice, showNotice } from './views/notices.ts';

type Answers = ReadonlyMap<string, Answer>;

/** Brings answers to safety whenever the page may be about to go, and warns if that is too early. */
export function keepAnswersSafe(answers: Answers): void {
  const all = [...answers.values()];
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) for (const answer of all) void answer.flush();
  });
  addEventListener('pagehide', () => {
    for (const answer of all) answer.flushForLast();
  });
  addEventListener('online', () => {
    for (const answer of all) void answer.flush();
  });
  addEventListener('beforeunload', (event) => {
    if (all.some((answer) => answer.isUnsaved)) event.preventDefault();
  });
}

/** Stops saving and says so once the container has lost the session. */
export function watchSession(container: Container, answers: Answers): void {
  container.on('session-lost', () => {
    const error = new BridgeError('NOT_LOGGED_IN', 'setLocalStoreItems', 'The session was lost.');
    for (const answer of answers.values()) answer.stopSaving(error);
    // There is nothing left to sign out of.
    hideNotice('sign-out');
    showNotice(
      'session-lost',
      'Deine Anmeldung ist abgelaufen. Was du jetzt schreibst, wird nicht mehr gespeichert.',
      [{ label: 'Neu anmelden', run: () => void container.startLogin().catch(() => {}) }],
    );
  });
}

/** Signs out once everything is saved; what cannot be saved now is left to the learner to decide. */
export async function signOut(container: Container, answers: Answers): Promise<void> {
  hideNotice('sign-out');
  const saved = await Promise.all([...answers.values()].map((answer) => answer.flush()));
  if (saved.every(Boolean)) return leave(container);
  showNotice(
    'sign-out',
    'Noch ist nicht alles gespeichert. Wenn du dich jetzt abmeldest, geht das Letzte verloren.',
    [
      { label: 'Hier bleiben', run: () => hideNotice('sign-out') },
      { label: 'Trotzdem abmelden', run: () => void leave(container) },
    ],
  );
}

async function leave(container: Container): Promise<void> {
  try {
    await container.logout();
  } catch {
    showNotice('sign-out', 'Das Abmelden hat nicht geklappt. Bitte versuche es noch einmal.');
  }
}

import { BridgeError, type BridgeErrorCode } from '@lectern/sdk';
import type { Answer, AnswerStatus } from '../answers.ts';
import { announce } from '../announce.ts';
import { el } from '../dom.ts';

/** Value of `data-save-state`, which style and tests go by. */
type SaveStateName = 'idle' | 'unsaved' | 'saving' | 'saved' | 'conflict' | 'failed';

/** Why a save failed for good, for the learner. Failures that pass by themselves have no entry. */
const reasons: Readonly<Partial<Record<BridgeErrorCode, string>>> = {
  NOT_LOGGED_IN: 'Du bist nicht mehr angemeldet.',
  REFUSED: 'Die Lernplattform hat abgelehnt.',
  BAD_PAYLOAD: 'Die Antwort ist zu groß oder nicht lesbar.',
  UNKNOWN_ACTION: 'Diese Lernplattform kann keine Antworten speichern.',
  NO_CONTAINER: 'Die Verbindung zur Lernplattform ist getrennt.',
};

/** The one line of an exercise that says how safe its answer is. */
export function createSaveState(answer: Answer, signal: AbortSignal): HTMLElement {
  const element = el('p', { class: 'save-state' });
  let announced = '';
  let hasChanged = false;

  function show(): void {
    const { kind } = answer.status;
    const { name, text } = described(answer.status);
    element.dataset['saveState'] = name;
    element.textContent = text;
    hasChanged ||= kind === 'unsaved';
    // Said is what is new: the first confirmation, then only when it goes wrong or well again.
    const isNews = (kind === 'saved' && hasChanged) || kind === 'retrying' || kind === 'failed';
    if (!isNews || text === announced) return;
    announced = text;
    announce(`${answer.exercise.title}: ${text}`);
  }

  answer.addEventListener('change', show, { signal });
  show();
  return element;
}

/** A status as style and tests see it, and as the learner reads it. */
function described(status: AnswerStatus): { name: SaveStateName; text: string } {
  switch (status.kind) {
    case 'loading':
    case 'idle':
      return { name: 'idle', text: '' };
    case 'loading-again':
      return {
        name: 'idle',
        text: 'Deine Antwort konnte noch nicht geladen werden – neuer Versuch läuft',
      };
    case 'practice':
      return { name: 'idle', text: 'Wird nicht gespeichert' };
    case 'unsaved':
    case 'saving':
      return { name: status.kind, text: 'Wird gespeichert …' };
    case 'saved':
      return { name: 'saved', text: 'Gespeichert' };
    case 'retrying':
      return { name: 'unsaved', text: 'Noch nicht gespeichert – neuer Versuch läuft' };
    case 'conflict':
      return { name: 'conflict', text: 'Nicht gespeichert. Wähle zuerst, welche Fassung gilt.' };
    case 'failed':
      return { name: 'failed', text: `Nicht gespeichert. ${reasonOf(status.error)}` };
    case 'unreadable':
      return {
        name: 'failed',
        text: `Deine frühere Antwort konnte nicht geladen werden, darum wird hier nichts gespeichert. ${reasonOf(status.error)}`,
      };
  }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof BridgeError ? reasons[error.code] : undefined;
  return reason ?? 'Etwas Unerwartetes ist geschehen.';
}

import { BridgeError, type BridgeErrorCode, type SaveState } from '@lectern/sdk';
import { announce } from '../announce.ts';
import { el } from '../dom.ts';
import type { Work, WorkStatus } from '../work.ts';

/** Value of `data-save-state`, which style and tests go by. */
type SaveStateName = 'idle' | 'saving' | 'kept' | 'saved' | 'retrying' | 'conflict' | 'failed';

/** Being accepted takes a moment: what is said of a kept answer stays that long, in milliseconds. */
const unseenSavingInMs = 500;

/** Why a save failed for good, for the learner. Failures that pass by themselves have no entry. */
const reasons: Readonly<Partial<Record<BridgeErrorCode, string>>> = {
  NOT_LOGGED_IN: 'Du bist nicht mehr angemeldet.',
  REFUSED: 'Die Lernplattform hat es nicht angenommen.',
  BAD_PAYLOAD: 'Das ist zu lang oder lässt sich nicht lesen.',
  UNKNOWN_ACTION: 'Diese Lernplattform kann das nicht speichern.',
  NO_CONTAINER: 'Die Verbindung zur Lernplattform ist getrennt.',
};

/** The notice before anything can be saved. */
interface Words {
  readonly loadingAgain: string;
  readonly unreadable: string;
}

export const answerWords: Words = {
  loadingAgain: 'Deine Antwort konnte noch nicht geladen werden – neuer Versuch läuft',
  unreadable:
    'Deine frühere Antwort konnte nicht geladen werden, darum wird hier nichts gespeichert.',
};

export const noteWords: Words = {
  loadingAgain: 'Deine Notizen konnten noch nicht geladen werden – neuer Versuch läuft',
  unreadable:
    'Deine früheren Notizen konnten nicht geladen werden, darum werden hier keine gespeichert.',
};

interface Described {
  readonly name: SaveStateName;
  readonly text: string;
}

const saving: Described = { name: 'saving', text: 'Wird gespeichert …' };
const kept: Described = { name: 'kept', text: 'Auf diesem Gerät gesichert' };
const waiting: Described = {
  name: 'kept',
  text: `${kept.text} – wird übertragen, sobald die Lernplattform wieder erreichbar ist`,
};

/** The notice for an answer that is not delivered, by the container's state of delivery. */
const keptStates: Readonly<Record<SaveState['state'], Described>> = {
  // It says so in a moment.
  saved: saving,
  saving,
  waiting,
  // Maybe of this one: then it shows it.
  refused: kept,
};

/** The one line that says how safe an answer is, or what was noted on a page. */
export function createSaveState(
  work: Work,
  signal: AbortSignal,
  words: Words = answerWords,
): HTMLElement {
  const element = el('p.save-state');
  let announced = '';
  let hasChanged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    const { name, text } = described(work.status, words);
    element.dataset['saveState'] = name;
    element.textContent = text;
    // Said is what is new: the first confirmation, then only when it goes wrong or well again.
    const isNews = (hasChanged && name === 'saved') || isTrouble(name) || text === waiting.text;
    if (!isNews || text === announced) return;
    announced = text;
    announce(`${work.name}: ${text}`);
  }

  function follow(): void {
    const isSaving = work.status.kind === 'saving';
    hasChanged ||= isSaving;
    clearTimeout(timer);
    // Otherwise the line would flicker with every key for as long as nothing can be delivered.
    if (isSaving && element.dataset['saveState'] === 'kept')
      timer = setTimeout(show, unseenSavingInMs);
    else show();
  }

  work.addEventListener('change', follow, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  follow();
  return element;
}

function isTrouble(name: SaveStateName): boolean {
  return name === 'retrying' || name === 'failed';
}

/** A status as style and tests see it, and as the learner reads it. */
function described(status: WorkStatus, words: Words): Described {
  switch (status.kind) {
    case 'loading':
      return { name: 'idle', text: status.error === undefined ? '' : words.loadingAgain };
    case 'idle':
      return { name: 'idle', text: '' };
    case 'practice':
      return { name: 'idle', text: 'Wird nicht gespeichert' };
    case 'saving':
      return saving;
    case 'kept':
      return status.transfer ? keptStates[status.transfer] : kept;
    case 'saved':
      return { name: 'saved', text: 'Gespeichert' };
    case 'retrying':
      return {
        name: 'retrying',
        text: isFull(status.error)
          ? 'Noch nicht gespeichert: Auf diesem Gerät ist kein Platz mehr frei – neuer Versuch läuft'
          : 'Noch nicht gespeichert – neuer Versuch läuft',
      };
    case 'conflict':
      return { name: 'conflict', text: 'Nicht gespeichert. Wähle zuerst, welche Fassung gilt.' };
    case 'failed':
      return { name: 'failed', text: `Nicht gespeichert. ${reasonOf(status.error)}` };
    case 'unreadable':
      return {
        name: 'failed',
        text: `${words.unreadable} ${reasonOf(status.error)}`,
      };
  }
}

function isFull(error: unknown): boolean {
  return error instanceof BridgeError && error.code === 'STORAGE_FULL';
}

function reasonOf(error: unknown): string {
  const reason = error instanceof BridgeError ? reasons[error.code] : undefined;
  return reason ?? 'Etwas ist schiefgegangen. Kopiere deinen Text und lade die Seite neu.';
}

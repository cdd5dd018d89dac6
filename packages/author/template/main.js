import { BridgeError, connect, deepLink } from './lib/lectern-sdk.js';

/** The scope of the answer: names of your own, which must not change once somebody has answered. */
const exerciseId = 'fenster';
const scope = {
  course_id_dto: { course_id: 'mein-kurs' },
  issue_id_dto: { issue_id: 'mein-kurs-1' },
  exercise_dto: { exercise_id: exerciseId },
};
const [form, answer, greeting, saveState, conflict, otherAnswer, own, other, notice, signOut] = [
  '#fenster',
  '#answer',
  '#greeting',
  '#save-state',
  '#conflict',
  '#other-answer',
  '#own',
  '#other',
  '#notice',
  '#sign-out',
].map((selector) => document.querySelector(selector));

/** Words for how far the answer is saved: by the kinds of a store's status, and two that its error tells apart. */
const words = {
  loading: 'Deine Antwort wird geladen …',
  loadingAgain: 'Deine Antwort konnte noch nicht geladen werden. Neuer Versuch läuft …',
  unreadable: 'Deine Antwort konnte nicht geladen werden, darum wird hier nichts gespeichert.',
  signedOut: 'Melde dich an, damit deine Antwort gespeichert wird.',
  saving: 'Wird gespeichert …',
  kept: 'Auf diesem Gerät gesichert. Wird übertragen, sobald die Verbindung wieder da ist.',
  saved: 'Gespeichert',
  retrying: 'Noch nicht gespeichert.',
  failed: 'Konnte nicht gespeichert werden.',
  conflict: 'Nicht gespeichert. Wähle, welche Antwort gilt.',
};

try {
  await meet(await connect({ showsSaveState: true }));
} catch {
  // Opened by itself, in no container.
  answer.disabled = false;
  notice.textContent = 'Ohne Lernplattform: Deine Antwort wird nicht gespeichert.';
}

async function meet(container) {
  // Restores the answer, saves each change, tries again, and tells the container what is unsaved.
  const store = container.store(scope, { segment: 'text' });

  store.subscribe(() => show(store));
  answer.addEventListener('input', () => store.set({ answer: answer.value }));
  own.addEventListener('click', () => void store.settle({ answer: answer.value }));
  other.addEventListener('click', () => {
    answer.value = store.status.other?.answer ?? answer.value;
    void store.settle({ answer: answer.value });
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void finish(container, store);
  });
  form.addEventListener('focusin', () => {
    // After a reload the page is opened here again.
    quietly(container.setPlace({ exerciseGroupId: exerciseId }));
  });
  signOut.hidden = false;
  signOut.addEventListener('click', () => {
    void store.flush().then(() => quietly(container.logout()));
  });

  // The page can be used while both try again.
  quietly(greet(container));
  void restore(store);
  if (deepLink().exerciseGroupId === exerciseId) form.focus();
  quietly(container.ready());
}

function show({ status }) {
  saveState.textContent = words[kindOf(status)];
  // Another tab or device has written, too.
  conflict.hidden = status.kind !== 'conflict';
  otherAnswer.textContent = status.other?.answer ?? '';
}

function kindOf({ kind, error }) {
  if (kind === 'loading' && error) return 'loadingAgain';
  const isSignedOut = error instanceof BridgeError && error.code === 'NOT_LOGGED_IN';
  return kind === 'unreadable' && isSignedOut ? 'signedOut' : kind;
}

async function greet(container) {
  const { given_name } = await container.getUser();
  if (given_name) greeting.textContent = `Hallo ${given_name}`;
}

async function restore(store) {
  try {
    await store.load();
    answer.value = store.values.answer ?? '';
    answer.disabled = false;
  } catch {
    // The field stays closed, and the words above say why: nothing may replace an answer that could not be read.
  }
}

/** The same when it is tried again: so it is recorded once. */
const finishedId = crypto.randomUUID();

async function finish(container, store) {
  await store.flush();
  try {
    await container.postStatement(exerciseId, {
      id: finishedId,
      verb: { id: 'http://adlnet.gov/expapi/verbs/completed', display: { de: 'schloss ab' } },
      object: { id: `https://example.com/${exerciseId}` },
    });
    notice.textContent = 'Gut beobachtet!';
  } catch {
    notice.textContent = 'Das konnte nicht gespeichert werden. Versuche es noch einmal.';
  }
}

/** For what may fail without anybody having to know. */
function quietly(promise) {
  return promise.catch(() => {});
}

import { connect, deepLink } from './lib/lectern-sdk.js';

/** What the answer belongs to: names of your own, which must not change once somebody has answered. */
const exerciseId = 'fenster';
const scope = {
  course_id_dto: { course_id: 'mein-kurs' },
  issue_id_dto: { issue_id: 'mein-kurs-1' },
  exercise_dto: { exercise_id: exerciseId },
};
const item = { segment: 'text', key: 'answer' };

/** Between a try that failed and the next. */
const retryPauseInMs = 4_000;

const [form, answer, greeting, saveState, notice, signOut] = [
  '#fenster',
  '#answer',
  '#greeting',
  '#save-state',
  '#notice',
  '#sign-out',
].map((selector) => document.querySelector(selector));

/** What `save-state` says, in words. */
const words = {
  saved: 'Gespeichert',
  saving: 'Wird gespeichert …',
  waiting: 'Auf diesem Gerät gesichert. Wird übertragen, sobald die Verbindung wieder da ist.',
  refused: 'Konnte nicht gespeichert werden.',
};

try {
  await meet(await connect({ showsSaveState: true }));
} catch {
  // Opened by itself, in no container.
  answer.disabled = false;
  notice.textContent = 'Ohne Lernplattform: Deine Antwort wird nicht gespeichert.';
}

async function meet(container) {
  const { save, change } = createSaving(container);

  container.on('save-state', ({ state }) => (saveState.textContent = words[state]));
  // The page is about to be taken away: what is sent now still arrives.
  container.on('teardown', save);
  addEventListener('visibilitychange', () => document.hidden && save());
  answer.addEventListener('input', change);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void finish(container, save);
  });
  form.addEventListener('focusin', () => {
    // After a reload the page is opened here again.
    quietly(container.setPlace({ exerciseGroupId: exerciseId }));
  });
  signOut.hidden = false;
  signOut.addEventListener('click', () => {
    void save().then(() => quietly(container.logout()));
  });

  await Promise.all([quietly(greet(container)), restore(container)]);
  if (deepLink().exerciseGroupId === exerciseId) form.focus();
  quietly(container.ready());
}

async function greet(container) {
  const { given_name } = await container.getUser();
  if (given_name) greeting.textContent = `Hallo ${given_name}`;
}

async function restore(container) {
  try {
    const items = await container.getLocalStoreItems(scope);
    answer.value = items.find(({ key }) => key === item.key)?.value ?? '';
    answer.disabled = false;
  } catch (error) {
    // Whoever wrote now would write over what could not be read.
    notice.textContent = error.mayRetry
      ? 'Deine Antwort konnte nicht geladen werden. Lade die Seite neu.'
      : 'Melde dich an, damit deine Antwort gespeichert wird.';
  }
}

/** One request at a time, always with the newest text. */
function createSaving(container) {
  let isChanged = false;
  let underWay;
  let timer;

  function change() {
    if (!isChanged) quietly(container.setUnsavedWork(true));
    isChanged = true;
    void save();
  }

  function save() {
    clearTimeout(timer);
    underWay ??= saveAll().finally(() => (underWay = undefined));
    return underWay;
  }

  async function saveAll() {
    while (isChanged) {
      isChanged = false;
      try {
        await container.setLocalStoreItems(scope, [{ ...item, value: answer.value }]);
      } catch (error) {
        isChanged = true;
        saveState.textContent = 'Noch nicht gespeichert.';
        if (error.mayRetry) timer = setTimeout(save, retryPauseInMs);
        return;
      }
    }
    quietly(container.setUnsavedWork(false));
  }

  return { save, change };
}

/** The same when it is tried again: so it is recorded once. */
const finishedId = crypto.randomUUID();

async function finish(container, save) {
  await save();
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

// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { given, newScene } from './scene.ts';

type Scene = Awaited<ReturnType<typeof newScene>>;

let scene: Scene;
let leave = () => {};

beforeEach(async () => {
  scene = await newScene(true);
  scene.container.given = {
    served_at: '2026-11-29T08:00:00Z',
    members: [{ subject: 'mia', display_name: 'Mia' }],
    assignments: [given('Brief'), given('Tiere')],
  };
});

/** Exercises of the publication that is open. */
const assignments = () =>
  import('../../src/assignments/course-assignments.ts').then(({ courseAssignmentsFor }) =>
    courseAssignmentsFor(scene.context.course, scene.found),
  );
const drafts = () => import('../../src/classes/drafts.ts').then((module) => module.drafts);

/** Opens the page, as from the course; to give a page of it, where that is named. */
async function open(wanted?: string): Promise<void> {
  leave();
  if (wanted) (await assignments()).want(wanted);
  const { createAssignmentsPage } = await import('../../src/assignments/assignments-page.ts');
  const controller = new AbortController();
  leave = () => controller.abort();
  document.body.replaceChildren(createAssignmentsPage(scene.context, controller.signal));
  await vi.waitFor(() => expect(document.querySelector('[data-assignment]')).not.toBeNull());
  // The page that is given is ticked after what was loaded is shown.
  await new Promise((resolve) => setTimeout(resolve));
}

const button = (name: string, within: ParentNode = document): HTMLButtonElement | undefined =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const press = (name: string, within?: ParentNode) => button(name, within)!.click();
const entry = (title: string) => document.querySelector(`[data-assignment="of-${title}"]`)!;
const form = () => document.querySelector('form');
const formTitle = () => form()?.querySelector('h2')?.textContent;
const titleField = () => form()!.querySelector<HTMLInputElement>('input[type="text"]')!;
const ticked = () =>
  [...form()!.querySelectorAll<HTMLInputElement>('input[type="checkbox"][value*="_id"]')]
    .filter(({ checked }) => checked)
    .map(({ value }) => (JSON.parse(value) as { readonly topic_id: string }).topic_id);
const failure = () => document.querySelector('.class-body > [role="alert"]')!.textContent;
function type(text: string): void {
  titleField().value = text;
  titleField().dispatchEvent(new InputEvent('input', { bubbles: true }));
}
const send = () => form()!.requestSubmit();

/** Saving waits until the test says how it ends. */
function holdSave() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const save = scene.container.saveAssignment.bind(scene.container);
  vi.spyOn(scene.container, 'saveAssignment').mockImplementationOnce(async (to) => {
    await promise;
    return save(to);
  });
  return { succeed: resolve, fail: () => reject(new Error('refused')) };
}

describe('a page that is given', () => {
  it('is ticked in the form of a new assignment, beside what was entered', async () => {
    await open('bach-1');
    type('Zwei Seiten');
    await open('bach-2');
    expect(titleField().value).toBe('Zwei Seiten');
    expect(ticked()).toEqual(['bach-1', 'bach-2']);
  });

  it('goes along through classes that are passed before they are loaded', async () => {
    const classes = ['5b', '6a', '6b'].map((name) => ({ group_id: name, name }));
    vi.spyOn(scene.container, 'getClasses').mockResolvedValue(classes);
    await open('bach-1');
    const choice = document.querySelector('select')!;
    for (const groupId of ['6a', '6b']) {
      choice.focus();
      choice.value = groupId;
      choice.dispatchEvent(new Event('change'));
    }
    await vi.waitFor(() => expect(form()).not.toBeNull());
    expect(ticked()).toEqual(['bach-1']);
    expect(document.activeElement).toBe(choice);
    expect((await assignments()).formOf('6a')).toBeUndefined();
  });

  it('is never added to an assignment that is changed', async () => {
    await open();
    press('Ändern', entry('Brief'));
    type('Neuer Titel');
    await open('bach-1');
    expect(formTitle()).toBe('Auftrag ändern');
    expect(ticked()).toEqual(['bach-3']);
    expect(failure()).toMatch(/^Ein Auftrag ist noch offen\./);
  });
});

it('a pupil without the course is not counted, and named with what to do', async () => {
  const done_at = '2026-11-28T08:00:00Z';
  const progress = [
    { subject: 'mia', done_targets: [], assignment_state: 'FINISHED' as const, done_at },
    { subject: 'noah', done_targets: [] },
  ];
  scene.container.given = {
    ...scene.container.given,
    members: [
      ...scene.container.given.members,
      { subject: 'noah', display_name: 'Noah', without_course: true },
    ],
    assignments: [{ ...given('Brief'), progress }],
  };
  await open();
  expect(entry('Brief').textContent).toContain('1 von 1 fertig');
  const details = entry('Brief').querySelector('details')!;
  details.open = true;
  details.dispatchEvent(new Event('toggle'));
  expect(details.textContent).toContain('Noahohne diesen Kurs');
  const without = document.querySelector<HTMLElement>('.class-without')!;
  expect(without.hidden).toBe(false);
  expect(without.textContent).toMatch(/^1 Person in dieser Klasse .*Noah.*Gutschein/);
});

describe('a form', () => {
  it('is gone with its page, unless something was entered', async () => {
    await open();
    press('Ändern', entry('Brief'));
    await open();
    expect(form()).toBeNull();
    press('Ändern', entry('Brief'));
    type('Neuer Titel');
    await open();
    expect(titleField().value).toBe('Neuer Titel');
  });

  it('stays with its page while it is being saved', async () => {
    await open('bach-1');
    const saving = holdSave();
    send();
    await open();
    saving.fail();
    await vi.waitFor(() => expect(form()!.textContent).toContain('Das hat nicht geklappt'));
  });

  it('leaves one way to change its assignment', async () => {
    await open();
    press('Ändern', entry('Brief'));
    expect(entry('Brief').querySelectorAll('button')).toHaveLength(0);
    expect(button('Ändern', entry('Tiere'))).toBeDefined();
    press('Abbrechen', form()!);
    expect(button('Lösungen öffnen', entry('Brief'))).toBeDefined();
  });

  it('is followed by another one only once it is empty again, sent or given up', async () => {
    await open();
    press('Neuer Auftrag');
    type('Noch einer');
    expect((await drafts()).isUnsaved).toBe(true);
    press('Ändern', entry('Brief'));
    expect(failure()).toMatch(/^Ein Auftrag ist noch offen\./);
    expect(titleField().value).toBe('Noch einer');
    expect(document.activeElement?.textContent).toBe('Neuer Auftrag');
    type('');
    expect((await drafts()).isUnsaved).toBe(false);
    press('Ändern', entry('Brief'));
    expect(formTitle()).toBe('Auftrag ändern');
    press('Abbrechen', form()!);
    expect(form()).toBeNull();
    expect(document.activeElement).toBe(button('Ändern', entry('Brief')));
  });

  it('cannot be given up while it is being saved', async () => {
    await open('bach-1');
    const saving = holdSave();
    send();
    press('Abbrechen', form()!);
    expect(formTitle()).toBe('Neuer Auftrag');
    saving.succeed();
    await vi.waitFor(() => expect(form()).toBeNull());
    expect(scene.container.saved).toHaveLength(1);
    expect((await drafts()).isUnsaved).toBe(false);
  });

  it('keeps the focus while that of another class is closed', async () => {
    await open('bach-1');
    const saving = holdSave();
    send();
    const choice = document.querySelector('select')!;
    choice.value = '6a';
    choice.dispatchEvent(new Event('change'));
    press('Neuer Auftrag');
    titleField().focus();
    saving.succeed();
    await vi.waitFor(() => expect(scene.container.saved).toHaveLength(1));
    await vi.waitFor(async () => expect((await assignments()).formOf('5b')).toBeUndefined());
    expect(document.activeElement).toBe(titleField());
  });

  it('goes along to the class that is chosen, while nothing is entered but its page', async () => {
    const choose = async (groupId: string) => {
      const choice = document.querySelector('select')!;
      choice.focus();
      choice.value = groupId;
      choice.dispatchEvent(new Event('change'));
      await vi.waitFor(async () => expect((await assignments()).formOf(groupId)).toBeDefined());
      // Keys go through the classes.
      expect(document.activeElement).toBe(choice);
    };
    await open('bach-1');
    await choose('6a');
    expect(ticked()).toEqual(['bach-1']);
    expect((await assignments()).formOf('5b')).toBeUndefined();
    type('Zum Bach');
    const choice = document.querySelector('select')!;
    choice.value = '5b';
    choice.dispatchEvent(new Event('change'));
    expect(form()).toBeNull();
    await choose('6a');
    expect(titleField().value).toBe('Zum Bach');
  });

  it('is dropped with its class, and the page says what to do', async () => {
    await open('bach-1');
    type('Zwei Seiten');
    const saving = holdSave();
    send();
    vi.spyOn(scene.container, 'getClasses').mockResolvedValue([]);
    scene.container.emit('classes-changed', {});
    const message = document.querySelector('.notes-message')!;
    await vi.waitFor(() => expect(message.textContent).toMatch(/^Keine Ihrer Klassen/));
    expect((await assignments()).formOf('5b')).toBeUndefined();
    expect((await drafts()).isUnsaved).toBe(false);
    expect(document.activeElement?.localName).toBe('h1');
    saving.succeed();
    await vi.waitFor(() => expect(scene.container.saved).toHaveLength(1));
    (await assignments()).dispatchEvent(new Event('form'));
    expect(message.textContent).toMatch(/^Keine Ihrer Klassen/);
  });

  it('is dropped with its class, and the page says so while it shows another one', async () => {
    const getClasses = vi.spyOn(scene.container, 'getClasses');
    const [own, other] = ['5b', '6a'].map((id) => ({ group_id: id, name: `Klasse ${id}` }));
    getClasses.mockResolvedValue([own!, other!]);
    await open();
    press('Neuer Auftrag');
    type('Zwei Seiten');
    expect(failure()).toBe('');
    getClasses.mockResolvedValue([other!]);
    scene.container.emit('classes-changed', {});
    await vi.waitFor(() => expect(form()).toBeNull());
    expect(failure()).toBe('Die Klasse «Klasse 5b» gibt es hier nicht mehr.');
    press('Neuer Auftrag');
    expect(failure()).toBe('');
  });

  it('is dropped once its class, of whose end nothing was told, cannot be read', async () => {
    await open();
    press('Neuer Auftrag');
    type('Zwei Seiten');
    vi.spyOn(scene.container, 'getClasses').mockResolvedValue([]);
    vi.spyOn(scene.container, 'getClassAssignments').mockRejectedValueOnce(new Error('refused'));
    await (await assignments()).ofClass('5b').load();
    const message = document.querySelector('.notes-message')!;
    await vi.waitFor(() => expect(message.textContent).toMatch(/^Keine Ihrer Klassen/));
    expect((await assignments()).formOf('5b')).toBeUndefined();
  });

  it('names who has come to the class since', async () => {
    await open();
    press('Neuer Auftrag');
    const { given: before } = scene.container;
    const members = [...before.members, { subject: 'ben', display_name: 'Ben' }];
    scene.container.given = { ...before, members };
    await (await assignments()).ofClass('5b').load();
    expect(form()!.textContent).toContain('Ben');
  });

  it('is not closed by one that was there before it', async () => {
    const kept = await assignments();
    const [early, late] = [document.createElement('form'), document.createElement('form')];
    kept.keepForm('5b', early);
    kept.keepForm('5b', late);
    kept.closeForm('5b', early);
    expect(kept.formOf('5b')?.element).toBe(late);
    kept.closeForm('5b', late);
    expect(kept.formOf('5b')).toBeUndefined();
  });
});

describe('who has done an assignment', () => {
  it('is there once it is opened, and stays so: with sixty pupils in each it would be most of the page', async () => {
    const progress = [{ subject: 'mia', assignment_state: 'BEGUN' as const, done_targets: [] }];
    const mine = [{ ...given('Brief'), progress }, given('Tiere')];
    scene.container.given = { ...scene.container.given, assignments: mine };
    await open();
    const names = () => entry('Brief').querySelector('.who')?.textContent;
    expect(names()).toBeUndefined();
    const details = entry('Brief').querySelector('details')!;
    details.open = true;
    await vi.waitFor(() => expect(names()).toBe('Miaangefangen'));
    press('Zurücknehmen', entry('Tiere'));
    expect(names()).toBe('Miaangefangen');
  });
});

import type { AssignmentContent, ClassAssignment, Pupil } from '@lectern/sdk';
import {
  namedMembers,
  stateWords,
  withoutHint,
  withoutWords,
  type NamedMember,
} from '../classes/shared-answers.ts';
import { exercisesOf, type Course } from '../course/model.ts';
import { el, personName } from '../dom.ts';
import { placesOf, topicIdOf } from '../navigation.ts';
import { pageTitle } from './words.ts';

/** Longest title, in UTF-16 code units. */
const titleMaximumLength = 255;

/** Most pages and exercises of an assignment. */
const targetsMaximum = 100;

export interface FormOf {
  readonly course: Course;
  readonly members: readonly Pupil[];
  /** The assignment that is changed; absent: a new one. */
  readonly changed?: ClassAssignment | undefined;
  /** A page that is chosen from the beginning. */
  readonly topicId?: string | undefined;
  /** By the clock of the service, in milliseconds. */
  readonly now: number;
}

/** A form that follows the class, which may be on its way yet. */
type AssignmentForm = HTMLFormElement & Pick<ReturnType<typeof createMembers>, 'showMembers'>;

interface FormActions {
  /** @throws where nothing was kept */
  save(content: AssignmentContent): Promise<void>;
  close(): void;
}

/** The form for one assignment: what, for whom, from and until, and when solutions open. */
export function createAssignmentForm(
  { course, members, changed, topicId, now }: FormOf,
  { save, close }: FormActions,
): AssignmentForm {
  const title = el('input', {
    type: 'text',
    maxlength: String(titleMaximumLength),
    value: changed?.title ?? '',
  });
  const targets = createTargets(
    course,
    changed?.targets ?? (topicId ? [{ topic_id: topicId }] : []),
  );
  const begins = momentField(changed?.begins_at ?? new Date(now).toISOString());
  const due = momentField(changed ? changed.due_at : inAWeek(now).toISOString());
  const solutionsAt = momentField(changed?.solutions_at);
  const moments = () => ({
    begins_at: momentOf(begins, changed?.begins_at),
    due_at: momentOf(due, changed?.due_at),
    solutions_at: momentOf(solutionsAt, changed?.solutions_at),
  });
  const solutionsOpen = el('input', { type: 'checkbox', checked: changed?.solutions_open });
  const whom = createMembers(members, changed?.member_subjects);
  const problem = el('p', {
    id: 'assignment-form-problem',
    class: 'class-refused',
    role: 'alert',
  });
  const send = el('button', { type: 'submit', class: 'primary' }, changed ? 'Speichern' : 'Geben');
  const cancel = el('button', { type: 'button', class: 'quiet' }, 'Abbrechen');
  const buttons = [send, cancel];
  const isWaiting = () => send.hasAttribute('aria-disabled');
  const form = el(
    'form',
    { class: 'assignment-form', novalidate: true, 'aria-labelledby': 'assignment-form-title' },
    el(
      'h2',
      { id: 'assignment-form-title', tabindex: '-1' },
      changed ? 'Auftrag ändern' : 'Neuer Auftrag',
    ),
    field('Titel (freiwillig)', title),
    targets.element,
    whom.element,
    el('div.moments', field('Von', begins), field('Bis', due)),
    el(
      'fieldset',
      el('legend', 'Lösungen'),
      el('div.moments', field('Öffnen sich am', solutionsAt)),
      el('label.check', solutionsOpen, ' Sofort offen'),
      el('p.class-hint', 'Ohne Zeit öffnen Sie die Lösungen selbst.'),
    ),
    problem,
    el('div.class-ways', send, cancel),
  );

  function faultIn(): { readonly text: string; readonly at: HTMLElement } | undefined {
    const { length } = targets.chosen();
    if (length === 0)
      return { text: 'Wählen Sie mindestens eine Seite oder Aufgabe.', at: targets.first };
    if (length > targetsMaximum)
      return {
        text: `Ein Auftrag hat höchstens ${targetsMaximum} Seiten und Aufgaben.`,
        at: targets.first,
      };
    if (whom.isNobody()) return { text: 'Wählen Sie, für wen der Auftrag ist.', at: whom.first };
    // The browser gives no value for half a date.
    const half = [begins, due, solutionsAt].find(({ validity }) => validity.badInput);
    if (half) return { text: 'Bitte geben Sie Tag und Uhrzeit ganz an.', at: half };
    const fault = faultOfMoments(moments());
    return fault && { text: fault.text, at: { begins, due, solutionsAt }[fault.at] };
  }

  async function submit(): Promise<void> {
    const fault = faultIn();
    problem.textContent = fault?.text ?? '';
    for (const input of form.querySelectorAll('[aria-invalid]')) {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    }
    if (fault) {
      fault.at.setAttribute('aria-invalid', 'true');
      fault.at.setAttribute('aria-describedby', problem.id);
      return fault.at.focus();
    }
    const member_subjects = whom.chosen();
    const { begins_at, due_at, solutions_at } = moments();
    // A disabled button would lose the focus.
    for (const button of buttons) button.setAttribute('aria-disabled', 'true');
    try {
      await save({
        ...(title.value.trim() && { title: title.value.trim() }),
        targets: targets.chosen(),
        begins_at: begins_at!,
        ...(due_at && { due_at }),
        ...(solutions_at && { solutions_at }),
        solutions_open: solutionsOpen.checked,
        ...(member_subjects && { member_subjects }),
      });
    } catch {
      problem.textContent =
        'Das hat nicht geklappt, es ist nichts gespeichert. Bitte versuchen Sie es noch einmal.';
      for (const button of buttons) button.removeAttribute('aria-disabled');
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isWaiting()) void submit();
  });
  cancel.addEventListener('click', () => isWaiting() || close());
  return Object.assign(form, { showMembers: whom.showMembers });
}

/** The value of a target's box. */
export function keyOfTarget(target: AssignmentContent['targets'][number]): string {
  return JSON.stringify(target);
}

/** Pages with their exercises. What was chosen keeps its order; what this edition does not have stays chosen, unseen. */
function createTargets(course: Course, before: AssignmentContent['targets']) {
  const keysBefore = new Set(before.map(keyOfTarget));
  const boxes: {
    readonly input: HTMLInputElement;
    readonly target: AssignmentContent['targets'][number];
  }[] = [];
  const box = (label: string, target: (typeof boxes)[number]['target']) => {
    const input = el('input', {
      type: 'checkbox',
      value: keyOfTarget(target),
      checked: keysBefore.has(keyOfTarget(target)),
    });
    boxes.push({ input, target });
    return { input, label: el('label.check', input, ` ${label}`) };
  };
  const pages = placesOf(course).map((place) => {
    const topic_id = topicIdOf(place);
    const whole = box(`${place.thema.title}: ${pageTitle(place)}`, { topic_id });
    const single = exercisesOf(place.page).map(({ id, title }) => box(title, { exercise_id: id }));
    // The page has all its exercises.
    const follow = () => {
      for (const { input } of single) {
        input.disabled = whole.input.checked;
        if (whole.input.checked) input.checked = false;
      }
    };
    whole.input.addEventListener('change', follow);
    follow();
    return el(
      'div.target-page',
      whole.label,
      el('div.target-exercises', ...single.map(({ label }) => label)),
    );
  });
  const shown = new Set(boxes.map(({ target }) => keyOfTarget(target)));
  return {
    element: el('fieldset', el('legend', 'Seiten und Aufgaben'), ...pages),
    first: boxes[0]!.input,
    chosen: () => {
      const checked = boxes.flatMap(({ input, target }) => (input.checked ? [target] : []));
      const keys = new Set(checked.map(keyOfTarget));
      return [
        ...before.filter(
          (target) => keys.has(keyOfTarget(target)) || !shown.has(keyOfTarget(target)),
        ),
        ...checked.filter((target) => !keysBefore.has(keyOfTarget(target))),
      ];
    },
  };
}

/**
 * The whole class, or some of it. Those who have left stay chosen, unseen: they may come back. Pupils without the course
 * cannot be chosen; a choice made before can be taken back.
 */
function createMembers(members: readonly Pupil[], before: readonly string[] | undefined) {
  const way = (label: string, isChosen: boolean) => {
    const input = el('input', { type: 'radio', name: 'assignment-whom', checked: isChosen });
    return { input, label: el('label.check', input, ` ${label}`) };
  };
  const all = way('Die ganze Klasse, auch wer später dazukommt', !before);
  const some = way('Nur diese', before !== undefined);
  const without = el('p', { id: 'assignment-form-without', class: 'class-hint' });
  const names = el('div', {
    class: 'target-exercises',
    role: 'group',
    'aria-label': 'Schülerinnen und Schüler',
  });
  const picked = new Set(before);
  let here: readonly Pupil[] | undefined;
  function createName({ member: { subject, without_course }, name }: NamedMember<Pupil>) {
    const checked = picked.has(subject);
    const input = el('input', {
      type: 'checkbox',
      value: subject,
      checked,
      disabled: without_course && !checked,
      ...(without_course && { 'aria-describedby': without.id }),
    });
    const note = without_course && ` (${stateWords.without})`;
    return el('label.check', input, ' ', el('span', personName(name), note));
  }
  function showMembers(members: readonly Pupil[]): void {
    if (JSON.stringify(members) === JSON.stringify(here)) return;
    here = members;
    const reason = withoutWords(members);
    without.hidden = reason === '';
    without.textContent = `${reason} ${withoutHint}`;
    const focused = names.contains(document.activeElement) && document.activeElement;
    names.replaceChildren(...namedMembers(members).map(createName));
    const inputs = [...names.querySelectorAll('input')];
    inputs
      .find(({ value }) => focused instanceof HTMLInputElement && value === focused.value)
      ?.focus();
  }
  showMembers(members);
  names.addEventListener('change', ({ target }) => {
    const { value, checked } = target as HTMLInputElement;
    picked[checked ? 'add' : 'delete'](value);
  });
  const isHere = (subject: string) => here?.some((member) => member.subject === subject) ?? false;
  const show = () => void (names.hidden = !some.input.checked);
  all.input.addEventListener('change', show);
  some.input.addEventListener('change', show);
  show();
  return {
    element: el('fieldset', el('legend', 'Für wen'), all.label, some.label, names, without),
    first: some.input,
    isNobody: () => some.input.checked && ![...picked].some(isHere),
    chosen: () => (some.input.checked ? [...picked] : undefined),
    showMembers,
  };
}

/** A week later in the morning, before school; after a weekend on Monday. */
export function inAWeek(now: number): Date {
  const day = new Date(now);
  day.setDate(day.getDate() + 7);
  const daysToMonday = { 0: 1, 6: 2 }[day.getDay()] ?? 0;
  day.setDate(day.getDate() + daysToMonday);
  day.setHours(8, 0, 0, 0);
  return day;
}

/** Times of an assignment, in RFC 3339 as far as they are times. */
interface Moments {
  readonly begins_at: string | undefined;
  readonly due_at: string | undefined;
  readonly solutions_at: string | undefined;
}

/** The fault in the times of an assignment, and its field. */
export function faultOfMoments({
  begins_at,
  due_at,
  solutions_at,
}: Moments): { readonly text: string; readonly at: 'begins' | 'due' | 'solutionsAt' } | undefined {
  const fields = { begins: begins_at, due: due_at, solutionsAt: solutions_at } as const;
  for (const at of ['begins', 'due', 'solutionsAt'] as const) {
    // Browsers let people type 26 and 202612 as well.
    if (fields[at] && !/^20\d\d-/.test(fields[at])) return { text: 'Stimmt das Jahr?', at };
  }
  if (!begins_at) return { text: 'Wann beginnt der Auftrag?', at: 'begins' };
  const begin = Date.parse(begins_at);
  if (due_at && Date.parse(due_at) < begin) return { text: '«Bis» liegt vor «Von».', at: 'due' };
  if (solutions_at && Date.parse(solutions_at) < begin)
    return { text: 'Die Lösungen öffnen sich vor «Von».', at: 'solutionsAt' };
  return undefined;
}

function field(label: string, input: HTMLElement): HTMLElement {
  return el('label.field', el('span', label), input);
}

function momentField(time: string | undefined): HTMLInputElement {
  const field = el('input', {
    type: 'datetime-local',
    max: '2099-12-31T23:59',
    value: time && localTime(new Date(time)),
  });
  // An empty one of Safari reads as if now were chosen.
  const show = () => field.toggleAttribute('data-empty', !field.value && !field.validity.badInput);
  field.addEventListener('input', show);
  field.addEventListener('blur', show);
  show();
  return field;
}

/** As the field has it: in the time of this place, without a zone. */
export function localTime(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/**
 * The moment in a field, as RFC 3339; nothing where that is empty. One that nobody has changed stays as it is: the field has
 * no seconds, one hour where clocks are put back has two, and a device may have gone to another time zone.
 */
export function momentOf(
  { value, defaultValue }: Pick<HTMLInputElement, 'value' | 'defaultValue'>,
  before?: string,
): string | undefined {
  if (before && value === defaultValue) return before;
  const date = new Date(value);
  // Of a year that is none, the text says what is wrong.
  return Number.isNaN(date.getTime()) ? value || undefined : date.toISOString();
}

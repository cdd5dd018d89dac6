import type { ClassAssignment, Container, Pupil } from '@lectern/sdk';
import type { OpenClassAssignments } from '@lectern/sdk/assignments';
import { announce } from '../announce.ts';
import { classOptions, classReadingFor, noClassWords } from '../classes/class-reading.ts';
import type { ClassContext } from '../classes/class-work.ts';
import { namedMembers, stateWords, type NamedMember } from '../classes/shared-answers.ts';
import { createWithoutCourse } from '../classes/without-course.ts';
import type { Course } from '../course/model.ts';
import { button, el, personName, showIfNew } from '../dom.ts';
import { inOrder } from '../in-order.ts';
import { createAssignmentForm, keyOfTarget } from './assignment-form.ts';
import { courseAssignmentsFor } from './course-assignments.ts';
import {
  createAbout,
  doneCount,
  hasOpenSolutions,
  moment,
  shownTarget,
  withSolutions,
} from './words.ts';

type Progress = ClassAssignment['progress'][number];
/** The pupils of the class, by their subjects. */
type Pupils = ReadonlyMap<string, NamedMember<Pupil>>;

interface Who {
  readonly own: Progress;
  readonly name: string;
  readonly isWithout: true | undefined;
}

/** «Aufträge», for teachers: those of a class with who has done them, and the form for a new one. */
export function createAssignmentsPage(context: ClassContext, signal: AbortSignal): HTMLElement {
  const message = el('p', { class: 'notes-message', role: 'status' }, 'Wird geladen …');
  const body = el('div.class-body');
  const list = el('ul.assignments');
  void (async () => {
    const found = await context.container;
    if (signal.aborted) return;
    if (!found) message.textContent = 'Ohne Lernplattform gibt es hier keine Klassen.';
    else await new AssignmentsPage(context.course, found, { message, body, list }, signal).start();
  })();
  return el(
    'div.notes-page.assignments-page',
    el('h1', { tabindex: '-1' }, 'Aufträge'),
    body,
    // Below what may be pressed meanwhile: once it goes, nothing moves under a finger.
    message,
    list,
  );
}

class AssignmentsPage {
  readonly #course: Course;
  readonly #classes;
  readonly #assignments;
  readonly #message: HTMLElement;
  readonly #body: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #choice = el('select');
  readonly #label = el('label.class-choice', 'Klasse ', this.#choice);
  readonly #add = el('button', { type: 'button', class: 'primary' }, 'Neuer Auftrag');
  readonly #failure = el('p', { class: 'class-refused', role: 'alert' });
  readonly #form = el('div');
  readonly #without = createWithoutCourse();
  readonly #list: HTMLElement;
  #opened: OpenClassAssignments | undefined;
  /** Once the class that is shown was read for the first time. */
  #loaded: Promise<unknown> | undefined;
  /** The class that is shown, and its name. */
  #groupId: string | undefined;
  #className: string | undefined;
  /** The page that is to be given, until a form has it. */
  #topicId: string | undefined;
  /** The assignment that the form which is shown changes. */
  #changed: string | undefined;
  /** The assignment that is taken back once the teacher says so again. */
  #asked: string | undefined;
  #stop = () => {};

  constructor(
    course: Course,
    container: Container,
    { message, body, list }: Record<'message' | 'body' | 'list', HTMLElement>,
    signal: AbortSignal,
  ) {
    this.#course = course;
    this.#classes = classReadingFor(course, container);
    this.#assignments = courseAssignmentsFor(course, container);
    this.#message = message;
    this.#body = body;
    this.#list = list;
    this.#signal = signal;
  }

  async start(): Promise<void> {
    await this.#classes.meetClasses();
    if (this.#signal.aborted) return;
    this.#body.append(this.#label, this.#add, this.#form, this.#failure, this.#without.element);
    this.#choice.addEventListener('change', () => void this.#choose(this.#choice.value));
    this.#classes.addEventListener('change', () => void this.#follow(), { signal: this.#signal });
    this.#assignments.addEventListener('form', () => this.#showForm(), { signal: this.#signal });
    this.#add.addEventListener('click', () => this.#openForm());
    this.#signal.addEventListener('abort', () => {
      this.#stop();
      this.#assignments.dropUnedited();
    });
    const load = () => void this.#opened?.load();
    this.#classes.addEventListener('return', load, { signal: this.#signal });
    await this.#follow();
    // Else another page takes it.
    if (this.#signal.aborted) return;
    this.#topicId = this.#assignments.takeWanted();
    if (this.#topicId === undefined) return;
    const page = this.#give(this.#topicId);
    if (page) page.focus();
    else this.#openForm(undefined, this.#topicId);
  }

  /** Gives a page in the form of a new assignment, if that is open. @returns its box there */
  #give(topicId: string): HTMLElement | undefined {
    if (this.#kept?.assignmentId) return undefined;
    const inputs = [...this.#form.querySelectorAll('input')];
    const page = inputs.find(({ value }) => value === keyOfTarget({ topic_id: topicId }));
    if (!page) return undefined;
    if (!page.checked) page.click();
    this.#topicId = undefined;
    return page;
  }

  /** The form that is open for the chosen class. */
  get #kept() {
    const { groupId } = this.#classes;
    return groupId === undefined ? undefined : this.#assignments.formOf(groupId);
  }

  /** Shows the chosen class; classes come and go while the page is open. */
  async #follow(): Promise<void> {
    const { classes, groupId } = this.#classes;
    const groupIds = classes?.map(({ group_id }) => group_id);
    if (groupIds) this.#assignments.keepFormsOf(groupIds);
    const isGone = this.#groupId !== undefined && !groupIds?.includes(this.#groupId);
    const hadFocus = [this.#body, this.#list].some((part) => part.contains(document.activeElement));
    showIfNew(this.#choice, classOptions(classes, groupId));
    this.#body.hidden = this.#list.hidden = groupId === undefined;
    if (groupId === undefined) {
      this.#message.hidden = false;
      this.#message.textContent = classes
        ? noClassWords
        : 'Ihre Klassen lassen sich gerade nicht laden. Bitte öffnen Sie diese Seite später noch einmal.';
    }
    const nameBefore = this.#className;
    this.#className = classes?.find(({ group_id }) => group_id === groupId)?.name;
    if (groupId === this.#groupId) return;
    this.#groupId = groupId;
    this.#stop();
    this.#opened = groupId === undefined ? undefined : this.#assignments.ofClass(groupId);
    const opened = this.#opened;
    const show = () => {
      this.#show();
      // The class may be gone. Where something was refused, its teacher reads that first.
      if (opened?.status === 'failed' && opened.refused.size === 0) this.#classes.meetAgain();
    };
    this.#stop = opened?.subscribe(show) ?? (() => {});
    this.#showForm();
    if (isGone) this.#failure.textContent = `Die Klasse «${nameBefore}» gibt es hier nicht mehr.`;
    if (isGone && hadFocus) this.#body.closest('.assignments-page')?.querySelector('h1')?.focus();
    await (this.#loaded = this.#opened?.load());
  }

  #show(): void {
    const opened = this.#opened;
    if (!opened) return;
    const { assignments, members, status } = opened;
    this.#message.textContent =
      status === 'failed'
        ? 'Die Aufträge lassen sich gerade nicht laden. Bitte öffnen Sie diese Seite später noch einmal.'
        : status === 'loading'
          ? 'Wird geladen …'
          : assignments.length === 0
            ? 'Diese Klasse hat in diesem Kurs noch keinen Auftrag.'
            : '';
    this.#message.hidden = this.#message.textContent === '';
    // An opened or focused entry stays so.
    const unfolded = new Set([...this.#list.querySelectorAll('details[open]')].map(({ id }) => id));
    const focused = document.activeElement?.id;
    this.#without.show(members);
    this.#kept?.showMembers?.(members);
    const pupils = new Map(namedMembers(members).map((pupil) => [pupil.member.subject, pupil]));
    this.#list.replaceChildren(
      ...assignments.map((assignment) => this.#createEntry(assignment, pupils, unfolded)),
    );
    if (focused && !this.#form.contains(document.activeElement))
      document.getElementById(focused)?.focus({ preventScroll: true });
  }

  #createEntry(
    assignment: ClassAssignment,
    pupils: Pupils,
    unfolded: ReadonlySet<string>,
  ): HTMLElement {
    const { assignment_id, begins_at, due_at, solutions_at, delivered } = assignment;
    const now = this.#opened!.now();
    const isOpen = hasOpenSolutions(assignment, now);
    const refused = this.#opened!.refused.get(assignment_id);
    const action = (label: string, key: string, act: () => void) =>
      button('quiet', label, act, { id: `${key}-${assignment_id}` });
    const solutions = isOpen
      ? 'Lösungen offen'
      : solutions_at
        ? `Lösungen ab ${moment(solutions_at)}`
        : 'Lösungen geschlossen';
    return el(
      'li',
      { 'data-assignment': assignment_id },
      ...createAbout(
        'h2',
        assignment.title,
        assignment.targets.map((target) => shownTarget(this.#course, target)),
      ),
      el(
        'p.class-when',
        [
          `Von ${moment(begins_at)}`,
          ...(due_at ? [`bis ${moment(due_at)}`] : []),
          solutions,
          ...(delivered || refused ? [] : ['wird übertragen, sobald eine Verbindung da ist']),
        ].join(' · '),
      ),
      refused && el('p.class-refused', refusedText(refused)),
      this.#createProgress(assignment, pupils, unfolded),
      this.#kept?.assignmentId === assignment_id
        ? undefined
        : el(
            'div.class-ways',
            ...(this.#asked === assignment_id
              ? [
                  el('p', 'Wirklich zurücknehmen? Der Auftrag verschwindet bei allen.'),
                  action('Ja, zurücknehmen', 'remove', () => void this.#remove(assignment)),
                  action('Nein', 'keep', () => this.#ask(undefined, `ask-${assignment_id}`)),
                ]
              : [
                  action(isOpen ? 'Lösungen schliessen' : 'Lösungen öffnen', 'open', () => {
                    const content = withSolutions(assignment, !isOpen, now);
                    void this.#tell(() => this.#opened!.save(content, assignment));
                  }),
                  action('Ändern', 'change', () => this.#openForm(assignment)),
                  action('Zurücknehmen', 'ask', () =>
                    this.#ask(assignment_id, `keep-${assignment_id}`),
                  ),
                ]),
          ),
    );
  }

  #createProgress(
    { assignment_id, progress, delivered }: ClassAssignment,
    pupils: Pupils,
    unfolded: ReadonlySet<string>,
  ): HTMLElement | undefined {
    if (progress.length === 0)
      return delivered ? el('p', 'Niemand in der Klasse hat diesen Auftrag.') : undefined;
    const id = `who-${assignment_id}`;
    const details = el(
      'details',
      { id, open: unfolded.has(id) },
      el('summary', { id: `summary-${assignment_id}` }, doneCount(progress)),
    );
    // Sixty pupils in each of two hundred assignments would keep the page from answering.
    const unfold = () => {
      if (!details.open || details.querySelector('.who')) return;
      const named = progress.map((own) => {
        const { name = 'Ohne Namen', member } = pupils.get(own.subject) ?? {};
        return { own, name, isWithout: member?.without_course };
      });
      details.append(el('ul.who', ...inOrder(named).map(createWho)));
    };
    details.addEventListener('toggle', unfold);
    unfold();
    return details;
  }

  /** Turns to a class. A page that was to be given, and no more was entered, is given there. */
  async #choose(chosen: string): Promise<void> {
    const { groupId } = this.#classes;
    const isMoved = groupId !== undefined && !this.#assignments.isEdited(groupId);
    const { element, topicId } = (isMoved && this.#kept) || {};
    if (isMoved && element && topicId !== undefined) {
      this.#assignments.closeForm(groupId, element);
      this.#topicId = topicId;
    }
    this.#classes.chooseClass(chosen);
    if (this.#topicId === undefined) return;
    await this.#loaded;
    if (this.#groupId !== chosen || this.#topicId === undefined || this.#signal.aborted) return;
    if (!this.#kept) this.#createForm(undefined, this.#topicId);
    else if (!this.#assignments.isEdited(chosen)) this.#give(this.#topicId);
  }

  #openForm(changed?: ClassAssignment, topicId?: string): void {
    const { groupId } = this.#classes;
    if (groupId === undefined) return;
    this.#topicId = undefined;
    if (this.#assignments.isEdited(groupId))
      this.#failure.textContent =
        'Ein Auftrag ist noch offen. Speichern Sie ihn zuerst, oder brechen Sie ab.';
    else this.#createForm(changed, topicId);
    this.#focusForm();
  }

  /** Opens a form for the class that is shown. */
  #createForm(changed?: ClassAssignment, topicId?: string): void {
    const groupId = this.#groupId;
    const opened = this.#opened;
    if (groupId === undefined || !opened) return;
    this.#topicId = undefined;
    const form = createAssignmentForm(
      { course: this.#course, members: opened.members, changed, topicId, now: opened.now() },
      {
        save: async (content) => {
          this.#assignments.noteEdited(groupId, true);
          await opened.save(content, changed);
          this.#assignments.closeForm(groupId, form);
          announce('Der Auftrag ist gespeichert.');
        },
        close: () => this.#assignments.closeForm(groupId, form),
      },
    );
    const { showMembers } = form;
    this.#assignments.keepForm(groupId, form, {
      assignmentId: changed?.assignment_id,
      topicId,
      showMembers,
    });
    this.#showForm();
  }

  #focusForm(): void {
    this.#form.querySelector('h2')?.focus();
  }

  /** Shows the form that is open for the class, or the way to one; its assignment has no other way to change. */
  #showForm(): void {
    const form = this.#kept?.element;
    const hadFocus = this.#form.contains(document.activeElement);
    // The focused element there keeps the focus.
    if (form !== this.#form.firstElementChild) this.#form.replaceChildren(...(form ? [form] : []));
    this.#add.hidden = form !== undefined;
    this.#failure.textContent = '';
    this.#show();
    const way = this.#changed && document.getElementById(`change-${this.#changed}`);
    if (hadFocus && !form) (way || this.#add).focus();
    this.#changed = this.#kept?.assignmentId;
  }

  /** Asks whether an assignment is really taken back, or no longer. */
  #ask(assignmentId: string | undefined, focusId: string): void {
    this.#asked = assignmentId;
    this.#show();
    document.getElementById(focusId)?.focus();
  }

  async #remove(assignment: ClassAssignment): Promise<void> {
    if (!(await this.#tell(() => this.#opened!.remove(assignment)))) return;
    announce('Der Auftrag ist zurückgenommen.');
    this.#add.focus();
  }

  async #tell(work: () => Promise<void>): Promise<boolean> {
    this.#failure.textContent = '';
    try {
      await work();
      return true;
    } catch {
      this.#failure.textContent =
        'Das hat nicht geklappt, es ist nichts gespeichert. Bitte versuchen Sie es noch einmal.';
      return false;
    }
  }
}

function createWho({ own, name, isWithout }: Who): HTMLElement {
  return el(
    'li',
    { 'data-state': own.assignment_state },
    el('b', personName(name)),
    el('span', isWithout ? stateWords.without : progressWords(own)),
  );
}

/** How far a pupil is. */
function progressWords({ assignment_state, done_at, again_targets }: Progress): string {
  if (again_targets) return 'noch einmal';
  if (assignment_state === 'FINISHED') return `✓ fertig, ${moment(done_at!)}`;
  if (assignment_state === 'BEGUN') return 'angefangen';
  return assignment_state ? 'noch nichts' : 'nicht zu sehen';
}

function refusedText(code: 'CONFLICT' | 'REFUSED'): string {
  return code === 'CONFLICT'
    ? 'Ihre Änderung wurde nicht übernommen: Dieser Auftrag wurde auf einem anderen Gerät geändert.'
    : 'Ihre Änderung wurde nicht übernommen. Bitte ändern Sie den Auftrag, oder nehmen Sie ihn zurück.';
}

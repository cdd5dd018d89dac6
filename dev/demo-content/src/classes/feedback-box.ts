import type { ClassMember, Feedback, SharedAnswer } from '@lectern/sdk';
import type { OpenClass } from '@lectern/sdk/class';
import type { Exercise } from '../course/model.ts';
import { el } from '../dom.ts';
import type { ClassReading } from './class-reading.ts';
import { draftName, drafts } from './drafts.ts';
import { createEntries } from './entries.ts';
import { createFeedbackEntry, type EntryActions, type ShownFeedback } from './feedback-entry.ts';
import { contentOf, createField, kindWords, textOf, type FeedbackKind } from './feedback-words.ts';
import { dayAndTime, earlierOf, newestFirst, type NamedMember } from './shared-answers.ts';

type Press = readonly [about: string, says: string];

interface BoxActions {
  /** Gives the focus back where what had it is gone. */
  focusPupil(): void;
  /** Something was said about the answer that is shown. */
  given(): void;
}

/** Feedback on the answer of one pupil: the entries, which their teachers change, and a field for more. */
export class FeedbackBox {
  readonly elements: readonly HTMLElement[];
  readonly #exercise: Exercise;
  readonly #reading: ClassReading;
  readonly #box: BoxActions;
  readonly #given = el('ul', { class: 'class-given', 'aria-label': 'Rückmeldungen' });
  readonly #text = createField();
  readonly #textName = el('span');
  readonly #seen = el('button', { type: 'button', class: 'quiet' }, 'Gesehen');
  readonly #ways: HTMLElement;
  readonly #discard = el('button', { type: 'button', class: 'quiet' }, 'Text löschen');
  readonly #form: HTMLFormElement;
  readonly #outcome = el('p', { class: 'class-outcome', role: 'status' });
  /** The feedback that the outcome calls saved or removed. */
  #outcomeId: string | undefined;
  #opened: OpenClass | undefined;
  #subject: string | undefined;
  /** The answer that is shown, which feedback is about. */
  #answer: SharedAnswer | undefined;
  /** The last press about each thing, while it is on its way, and the last of all. */
  readonly #presses = new Map<string, Press>();
  #lastPress: Promise<unknown> = Promise.resolve();
  /** Feedback whose own field is open, by the names of their drafts. */
  readonly #editing = new Set<string>();
  /** Texts that were given on this visit, by the names of their drafts: a refused one is edited again. */
  readonly #texts = new Map<string, string>();
  /** Answers that were commented on this visit, by feedback: the service has them once it has that. */
  readonly #commented = new Map<string, SharedAnswer>();
  readonly #showGiven = createEntries<ShownFeedback>(
    this.#given,
    ({ feedback: { feedback_id, content }, earlier, ...shown }) =>
      JSON.stringify([feedback_id, content, earlier?.version, shown]),
    (shown) => createFeedbackEntry(this.#exercise, shown, this.#actions),
  );
  readonly #actions: EntryActions = {
    edit: (feedback) => {
      this.#editing.add(this.#draftOf(feedback));
      this.#showEntries();
      // The focus has followed to «Sichern».
      document.activeElement?.closest('form')?.querySelector('textarea')?.focus();
    },
    remove: (feedback) => {
      const draft = this.#draft;
      void this.#tell(
        [`remove ${feedback.feedback_id}`, ''],
        async (subject, opened) => {
          await opened.remove(subject, this.#current(feedback));
          this.#putBack(draft, textOf(feedback.content));
          if (draft === this.#draft) this.#box.focusPupil();
          return feedback.feedback_id;
        },
        'Die Rückmeldung ist zurückgenommen.',
      );
    },
    textFor: (feedback) => drafts.get(this.#draftOf(feedback)) || textOf(feedback.content),
    typed: (feedback, text) => drafts.set(this.#draftOf(feedback), text),
    save: (feedback, field) => this.#change(feedback, field),
    cancel: (feedback) => this.#close(this.#draftOf(feedback)),
  };

  constructor(exercise: Exercise, reading: ClassReading, box: BoxActions) {
    this.#exercise = exercise;
    this.#reading = reading;
    this.#box = box;
    const again = el('button', { type: 'button', class: 'quiet' }, 'Noch einmal');
    const comment = el('button', { type: 'submit', class: 'primary' }, 'Kommentar geben');
    this.#ways = el('div.class-ways', comment, again, this.#seen);
    this.#form = el(
      'form.class-give',
      el('label', this.#textName, this.#text),
      this.#ways,
      el('div.class-ways', this.#discard),
    );
    this.elements = [this.#given, this.#form, this.#outcome];
    this.#text.addEventListener('input', () => drafts.set(this.#draft, this.#text.value));
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#give('comment');
    });
    this.#seen.addEventListener('click', () => void this.#give('seen'));
    again.addEventListener('click', () => void this.#give('again'));
    this.#discard.addEventListener('click', () => {
      drafts.set(this.#draft, '');
      this.#form.hidden = true;
      this.#box.focusPupil();
    });
  }

  /** Turns to a pupil. */
  choose(subject: string | undefined): void {
    this.#subject = subject;
    this.#say('');
    this.showDraft();
  }

  /** Shows what was typed for the pupil and not given. */
  showDraft(): void {
    this.#text.value = drafts.get(this.#draft);
  }

  /** True while a comment is half typed. */
  get isTyping(): boolean {
    return drafts.get(this.#draft) !== '';
  }

  /** Shows what is given to the chosen pupil now. */
  show(
    opened: OpenClass | undefined,
    { member, name }: NamedMember,
    answer: SharedAnswer | undefined,
  ): void {
    this.#opened = opened;
    const isSame =
      answer?.answer_id === this.#answer?.answer_id && answer?.version === this.#answer?.version;
    const isRefused = this.#outcomeId !== undefined && opened?.refused.has(this.#outcomeId);
    // An outcome is about one answer, and holds until the service refuses its feedback.
    if (!isSame || isRefused) this.#say('');
    this.#answer = answer;
    const { isGone } = this.#reading;
    this.#takeBack(isGone ? [] : member.feedback);
    this.#showEntries();
    // Text for a pupil or a class that is gone can be read and copied, and given to nobody else.
    const isClosed = isGone || member.has_left === true;
    this.#form.hidden = isClosed ? !this.isTyping : !answer;
    this.#text.readOnly = isClosed;
    this.#ways.hidden = isClosed;
    this.#discard.hidden = !isClosed;
    this.#textName.textContent = isClosed
      ? `Ihr Text an ${name}, nicht gegeben`
      : `Rückmeldung an ${name}`;
    const isFocused = document.activeElement === this.#seen;
    this.#seen.hidden = member.feedback.some(
      (feedback) =>
        feedback.content.feedback_kind === 'seen' &&
        this.#reading.isOwn(feedback) &&
        feedback.answer_id === answer?.answer_id &&
        feedback.answer_version >= answer.version,
    );
    if (isFocused && this.#seen.hidden) this.#box.focusPupil();
  }

  get #member(): ClassMember | undefined {
    return this.#opened?.members.find(({ subject }) => subject === this.#subject);
  }

  get #place() {
    return [this.#reading.groupId, this.#subject, this.#exercise.id] as const;
  }

  get #draft(): string {
    return draftName(...this.#place);
  }

  #draftOf({ feedback_id }: Pick<Feedback, 'feedback_id'>): string {
    return draftName(...this.#place, feedback_id);
  }

  #showEntries(): void {
    const member = this.#member;
    if (!member) return this.#showGiven([]);
    const given = newestFirst(member.feedback);
    this.#showGiven(
      given.map((feedback) => {
        const isOwn = this.#reading.isOwn(feedback) && !this.#reading.isGone;
        const about = this.#commented.get(feedback.feedback_id);
        const earlier_versions = about ? [about] : member.earlier_versions;
        return {
          feedback,
          earlier: earlierOf({ ...member, earlier_versions }, feedback),
          refused: this.#opened?.refused.get(feedback.feedback_id),
          isOwn,
          isEdited: isOwn && this.#editing.has(this.#draftOf(feedback)),
        };
      }),
    );
    for (const [index, feedback] of given.entries())
      this.#given.children[index]!.querySelector('.class-when')!.textContent =
        this.#whenWords(feedback);
  }

  #whenWords(feedback: Feedback): string {
    const { author, updated_at, delivered, feedback_id } = feedback;
    const isWaiting = !delivered && !this.#opened?.refused.has(feedback_id);
    return [
      this.#reading.isOwn(feedback) ? 'Sie' : (author?.display_name ?? 'eine andere Lehrperson'),
      dayAndTime(updated_at),
      ...(isWaiting ? ['wird übertragen, sobald eine Verbindung da ist'] : []),
    ].join(' · ');
  }

  /** The feedback with its version of now: an entry stays while that moves on. */
  #current(feedback: Feedback): Feedback {
    const { feedback_id } = feedback;
    const all = this.#opened?.members.flatMap((member) => member.feedback) ?? [];
    return all.find((each) => each.feedback_id === feedback_id) ?? feedback;
  }

  #change(feedback: Feedback, field: HTMLTextAreaElement): void {
    const { feedback_kind } = feedback.content;
    const draft = this.#draftOf(feedback);
    const text = field.value.trim();
    const content = contentOf(feedback_kind, text);
    if (!content) return this.#askForText(field);
    void this.#tell(
      [draft, text],
      async (subject, opened) => {
        await opened.change(subject, this.#current(feedback), content);
        this.#texts.set(draft, text);
        // More may be typed by now.
        if (['', text].includes(drafts.get(draft).trim())) this.#close(draft);
        return feedback.feedback_id;
      },
      `${kindWords[feedback_kind]}: gespeichert.`,
    );
  }

  /** Closes the field of feedback, by the name of its draft. */
  #close(draft: string): void {
    drafts.set(draft, '');
    this.#editing.delete(draft);
    this.#showEntries();
  }

  async #give(kind: FeedbackKind): Promise<void> {
    const text = kind === 'seen' ? '' : this.#text.value.trim();
    const content = contentOf(kind, text);
    const answer = this.#answer;
    if (!answer) return;
    if (!content) return this.#askForText(this.#text);
    const place = this.#place;
    const draft = draftName(...place);
    await this.#tell(
      // The same words are given once, as whatever they were given first.
      [JSON.stringify([draft, kind === 'seen', text]), ''],
      async (subject, opened) => {
        const feedback_id = await opened.give(subject, answer, content);
        this.#commented.set(feedback_id, answer);
        if (kind !== 'seen') {
          this.#texts.set(draftName(...place, feedback_id), text);
          // More may be typed by now.
          if (drafts.get(draft).trim() === text) drafts.set(draft, '');
        }
        // The teacher may have gone on to another pupil meanwhile.
        if (draft !== this.#draft) return feedback_id;
        if (kind !== 'seen') this.showDraft();
        this.#box.given();
        return feedback_id;
      },
      `${kindWords[kind]}: gespeichert.`,
    );
    // A new entry above the form moves the outcome down.
    const isSaid = kind !== 'seen' && this.#outcome.textContent !== '';
    if (isSaid) this.#outcome.scrollIntoView({ block: 'nearest' });
  }

  #askForText(field: HTMLTextAreaElement): void {
    this.#say('Schreiben Sie zuerst, was Sie sagen möchten.');
    field.focus();
  }

  #say(outcome: string, feedbackId?: string): void {
    this.#outcome.textContent = outcome;
    this.#outcomeId = feedbackId;
  }

  /**
   * Does something with feedback, and says so; one press after the other. A press that says what the last one about the
   * same thing has said, which is on its way, does nothing: it would give the same twice.
   *
   * @param work Returns the id of the feedback.
   */
  async #tell(
    press: Press,
    work: (subject: string, opened: OpenClass) => Promise<string>,
    done: string,
  ): Promise<void> {
    const subject = this.#subject;
    const opened = this.#opened;
    const [about, says] = press;
    if (this.#presses.get(about)?.[1] === says || subject === undefined || !opened) return;
    this.#presses.set(about, press);
    const draft = this.#draft;
    let outcome = done;
    let feedbackId: string | undefined;
    const telling = this.#lastPress.then(() => work(subject, opened));
    this.#lastPress = telling.catch(() => {});
    try {
      feedbackId = await telling;
    } catch {
      outcome =
        'Das hat nicht geklappt, es ist nichts gespeichert. Bitte versuchen Sie es noch einmal.';
    }
    if (this.#presses.get(about) === press) this.#presses.delete(about);
    if (draft === this.#draft) this.#say(outcome, feedbackId);
  }

  /**
   * Opens feedback for editing where its text was refused, or is unfinished. The text of feedback that is gone goes into
   * the field.
   */
  #takeBack(feedback: readonly Feedback[]): void {
    const draft = this.#draft;
    const names = new Set(feedback.map((each) => this.#draftOf(each)));
    for (const feedback_id of this.#opened?.refused.keys() ?? []) {
      const name = this.#draftOf({ feedback_id });
      const text = this.#texts.get(name);
      this.#texts.delete(name);
      if (text && !drafts.get(name)) drafts.set(name, text);
    }
    for (const name of drafts.namesIn(draft)) {
      if (names.has(name)) {
        this.#editing.add(name);
        continue;
      }
      this.#putBack(draft, drafts.get(name));
      drafts.set(name, '');
    }
  }

  /** Puts a text into the field of a pupil, after what is there. */
  #putBack(draft: string, text: string): void {
    drafts.set(draft, [drafts.get(draft), text].filter(Boolean).join('\n\n'));
    if (draft === this.#draft) this.showDraft();
  }
}

import type { ClassBridge } from '../src/class.ts';
import { BridgeError } from '../src/bridge-error.ts';
import type {
  AcceptedFeedback,
  ClassAnswers,
  ClassAnswersAsked,
  ClassMember,
  Feedback,
  FeedbackAsked,
  FeedbackToSave,
  GivenFeedback,
  LedClass,
  OwnClass,
} from '../src/protocol/class.ts';
import { ContainerDouble } from './container-double.ts';

const updated_at = '2026-03-01T08:00:00Z';
/** Versions of what waits begin above every stored one. */
const greatestVersion = 2_147_483_647;

/** A container with a class, in memory: it accepts feedback at once, and delivers when the test says so. */
export class ClassDouble extends ContainerDouble implements ClassBridge {
  classes: readonly LedClass[] = [{ group_id: '5b', name: 'Klasse 5b' }];
  ownClasses: readonly OwnClass[] = [];
  /** Pages of the class's answers, as they are read. */
  pages: readonly (readonly ClassMember[])[] = [];
  /** Pages of received feedback, as they are read; an empty one follows. */
  received: GivenFeedback[] = [];
  readonly saved: FeedbackToSave[] = [];
  readonly asked: FeedbackAsked[] = [];
  #waiting: { readonly to: FeedbackToSave; readonly version: number }[] = [];
  #made = greatestVersion;

  async getClasses(): Promise<readonly LedClass[]> {
    return this.classes;
  }

  async getOwnClasses(): Promise<readonly OwnClass[]> {
    return this.ownClasses;
  }

  async openSharing(): Promise<null> {
    return null;
  }

  async getClassAnswers({ cursor = '0' }: ClassAnswersAsked): Promise<ClassAnswers> {
    this.#fail('getClassAnswers');
    const next = Number(cursor) + 1;
    return {
      members_count: new Set(this.pages.flat().map(({ subject }) => subject)).size,
      members: this.pages[Number(cursor)] ?? [],
      ...(next < this.pages.length && { next_cursor: String(next) }),
    };
  }

  async saveFeedback(to: FeedbackToSave): Promise<AcceptedFeedback> {
    this.saved.push(to);
    this.#fail('saveFeedback');
    const version = (this.#made += 1);
    this.#waiting.push({ to, version });
    return {
      feedback: to.feedback.map(({ feedback_id }) => ({
        feedback_id,
        version,
        updated_at,
        delivered: false,
      })),
    };
  }

  async getFeedback(asked: FeedbackAsked): Promise<GivenFeedback> {
    this.asked.push(asked);
    this.#fail('getFeedback');
    const cursor = asked.cursor ?? 'c0';
    const nothing = { feedback: [], earlier_versions: [], next_cursor: cursor, has_more: false };
    return this.received.shift() ?? nothing;
  }

  /** Waiting changes reach the service. */
  deliverFeedback(): void {
    for (const { to, version: accepted_version } of this.#taken()) {
      const { feedback, ...place } = to;
      const outcome = 'stored' as const;
      this.emit('delivered', {
        kind: 'feedback',
        ...place,
        feedback: feedback.map(({ feedback_id }) => ({
          feedback_id,
          version: 1,
          updated_at,
          outcome,
          accepted_version,
        })),
      });
    }
  }

  /** Waiting changes reach the service, which has another version. */
  refuseFeedback(): void {
    for (const { to } of this.#taken()) {
      const { feedback, ...place } = to;
      this.emit('not-delivered', {
        kind: 'feedback',
        ...place,
        code: 'CONFLICT',
        message: 'Refused: FEEDBACK_CONFLICT.',
        feedback: feedback.map(
          ({ feedback_id, version }: Pick<Feedback, 'feedback_id' | 'version'>) => ({
            feedback_id,
            version,
          }),
        ),
      });
    }
  }

  #taken() {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  #fail(action: 'getClassAnswers' | 'getFeedback' | 'saveFeedback'): void {
    const failure = this.failures.shift();
    if (failure) throw new BridgeError(failure.code, action, failure.code);
  }
}

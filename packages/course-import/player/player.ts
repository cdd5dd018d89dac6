import type { StoreStatus } from '@lectern/sdk';
import { flatten, type Course, type CourseItem } from '../src/course.ts';
import { readProgress, type CmiDocument, type Progress } from './cmi/progress.ts';
import {
  beginning,
  courseCompleted,
  ending,
  experienced,
  statementsFor,
} from './cmi/statements.ts';
import type { Bridge } from './keeping/bridge.ts';
import { CourseRecord } from './keeping/course-record.ts';
import { isAccepted, ItemRecord } from './keeping/item-record.ts';
import type { Navigation } from './navigation/navigation.ts';
import { learnerOf, type Learner, type Run, type Runtime } from './runtime/runtime.ts';
import { SaveSigns } from './save-signs.ts';
import { texts } from './texts/texts.ts';
import { askConflict } from './views/conflict-notice.ts';
import { announceUnload, documentsIn, isNewPage } from './views/item-window.ts';
import { showNotice } from './views/notices.ts';
import { Page } from './views/page.ts';

interface OpenItem {
  readonly item: CourseItem;
  readonly record: ItemRecord<CmiDocument>;
  readonly run: Run;
  readonly frame: HTMLIFrameElement;
}

/** Key of the content's state, as the run-time library renders it. */
const cmiKey = { segment: 'scorm', key: 'cmi' } as const;

/** Navigation and run-time environment of a course's standard. */
export interface Standard {
  readonly navigation: Navigation;
  readonly runtime: Runtime;
}

/** Shows a course: one item at a time, between a run-time environment and the bridge. */
export class Player {
  readonly #course: Course;
  readonly #bridge: Bridge;
  readonly #page: Page;
  readonly #courseRecord: CourseRecord;
  readonly #records = new Map<CourseItem, ItemRecord<CmiDocument>>();
  readonly #signs: SaveSigns;
  #learner: Learner = { id: '', name: '' };
  #standard: Standard | undefined;
  #open: OpenItem | undefined;
  /** Grows with each item that is asked for: of two loads at once only the later one is shown. */
  #asked = 0;
  /** True once the course has been ended or suspended by the last request. */
  #isOver = false;

  constructor(course: Course, bridge: Bridge) {
    this.#course = course;
    this.#bridge = bridge;
    this.#page = new Page(course, {
      next: () => this.#go(() => this.#navigation.next()),
      previous: () => this.#go(() => this.#navigation.previous()),
      choose: (item) => this.#go(() => this.#navigation.choose(item)),
    });
    this.#signs = new SaveSigns(bridge);
    this.#courseRecord = new CourseRecord(bridge, course);
    const { store } = this.#courseRecord;
    this.#signs.watch({ store, isUnsaved: false });
    store.subscribe(() => this.#signs.update());
  }

  /**
   * Reads what is stored, and opens the item that is wanted, or the one that was open last.
   *
   * @param standardFor makes what the course's standard needs.
   * @param wanted store id of an item, from a link.
   * @throws {BridgeError} where the learner's state cannot be read. Nothing is opened then: content that
   *   begins without its state would overwrite it.
   */
  async start(
    standardFor: (player: Player, record: CourseRecord) => Promise<Standard>,
    wanted: string | undefined,
  ): Promise<void> {
    const [user] = await Promise.all([this.#bridge.getUser(), this.#courseRecord.load()]);
    this.#learner = learnerOf(user);
    this.#standard = await standardFor(this, this.#courseRecord);
    const storeId = wanted ?? this.#courseRecord.open;
    const item = flatten(this.#course.items).find((candidate) => candidate.storeId === storeId);
    await this.#show(this.#navigation.start(item));
  }

  /** Content has ended its session and the sequencing has chosen an item. Opened once the call is answered. */
  delivered(item: CourseItem): void {
    setTimeout(() => {
      this.#leave();
      void this.#show(item);
    });
  }

  /** The course was ended as a whole, or goes on later. */
  ended(isSuspended: boolean): void {
    this.#isOver = true;
    setTimeout(() => {
      this.#leave();
      if (!isSuspended) this.#courseRecord.opened(undefined);
      this.#page.message(isSuspended ? texts.player.suspended : texts.player.ended, {
        text: texts.player.openAgain,
        run: () => location.reload(),
      });
      this.#update();
    });
  }

  /** Ends the session of the open content, as suspended, and saves everything. */
  async suspend(): Promise<void> {
    this.#leave();
    await Promise.all([...this.#records.values()].map((record) => record.settle()));
    await this.#courseRecord.store.flush();
    this.#signs.update();
  }

  get #navigation(): Navigation {
    return this.#standard!.navigation;
  }

  /** Leaves the open item, then asks where to go: only what has ended its session is tracked. */
  #go(ask: () => CourseItem | undefined): void {
    const before = this.#open?.item;
    this.#leave();
    this.#isOver = false;
    const item = ask();
    if (this.#isOver) return;
    showNotice('blocked', item ? undefined : texts.player.blocked);
    void this.#show(item ?? before);
  }

  async #show(item: CourseItem | undefined): Promise<void> {
    const asked = ++this.#asked;
    if (!item) {
      this.#page.message(texts.player.nothingToOpen);
      this.#update();
      return;
    }
    const record = await this.#recordOf(item);
    if (asked !== this.#asked) return;
    askConflict(record.store.status, record);
    const run = this.#launch(item, record);
    Reflect.set(window, run.apiName, run.api);
    this.#open = { item, record, run, frame: this.#page.open(item) };
    if (!item.isSco) this.#noteAsset(item, record, run);
    this.#open.frame.addEventListener('load', () => this.#open?.frame.focus(), { once: true });
    this.#courseRecord.opened(item.storeId);
    void this.#bridge.setPlace(placeOf(item)).catch(() => {});
    this.#update();
  }

  #launch(item: CourseItem, record: ItemRecord<CmiDocument>): Run {
    let beganAt = new Date();
    let pages: ReadonlySet<Document> = new Set();
    const pagesNow = () => {
      const frame = this.#open?.run === run ? this.#open.frame : undefined;
      return frame ? documentsIn(frame) : new Set<Document>();
    };
    const run: Run = this.#standard!.runtime.launch(item, record.stored, this.#learner, {
      began: (isResumed) => {
        showNotice('unrecorded', undefined);
        beganAt = new Date();
        pages = pagesNow();
        record.noteRun(beganAt);
        record.render(() => run.render());
        record.tell([beginning(this.#course, item, isResumed)]);
        this.#note(item, record, run);
        record.change();
      },
      changed: () => record.change(),
      commit: (isLast) => {
        const refusing: readonly StoreStatus['kind'][] = isLast
          ? ['failed', 'conflict']
          : ['failed', 'conflict', 'retrying'];
        if (refusing.includes(record.store.status.kind))
          return 'The state of this item cannot be stored at present.';
        this.#note(item, record, run);
        record.change();
        void record.store.flush();
        return undefined;
      },
      ended: () => {
        const progress = this.#note(item, record, run);
        const { isSuspended } = run;
        const endedAt = new Date();
        record.tell([ending(this.#course, item, { isSuspended, beganAt, endedAt }, progress)]);
        record.noteRun(undefined);
        record.change();
        void record.store.flush();
        this.#update();
      },
      refused: () => showNotice('unrecorded', texts.player.unrecorded),
      isNewPage: () => isNewPage(pages, pagesNow(), run.state === 'running'),
      navigate: (direction) => setTimeout(() => this.#go(() => this.#navigation[direction]())),
    });
    record.onSave(() => {
      if (run.state !== 'not begun') this.#note(item, record, run);
    });
    return run;
  }

  /** Tells what has changed, and shows it. */
  #note(item: CourseItem, record: ItemRecord<CmiDocument>, run: Run): Progress {
    const progress = readProgress(this.#course.standard, run.renderWhole());
    try {
      const { statements, told } = statementsFor(this.#course, item, record.told, progress);
      record.tell(statements, told);
    } catch (error) {
      // The state is saved all the same.
      console.error('What was done could not be told.', error);
    }
    this.#courseRecord.noteStatus(item.storeId, progress);
    this.#completeCourse();
    return progress;
  }

  /** A page that does not talk to the run-time environment is done when it is shown. */
  #noteAsset(item: CourseItem, record: ItemRecord<CmiDocument>, run: Run): void {
    if (run.state !== 'not begun' || this.#courseRecord.statusOf(item.storeId)) return;
    record.tell([experienced(this.#course, item)]);
    record.change();
    this.#courseRecord.noteStatus(item.storeId, { completion: 'completed', success: 'unknown' });
    this.#completeCourse();
  }

  #completeCourse(): void {
    const all = flatten(this.#course.items).filter(({ launch }) => launch !== undefined);
    const isDone = all.every(
      ({ storeId }) => this.#courseRecord.statusOf(storeId)?.completion === 'completed',
    );
    if (all.length > 1 && isDone)
      void this.#courseRecord
        .complete(this.#course.organization.storeId, () => courseCompleted(this.#course))
        .catch((error: unknown) => console.error('A learning statement was refused.', error));
  }

  /** Takes the open content away. Its page ends first, and may end its session while it does. */
  #leave(): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    showNotice('unrecorded', undefined);
    open.run.leave();
    announceUnload(open.frame);
    this.#page.clear();
    open.run.close();
    Reflect.deleteProperty(window, open.run.apiName);
    this.#noteNavigation();
  }

  #noteNavigation(): void {
    const state = this.#standard?.navigation.render();
    if (state !== undefined) this.#courseRecord.noteSequencing(state);
  }

  async #recordOf(item: CourseItem): Promise<ItemRecord<CmiDocument>> {
    const open = this.#records.get(item);
    if (open) return open;
    const record = new ItemRecord<CmiDocument>(
      this.#bridge,
      this.#course,
      item.storeId,
      cmiKey,
      (status) => {
        this.#signs.update();
        askConflict(status, record);
        if (isAccepted(status)) this.#update();
      },
    );
    const lost = await record.load();
    if (lost && record.stored) {
      const { beganAt, lastSeenAt: endedAt } = lost;
      const progress = readProgress(this.#course.standard, record.stored);
      const end = { isSuspended: true, beganAt, endedAt };
      record.tell([ending(this.#course, item, end, progress)]);
      record.change();
    }
    this.#records.set(item, record);
    this.#signs.watch(record);
    return record;
  }

  #update(): void {
    this.#noteNavigation();
    const current = this.#open?.item;
    this.#page.update({
      current,
      canGoOn: this.#navigation.canGoOn,
      canGoBack: this.#navigation.canGoBack,
      statusOf: ({ storeId }) => this.#courseRecord.statusOf(storeId),
      canChoose: (item) => this.#navigation.canChoose(item),
    });
  }
}

/** Longest member of a place, in UTF-16 code units. */
const placeLengthMaximum = 200;

/** An identifier that is too long for a place is no place: the stored state leads back all the same. */
function placeOf({ storeId }: CourseItem) {
  return storeId.length <= placeLengthMaximum ? { exerciseGroupId: storeId } : {};
}

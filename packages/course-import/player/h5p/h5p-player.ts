import type { H5pCourse } from '../../src/course.ts';
import type { Bridge } from '../keeping/bridge.ts';
import { ItemRecord } from '../keeping/item-record.ts';
import { SaveSigns } from '../save-signs.ts';
import { askConflict } from '../views/conflict-notice.ts';
import { element, required } from '../views/dom.ts';
import { refuseDropsIn } from '../views/drops-in-frame.ts';
import { play, readState, type KeptState } from './standalone.ts';
import { statementOf } from './statements.ts';

const stateKey = { segment: 'h5p', key: 'state' } as const;
/** Between two looks at what the content has noted of its state, in milliseconds. */
const lookAgainInMs = 1_000;

/** Shows one H5P content, and keeps its state. */
export class H5pPlayer {
  readonly #course: H5pCourse;
  readonly #record: ItemRecord<KeptState>;
  readonly #signs: SaveSigns;
  #seen = '{}';

  constructor(course: H5pCourse, bridge: Bridge) {
    this.#course = course;
    this.#signs = new SaveSigns(bridge);
    this.#record = new ItemRecord(bridge, course, course.storeId, stateKey, (status) => {
      this.#signs.update();
      askConflict(status, this.#record);
    });
    this.#signs.watch(this.#record);
  }

  /** @throws {BridgeError} where the learner's state cannot be read; nothing is shown then. */
  async start(): Promise<void> {
    const { folder, playerFolder, activityBase, title } = this.#course;
    document.title = title;
    await this.#record.load();
    const kept = this.#record.stored ?? {};
    const host = element('div', { class: 'h5p' });
    required('main').replaceChildren(host);
    const onXapi = await play(host, { content: folder, player: playerFolder }, activityBase, kept);
    for (const frame of host.querySelectorAll('iframe')) refuseDropsIn(frame);
    this.#seen = JSON.stringify(readState());
    this.#record.render(readState);
    onXapi(({ data }) => {
      const statement = statementOf(this.#course, data.statement);
      if (!statement) return;
      this.#record.tell([statement]);
      this.#record.change();
    });
    setInterval(() => this.#look(), lookAgainInMs);
    // These may be the last moments.
    addEventListener('pagehide', () => this.#look());
    document.addEventListener('visibilitychange', () => this.#look());
  }

  /** Saves everything there is. */
  async suspend(): Promise<void> {
    this.#look();
    await this.#record.settle();
    this.#signs.update();
  }

  #look(): void {
    const state = JSON.stringify(readState());
    if (state === this.#seen) return;
    this.#seen = state;
    this.#record.change();
  }
}

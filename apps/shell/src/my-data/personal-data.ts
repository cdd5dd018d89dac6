import { userDataCalls } from '@lectern/contracts/calls/annotations/userData';
import type { CreateClient } from '../api.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { saveFile } from '../save-file.ts';

/** What users can do with all that they have in a publication. */
export interface PersonalData {
  /**
   * Has the browser keep a zip of each course.
   *
   * @returns how many items, changes and statements are not in it, as no service has them yet.
   * @throws {CallFailed}
   */
  download(signal: AbortSignal): Promise<number>;
  /**
   * Erases all, here and at the service, and takes the content away: what it knows is not there any more.
   *
   * @returns how many items the service has erased.
   * @throws {CallFailed} where something may be left. It may be called again.
   */
  erase(): Promise<number>;
}

export interface PersonalDataParts {
  readonly clientOf: CreateClient;
  readonly subject: string;
  readonly courses: readonly string[];
  readonly outbox: Pick<Outbox, 'drained' | 'forgetCourse' | 'saveState'>;
  readonly frame: Pick<ContentFrame, 'close'>;
}

/** How long what is on its way is waited for, in milliseconds. */
const deliveryLimitInMs = 5_000;

export function createPersonalData({
  clientOf,
  subject,
  courses,
  outbox,
  frame,
}: PersonalDataParts): PersonalData {
  const { userDataDelete, userDataDownload } = userDataCalls;
  const clag = clientOf('clag', { userDataDelete, userDataDownload });
  const scopeOf = (course_id: string) => ({ subject, course_id_dto: { course_id } });

  async function eraseAtService(): Promise<number> {
    let items = 0;
    for (const course of courses) {
      const erased = await clag.userDataDelete({ body: scopeOf(course), xIaSubject: subject });
      items += erased.erased_items_count;
    }
    return items;
  }

  return {
    async download(signal) {
      await outbox.drained(deliveryLimitInMs);
      for (const course of courses) {
        const file = await clag.userDataDownload({
          body: scopeOf(course),
          xIaSubject: subject,
          signal,
        });
        saveFile(file, fileName(course, new Date()));
      }
      return outbox.saveState.undelivered + outbox.saveState.refused;
    },

    async erase() {
      const erased = await eraseAtService();
      // The content goes on saving what it knows until it is gone. What it has saved meanwhile, and what
      // waits here or is under way, would come to the service again: so both, once more, in this order.
      frame.close();
      await outbox.drained(deliveryLimitInMs);
      for (const course of courses) await outbox.forgetCourse(course);
      return erased + (await eraseAtService());
    },
  };
}

/** A name that every system takes, whatever the course's id. */
function fileName(course: string, now: Date): string {
  const named = course.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60);
  return `lectern-${named}-${now.toISOString().slice(0, 10)}.zip`;
}

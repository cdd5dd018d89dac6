import type { Permission } from '@lectern/contracts';
import { userDataCalls } from '@lectern/contracts/calls/annotations/user-data';
import { ownAccountCalls } from '@lectern/contracts/calls/users/own-account';
import { userCalls } from '@lectern/contracts/calls/users/user';
import type { CreateClient } from '../api.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { fileNameOf, saveFile } from '../save-file.ts';

/** Actions of users on all that they have in a publication. */
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
  /**
   * Rights of the user on the whole account.
   * @throws {CallFailed}
   */
  account(): Promise<{ readonly mayDownload: boolean; readonly mayErase: boolean }>;
  /**
   * Has the browser keep all that the services have of the user, in every publication.
   *
   * @throws {CallFailed} `SIGN_IN_NOT_FRESH` where the user has to sign in once more
   */
  downloadAccount(signal: AbortSignal): Promise<void>;
  /**
   * Erases the user in every service, and what waits here, and takes the content away. Nothing can be called
   * afterwards.
   *
   * @throws {CallFailed} `SIGN_IN_NOT_FRESH` where the user has to sign in once more
   */
  eraseAccount(): Promise<void>;
}

/** True where the action takes another sign-in. */
export const isNotFresh = (error: unknown) => codeOf(error) === 'SIGN_IN_NOT_FRESH';
/** True where a link to the account is to be undone first, or waited for. */
export const isLinkUndoable = (error: unknown) => codeOf(error) === 'LINK_UNDOABLE';

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}

export interface PersonalDataDependencies {
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
}: PersonalDataDependencies): PersonalData {
  const { userDataDelete, userDataDownload } = userDataCalls;
  const clag = clientOf('clag', { userDataDelete, userDataDownload });
  const aua = clientOf('aua', {
    userGetRoles: userCalls.userGetRoles,
    userDownloadOwn: ownAccountCalls.userDownloadOwn,
    userDeleteOwn: ownAccountCalls.userDeleteOwn,
  });
  const own = { body: { subject }, xIaSubject: subject };
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
        saveFile(file, fileNameOf(course, 'zip', new Date()));
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

    async account() {
      const { permission_names } = await aua.userGetRoles(own);
      const may = (permission: Permission) => permission_names.includes(permission);
      return { mayDownload: may('user.export-own'), mayErase: may('user.erase-own') };
    },

    async downloadAccount(signal) {
      await outbox.drained(deliveryLimitInMs);
      saveFile(
        await aua.userDownloadOwn({ ...own, signal }),
        fileNameOf('account', 'json', new Date()),
      );
    },

    async eraseAccount() {
      await aua.userDeleteOwn(own).catch((error: unknown) => {
        // The answer to the first try was lost.
        if (codeOf(error) !== 'SUBJECT_ERASING') throw error;
      });
      frame.close();
      for (const course of courses) await outbox.forgetCourse(course);
    },
  };
}

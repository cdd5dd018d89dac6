import type { Api, CreateClient } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { log } from '../logging/log.ts';
import { keptJoinCode } from '../session/kept-join-code.ts';
import type { SessionControl } from '../session/session-control.ts';
import type { SessionStore } from '../session/session-store.ts';

export interface ClassesDependencies {
  readonly project: ProjectConfiguration;
  readonly courses: readonly string[];
  readonly api: Pick<Api, 'aua' | 'gms'>;
  readonly clientOf: CreateClient;
  readonly store: SessionStore;
  readonly frame: ContentFrame;
  readonly control: Pick<SessionControl, 'redeem' | 'refresh'>;
  /** Lets the content know that its user's classes may be others. */
  readonly tellChanged: () => void;
}

/** Room of the dialog that is open. */
export type ClassesView =
  | { readonly kind: 'classes' }
  /** First the question whether to join a class. */
  | { readonly kind: 'join'; readonly joinCode: string }
  /** Readers of the answers to an issue. */
  | { readonly kind: 'sharing'; readonly courseId: string; readonly issueId: string }
  /** A field for a code alone. */
  | { readonly kind: 'code' };

/**
 * The way to the dialog of the classes, which loads when it is first opened.
 *
 * @returns opens it for the signed-in user; throws when it cannot be loaded.
 */
export function createClassesDoor(
  dependencies: ClassesDependencies,
): (view: ClassesView) => Promise<void> {
  return async (view) => {
    try {
      const { mountClasses } = await import('./mount-classes.tsx');
      await mountClasses(dependencies, view);
    } catch (error) {
      log('error', 'The dialog of the classes could not be loaded.', error);
      throw error;
    }
  };
}

/**
 * Asks a signed-in user about the class whose code is kept, once: it stays kept, so that a reload asks anew, until the
 * dialog forgets it. Asks once more where the dialog could not be loaded.
 */
export function askAboutJoinCode(
  store: Pick<SessionStore, 'session' | 'subscribe'>,
  openClasses: (joinCode: string) => Promise<void>,
): void {
  let asked: string | undefined;
  store.subscribe(() => {
    const code = store.session && keptJoinCode();
    if (code === asked) return;
    asked = code;
    if (code !== undefined) openClasses(code).catch(() => (asked = undefined));
  });
}

import type { PublicationIssue } from '@lectern/sdk/protocol';
import { beforeEach, vi } from 'vitest';
import type { SignInState } from '../src/auth/sign-in-machine.ts';
import { createDispatch, type Outcome } from '../src/bridge/dispatch.ts';
import type { Bridge } from '../src/bridge/bridge.ts';
import { createRequestTable } from '../src/bridge/request-table.ts';
import type { SignInStart } from '../src/session/sign-in-control.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fakeOutbox } from './fake-outbox.ts';
import { fakeServices, type ServiceAnswer, type ServiceRequest } from './fake-services.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';

export const session = someSession('mia');
const signedIn: SignInState = { name: 'signed-in', session };

export const scope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: '1' },
  topic_dto: { topic_id: 't1' },
};
export const item = { segment: 'answers', key: 'a1', value: 'Regen' };
/** The same as the service has it. */
export const stored = { ...item, version: 1, updated_at: '2026-11-21T08:00:00Z' };
export const statement = {
  verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
  object: { id: 'https://content.example/a1' },
};

interface Around {
  readonly state?: SignInState;
  readonly answer?: (request: ServiceRequest) => ServiceAnswer;
  /** Error of the outbox. */
  readonly outboxFault?: Error;
  /** The configuration names courses. */
  readonly hasMyData?: boolean;
}

/** For a test file: each test has a browser of its own, and what is around the table forgets. */
export function tableForEachTest() {
  const startSignIn = vi.fn<(coupon?: string) => Promise<SignInStart>>();
  const startSignInAsOther = vi.fn<(coupon?: string) => Promise<SignInStart>>();
  /** Tells the content something unasked. */
  const emit = vi.fn<Bridge['emit']>();
  const setUnsaved = vi.fn<(unsaved: boolean) => void>();
  const signOut = vi.fn<() => void>();
  const askToSignOut = vi.fn<() => void>();
  /** Fails where content may open no dialog now. */
  const checkWish = vi.fn<() => void>();
  const openCookieSettings = vi.fn<() => Promise<void>>();
  const openMyData = vi.fn<() => Promise<void>>();
  const openProgress = vi.fn<() => Promise<void>>();
  const openClasses = vi.fn<() => Promise<void>>();
  const openSharing = vi.fn<(issue: PublicationIssue) => Promise<void>>();
  const openCode = vi.fn<() => Promise<void>>();
  /** Leads the content's frame to another page. */
  const lead = vi.fn<(address: string) => void>();
  /** Tells the content how far its work has come. */
  const announce = vi.fn<() => void>();
  beforeEach(() => {
    fakeBrowser();
    startSignIn.mockReset().mockResolvedValue('left');
    startSignInAsOther.mockReset().mockResolvedValue('left');
    emit.mockReset();
    setUnsaved.mockReset();
    signOut.mockReset();
    askToSignOut.mockReset();
    checkWish.mockReset();
    openCookieSettings.mockReset().mockResolvedValue();
    openMyData.mockReset().mockResolvedValue();
    openProgress.mockReset().mockResolvedValue();
    openClasses.mockReset().mockResolvedValue();
    openSharing.mockReset().mockResolvedValue();
    openCode.mockReset().mockResolvedValue();
    lead.mockReset();
    announce.mockReset();
  });

  function create({ state = signedIn, answer, outboxFault, hasMyData = true }: Around = {}) {
    const { api, clientOf, requests } = fakeServices(
      answer ?? (() => ({ status: 403, code: 'X' })),
      'mia',
    );
    const store = createSessionStore(state);
    const { outbox, accepted } = fakeOutbox(outboxFault);
    const table = createRequestTable({
      api,
      clientOf,
      store,
      locale: 'it-CH',
      currency: 'CHF',
      project: someProject,
      frame: { lead },
      outbox: {
        current: 'session' in state ? outbox : undefined,
        subject: 'session' in state ? 'mia' : undefined,
        announce,
      },
      emit,
      unsavedWork: { set: setUnsaved },
      startSignIn,
      startSignInAsOther,
      signOut,
      signOutQuestion: { ask: askToSignOut },
      dialogWishes: { check: checkWish },
      openCookieSettings,
      openMyData: hasMyData ? openMyData : undefined,
      openProgress: hasMyData ? openProgress : undefined,
      openClasses,
      openSharing,
      openCode,
    });
    const dispatch = createDispatch(table);
    /** As content asks, with whatever payload; gives the result or fails with the error. */
    async function ask(action: string, payload?: unknown): Promise<Outcome['result']> {
      const { result, error } = await dispatch(action, payload);
      if (error) throw Object.assign(new Error(error.message), error);
      return result;
    }
    return { ask, requests, store, accepted };
  }
  return {
    create,
    startSignIn,
    startSignInAsOther,
    emit,
    setUnsaved,
    signOut,
    askToSignOut,
    checkWish,
    openCookieSettings,
    openMyData,
    openProgress,
    openClasses,
    openSharing,
    openCode,
    lead,
    announce,
  };
}

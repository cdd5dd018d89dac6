import type { License } from '@lectern/contracts';
import { localStoreItemCalls } from '@lectern/contracts/calls/annotations/local-store-item';
import { licenseMembers, type BridgeLicense, type PublicationIssue } from '@lectern/sdk/protocol';
import { calculatePKCECodeChallenge } from 'openid-client';
import type { Api, CreateClient } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import { isRejected } from '../auth/sign-out.ts';
import type { SignInProblem, StartProblem } from '../auth/sign-in-machine.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { forgetDeepLink, notePlace } from '../content-frame/deep-link.ts';
import type { UnsavedWork } from '../content-frame/unsaved-work.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SignInStart } from '../session/sign-in-control.ts';
import type { SessionOutbox } from '../session/session-outbox.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { SignOutQuestion } from '../session/sign-out-question.ts';
import { isPandaLogin, type UserSession } from '../session/user-session.ts';
import { askService } from './ask-service.ts';
import { BridgeFailure } from './bridge-failure.ts';
import type { Bridge } from './bridge.ts';
import { createContentData } from './content-data.ts';
import { isPressed, type DialogWishes } from './dialog-wishes.ts';
import type { RequestTable } from './dispatch.ts';
import { knownLicences } from './opening-license.ts';
import { checkByContract, checkCoupon } from './payloads.ts';
import { postStatement } from './post-statement.ts';

export interface RequestContext {
  readonly api: Api;
  readonly clientOf: CreateClient;
  /** BCP 47 tag. */
  readonly locale: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly store: SessionStore;
  readonly frame: Pick<ContentFrame, 'lead'>;
  readonly project: ProjectConfiguration;
  /** Of the signed-in user; it stays until the content is gone, a moment longer than the session. */
  readonly outbox: Pick<SessionOutbox, 'current' | 'subject' | 'announce'>;
  readonly unsavedWork: Pick<UnsavedWork, 'set'>;
  readonly emit: Bridge['emit'];
  readonly startSignIn: (coupon?: string) => Promise<SignInStart>;
  readonly startSignInAsOther: (coupon?: string) => Promise<SignInStart>;
  readonly signOut: () => void;
  readonly signOutQuestion: Pick<SignOutQuestion, 'ask'>;
  readonly dialogWishes: Pick<DialogWishes, 'check'>;
  readonly openCookieSettings: () => Promise<void>;
  /** Absent: the configuration does not say whose data of what it would be about. */
  readonly openMyData: (() => Promise<void>) | undefined;
  /** Absent likewise. */
  readonly openProgress: (() => Promise<void>) | undefined;
  readonly openClasses: () => Promise<void>;
  readonly openSharing: (issue: PublicationIssue) => Promise<void>;
  readonly openCode: () => Promise<void>;
}

/** Reasons why signing in has not started, for authors. */
const notStarted: Readonly<Record<StartProblem, string>> = {
  'provider unreachable': 'The identity provider cannot be reached.',
  'provider misconfigured': 'The identity provider and the configuration do not fit.',
  'shell insecure': 'The address of the shell is not secure.',
  'popup blocked': 'The browser has blocked the sign-in window.',
  'popup closed': 'The sign-in window was closed.',
};

/**
 * Answers of the shell to each request of the content. Tokens are no part of any answer.
 *
 * The login frame talks to the same table: without a session, what needs one fails with
 * `NOT_LOGGED_IN`.
 */
export function createRequestTable(context: RequestContext): RequestTable {
  const { api, clientOf, store, unsavedWork, dialogWishes } = context;
  const { localStoreItemGetForModel, localStoreItemSetForModel } = localStoreItemCalls;

  function signedIn(): UserSession {
    if (store.session) return store.session;
    throw new BridgeFailure('NOT_LOGGED_IN', 'Nobody is signed in.');
  }

  function openOutbox(): Outbox {
    const { current } = context.outbox;
    if (current) return current;
    throw new BridgeFailure('NOT_LOGGED_IN', 'Nobody is signed in.');
  }

  return {
    ready() {
      // The login frame is ready, too, long before the deep link has been opened.
      if (store.session) forgetDeepLink();
      const { state } = store;
      const reason = state.name === 'signed-out' ? reasonOf(state.problem) : undefined;
      if (reason !== undefined) context.emit('signed-out', { reason });
      context.outbox.announce();
      return null;
    },
    isLoggedIn: () => store.session !== undefined,
    async startLogin(options) {
      const coupon = checkCoupon(options?.coupon, options?.refusesTypos);
      const { state } = store;
      // A page that signs in by itself would go round in circles with what has failed.
      if (state.name === 'signed-out' && reasonOf(state.problem) && !isPressed())
        throw new BridgeFailure('REFUSED', 'After a problem somebody has to press a button.');
      const start = options?.otherAccount
        ? await context.startSignInAsOther(coupon)
        : await context.startSignIn(coupon);
      if (start === 'not accepted')
        throw new BridgeFailure('REFUSED', `Signing in cannot start in the state ${state.name}.`);
      if (start !== 'left') throw new BridgeFailure('UNAVAILABLE', notStarted[start]);
      return null;
    },
    logout() {
      signedIn();
      if (!isPressed()) {
        context.signOutQuestion.ask();
        throw new BridgeFailure('REFUSED', 'Nobody has pressed anything: the user is asked.');
      }
      context.signOut();
      return null;
    },
    getUser() {
      const { subject, given_name, family_name } = signedIn().user;
      return {
        subject,
        ...(given_name === undefined ? {} : { given_name }),
        ...(family_name === undefined ? {} : { family_name }),
      };
    },
    isPandaLogin: () => isPandaLogin(signedIn()),
    isTeacher: () => signedIn().isTeacher,
    getLicenses: () => knownLicences(signedIn()).map(toBridgeLicense),
    async getLocalStoreItems(scope) {
      const outbox = openOutbox();
      const body = checkByContract(localStoreItemGetForModel.body, scope);
      const { subject } = context.outbox;
      const asUser = subject === undefined ? {} : { xIaSubject: subject };
      return outbox.readItems(scope, async () => {
        const answer = await askService(store, 'Could not read local store items.', (signal) =>
          api.clag.localStoreItemGetForModel({ body, signal, ...asUser }),
        );
        return answer.local_store_items;
      });
    },
    async setLocalStoreItems(payload) {
      const outbox = openOutbox();
      checkByContract(localStoreItemSetForModel.body, payload);
      const { local_store_items: items, ...scope } = payload;
      return outbox.acceptItems(scope, items);
    },
    ...createContentData({
      api,
      clientOf,
      store,
      signedIn,
      openOutbox() {
        const { subject } = context.outbox;
        // They come and go together.
        return { outbox: openOutbox(), subject: subject ?? signedIn().user.subject };
      },
    }),
    postStatement: (payload) => postStatement(openOutbox(), payload),
    encodeChallenge: ({ text }) => calculatePKCECodeChallenge(text),
    setUnsavedWork({ unsaved }) {
      openOutbox();
      unsavedWork.set(unsaved);
      return null;
    },
    setPlace(place) {
      signedIn();
      notePlace(place);
      return null;
    },
    async getCmi5Progress(issue) {
      const session = signedIn();
      // Only what courses by cmi5 need.
      const { getCmi5Progress } = await import('./cmi5.ts');
      return getCmi5Progress(context, session, issue);
    },
    async launchCmi5(unit) {
      const session = signedIn();
      const { launchCmi5 } = await import('./cmi5.ts');
      const launched = await launchCmi5(context, session, unit);
      // The page that held it is left at its own wish.
      if (launched.opened_in === 'frame') unsavedWork.set(false);
      return launched;
    },
    getLocale: () => context.locale,
    getCurrency: () => context.currency,
    // A choice can be changed by anyone, signed in or not.
    async openCookieSettings() {
      dialogWishes.check();
      await context.openCookieSettings();
      return null;
    },
    async openMyData() {
      signedIn();
      if (!context.openMyData)
        throw new BridgeFailure(
          'REFUSED',
          'The container has no such dialog for this publication.',
        );
      dialogWishes.check();
      await context.openMyData();
      return null;
    },
    async openProgress() {
      signedIn();
      if (!context.openProgress)
        throw new BridgeFailure('REFUSED', 'The container has no such page for this publication.');
      dialogWishes.check();
      await context.openProgress();
      return null;
    },
    async openClasses() {
      signedIn();
      dialogWishes.check();
      await context.openClasses();
      return null;
    },
    async openSharing(issue) {
      signedIn();
      dialogWishes.check();
      await context.openSharing(issue);
      return null;
    },
    async openCode() {
      signedIn();
      dialogWishes.check();
      await context.openCode();
      return null;
    },
  };
}

/** The fields of section 3; what else the licence service says is not the content's business. */
function toBridgeLicense(license: License): BridgeLicense {
  const names = Object.keys(licenseMembers) as (keyof BridgeLicense)[];
  const members = names.map((name): [string, string] => [name, license[name]]);
  return Object.fromEntries(members) as Record<keyof BridgeLicense, string>;
}

/** Why the login page is there; after a visit to the shop its address says so alone. */
function reasonOf(problem: SignInProblem | undefined): SignInProblem['kind'] | undefined {
  if (problem) return problem.kind;
  return isRejected(location.search) ? 'rejected' : undefined;
}

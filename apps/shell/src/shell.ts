import { refuseStrayDrops } from '@lectern/sdk/stray-drops';
import { navigate } from 'wouter/use-browser-location';
import { createApi, createFurtherClients, type Api, type CreateClient } from './api.ts';
import { userBearer } from './auth/bearer.ts';
import { createProvider } from './auth/provider.ts';
import { confirmTokens, renewTokens } from './auth/renewal.ts';
import { createServiceBearer } from './auth/service-bearer.ts';
import type { SignInState } from './auth/sign-in-machine.ts';
import { claimTab, tabClaimed } from './auth/tab-lock.ts';
import { createTokenKeeper } from './auth/token-keeper.ts';
import { watchProviderSession } from './session/watch-provider-session.ts';
import { readUserRecord, writeUserRecord } from './auth/user-record.ts';
import type { Bridge } from './bridge/bridge.ts';
import { createDispatch, type Dispatch } from './bridge/dispatch.ts';
import { DialogWishes } from './bridge/dialog-wishes.ts';
import { createRequestTable } from './bridge/request-table.ts';
import { readConfiguration, type Configuration } from './configuration.ts';
import { createConsentDoor, type ConsentDoor } from './consent/consent-door.ts';
import { besideContent } from './content-frame/beside-content.ts';
import type { ContentFrame } from './content-frame/content-frame.ts';
import { watchSilence, type Silence } from './content-frame/silence.ts';
import { createUnsavedWork } from './content-frame/unsaved-work.ts';
import { startEnvironment } from './environment/start-environment.ts';
import { log, type LogSettings } from './logging/log.ts';
import { startLogging } from './logging/start-logging.ts';
import { createInvitationSource, type InvitationSource } from './invitations/invitation-source.ts';
import { openOutbox } from './outbox/open-outbox.ts';
import type { MenuDoors } from './content-menu/menu-doors.ts';
import { watchMenu, type MenuWatch } from './content-menu/menu-watch.ts';
import { askAboutJoinCode, createClassesDoor } from './classes/classes-door.ts';
import { createClassesNews } from './classes/classes-news.ts';
import { createMyDataDoor } from './my-data/my-data-door.ts';
import type { RestoredSession } from './session/restore.ts';
import {
  createCouponConfirmation,
  type CouponConfirmation,
} from './session/coupon-confirmation.ts';
import { callerOf } from './session/caller.ts';
import { createDeviceLimit, type DeviceLimit } from './session/device-limit.ts';
import { couponParameter, keepCoupon, parseCoupon, unclearCoupon } from './session/kept-coupon.ts';
import { joinCodeParameter, keepJoinCode, parseJoinCode } from './session/kept-join-code.ts';
import { takeOpensMyData, withoutParameter } from './session/sign-in-intent.ts';
import { createOtherTabs } from './session/other-tabs.ts';
import { createSeatKeeper } from './session/seat-keeper.ts';
import { createProgressDoor } from './progress/progress-door.ts';
import { createSessionControl, type SessionControl } from './session/session-control.ts';
import { sessionOfPage } from './session/session-of-page.ts';
import { createSessionOutbox, type SessionOutbox } from './session/session-outbox.ts';
import { createSessionStore, type SessionStore } from './session/session-store.ts';
import { checkedSession } from './session/stored-session.ts';
import { createSignOutQuestion, type SignOutQuestion } from './session/sign-out-question.ts';
import type { LoadTitles } from './save-sign/titles.ts';
import type { Recording } from './testing-overlay/recording.ts';
import { loadTexts } from './texts/texts.ts';
import { warnOfUnknownFields } from './unknown-fields.ts';

/** Everything behind the pages, put together. */
export interface Shell {
  readonly configuration: Configuration;
  readonly store: SessionStore;
  readonly control: SessionControl;
  readonly devices: DeviceLimit;
  readonly confirmation: CouponConfirmation;
  readonly frame: ContentFrame;
  readonly bridge: Bridge;
  /** Tells if the content has said anything. */
  readonly silence: Silence;
  readonly consent: ConsentDoor;
  /** Tells if the content has a menu of its own. */
  readonly menu: MenuWatch;
  /** Ways that the menu above content without one offers. */
  readonly menuDoors: MenuDoors;
  /** Outbox of the signed-in user's work. */
  readonly outbox: SessionOutbox;
  readonly loadTitles: LoadTitles;
  readonly invitations: InvitationSource;
  readonly api: Api;
  /** For calls that few pages make. */
  readonly clientOf: CreateClient;
  readonly signOutQuestion: SignOutQuestion;
  /** Undoes that another account leads to the user. @throws {CallFailed} */
  readonly unlink: (subject: string, from: string) => Promise<void>;
  /** Answers the content's requests. */
  readonly dispatch: Dispatch;
  /** Messages over the bridge. Only in testing mode. */
  readonly recording: Recording | undefined;
}

interface Start {
  /** The configuration document. What the frame needs of it has been checked. */
  readonly served: unknown;
  /** The session whose content may have been opened already; the page may go on with one all the same. */
  readonly restored: RestoredSession | undefined;
  readonly frame: ContentFrame;
  readonly bridge: Bridge;
  readonly recording: Recording | undefined;
  /** Sets up the start script's own log. */
  readonly setUpLog: (settings: LogSettings) => void;
}

/**
 * Composes sign-in, session, services and bridge, and takes up a restored session.
 *
 * @throws {ConfigurationError} for the first wrong field
 */
export function createShell({
  served,
  restored: opened,
  frame,
  bridge,
  recording,
  setUpLog,
}: Start): Shell {
  refuseStrayDrops();
  const configuration = readConfiguration(served, location.origin);
  startLogging(configuration.logging, frame, setUpLog);
  warnOfUnknownFields(served);
  const { signIn, services, tokenProvider } = configuration;
  const kept = opened ?? sessionOfPage(signIn);
  const restored = kept && { ...kept, session: checkedSession(kept.session) };
  const store = createSessionStore(initialState(restored));
  const provider = createProvider(signIn);
  void claimTab(() => tokens.dropRefreshToken());
  const tokens = createTokenKeeper({
    tabClaimed,
    renewTokens: async (record, isLastAttempt) =>
      renewTokens(await provider.discovered(), signIn, record, isLastAttempt),
    confirmTokens: async (record) => confirmTokens(await provider.discovered(), signIn, record),
    onChange(record) {
      // Before the session has started nothing is stored.
      if (readUserRecord(signIn)) writeUserRecord(signIn, record);
    },
    onExpiring: (inMs) => bridge.emit('session-expiring', { inMs }),
    onResumed: () => bridge.emit('session-resumed', {}),
    onLost(why, error) {
      log('error', 'Could not renew the session.', error);
      void control.signOutAfter(why === 'expired' ? 'token expired' : 'silent renew error', error);
    },
  });
  const bearer = tokenProvider
    ? createServiceBearer({ address: tokenProvider.address, provider, tokens })
    : userBearer(tokens);
  const caller = callerOf(store);
  const api = createApi(services, bearer, caller);
  const clientOf = createFurtherClients(services, bearer, caller);
  const seats = createSeatKeeper({
    api,
    project: configuration.project,
    onLost: (why) => void control.loseSeat(why),
  });
  const unsavedWork = createUnsavedWork(frame);
  const outbox = createSessionOutbox({
    store,
    frame,
    bridge,
    open: (subject, key) =>
      openOutbox({
        api: ofCourses(api, configuration.courses),
        store,
        user: { issuer: signIn.authority, subject },
        key,
      }),
  });
  const confirmation = createCouponConfirmation();
  const otherTabs = createOtherTabs({
    issuer: signIn.authority,
    tokens,
    onSignedOut: () => void control.signOut({ kind: 'signed out in another tab' }),
  });
  const tellClassesChanged = createClassesNews(bridge);
  const invitations = createInvitationSource(clientOf, tellClassesChanged);
  const control = createSessionControl({
    configuration,
    store,
    provider,
    tokens,
    api,
    clientOf,
    seats,
    frame,
    unsavedWork,
    outbox,
    bridge,
    confirmation,
    otherTabs,
    invitations,
  });
  const myData = createMyDataDoor({
    title: configuration.project.title,
    courses: configuration.courses,
    clientOf,
    store,
    outbox,
    frame,
    signInAnew: () => void control.signInAnew(true),
    signOut: () => navigate('/logout', { replace: true }),
  });
  // After the outbox has heard of the session.
  store.subscribe(() => {
    if (store.state.name === 'signed-in' && takeOpensMyData()) myData?.openAgain().catch(() => {});
  });
  const openClasses = createClassesDoor({
    project: configuration.project,
    courses: configuration.courses,
    api,
    clientOf,
    store,
    frame,
    control,
    tellChanged: tellClassesChanged,
  });
  askAboutJoinCode(store, (joinCode) => openClasses({ kind: 'join', joinCode }));
  const consent = createConsentDoor(configuration, frame, store, myData);
  const signOutQuestion = createSignOutQuestion();
  // It is about this session.
  store.subscribe(() => store.session || signOutQuestion.withdraw());
  const menu = watchMenu({ frame, bridge });
  const menuDoors: MenuDoors = {
    openProgress: createProgressDoor({
      courses: configuration.courses,
      api,
      clientOf,
      store,
      outbox,
      frame,
      bridge,
    }),
    openClasses: () => openClasses({ kind: 'classes' }),
    openCode: () => openClasses({ kind: 'code' }),
    openMyData: myData?.open,
    openCookieSettings: consent.openSettings,
    // Signing out has one place, the logout page.
    signOut: () => navigate('/logout', { replace: true }),
  };
  const requestTable = createRequestTable({
    api,
    clientOf,
    locale: configuration.locale,
    currency: configuration.currency,
    project: configuration.project,
    frame: {
      lead(address) {
        menu.leavePage();
        frame.lead(address);
      },
    },
    emit: bridge.emit,
    store,
    outbox,
    unsavedWork: {
      set(unsaved) {
        unsavedWork.set(unsaved);
        if (unsaved) void otherTabs.saving(unsavedWork.settled());
      },
    },
    startSignIn: control.startSignIn,
    startSignInAsOther: control.startSignInAsOther,
    ...menuDoors,
    dialogWishes: new DialogWishes(document),
    openSharing: ({ course_id_dto: { course_id }, issue_id_dto: { issue_id } }) =>
      openClasses({ kind: 'sharing', courseId: course_id, issueId: issue_id }),
    signOutQuestion,
  });

  startEnvironment(configuration, clientOf, frame);
  if (restored) {
    tokens.hold(restored.record);
    keepCodesOfAddress();
    // The logout page is about to give the tokens back.
    const isLeaving = location.pathname === '/logout';
    if (!restored.isLive) void control.restore();
    else if (!isLeaving) void control.refresh();
  }
  watchProviderSession({ signIn, provider, tokens, store, frame });
  reloadWhenOutdated(store, frame, () => readUserRecord(signIn) !== undefined);
  return {
    configuration,
    store,
    control,
    devices: createDeviceLimit(api, configuration.project, store),
    confirmation,
    frame,
    bridge,
    silence: watchSilence({ frame, bridge }),
    consent,
    menu,
    menuDoors,
    outbox,
    invitations,
    api,
    clientOf,
    signOutQuestion,
    async unlink(subject, from) {
      const { ownAccountCalls } = await import('@lectern/contracts/calls/users/own-account');
      const { userUnlink } = ownAccountCalls;
      const body = { from_subject: from };
      await clientOf('aua', { userUnlink }).userUnlink({ xIaSubject: subject, body });
    },
    async loadTitles(entries) {
      const { subject } = outbox;
      if (subject === undefined) return new Map();
      const { loadTitles } = await import('./save-sign/load-titles.ts');
      return loadTitles(clientOf, subject, entries);
    },
    dispatch: createDispatch(requestTable, configuration.courses),
    recording,
  };
}

/** The pages, with their style and the texts of the language. */
export function loadPages(
  frame: ContentFrame,
  locale: string,
): Promise<typeof import('./app.tsx')> {
  return besideContent(frame, async () => {
    const [pages] = await Promise.all([import('./app.tsx'), loadTexts(locale)]);
    return pages;
  });
}

function initialState(restored: RestoredSession | undefined): SignInState {
  if (!restored) return { name: 'signed-out' };
  return { name: restored.isLive ? 'signed-in' : 'restoring', session: restored.session };
}

/**
 * A signed-in user redeems a code in the address with the refresh of the session that follows, and is asked then
 * about joining a class. An unclear coupon is shown on the login page where that refresh finds no licence.
 */
function keepCodesOfAddress(): void {
  const { search } = location;
  const coupon = unclearCoupon(search) === undefined ? parseCoupon(search) : undefined;
  const joinCode = parseJoinCode(search);
  keepCoupon(coupon);
  keepJoinCode(joinCode);
  if (coupon === undefined && joinCode === undefined) return;
  const rest = coupon === undefined ? search : withoutParameter(search, couponParameter);
  history.replaceState(null, '', location.pathname + withoutParameter(rest, joinCodeParameter));
}

/**
 * The back button may bring a page back as it was left: on its way to the identity provider, or
 * signed in although the user has signed out since. Such a page starts anew.
 */
function reloadWhenOutdated(
  store: SessionStore,
  frame: ContentFrame,
  isSignedIn: () => boolean,
): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const { name } = store.state;
    const isOutdated = name === 'signed-in' ? !isSignedIn() : name !== 'signed-out';
    if (!isOutdated) return;
    // Unsaved work cannot be saved any more: nothing may ask before the reload.
    frame.close();
    location.reload();
  });
}

/** Tells the record store the courses that statements may belong to. */
function ofCourses(api: Api, courses: readonly string[]): Api {
  if (courses.length === 0) return api;
  const { lars } = api;
  return {
    ...api,
    lars: {
      ...lars,
      dataPut: ({ body, ...more }) =>
        lars.dataPut({ ...more, body: { ...body, courses: [...courses] } }),
    },
  };
}

import { Configuration as DiscoveredProvider } from 'openid-client';
import { onTestFinished, vi } from 'vitest';
import type { SignInState } from '../src/auth/sign-in-machine.ts';
import type { TokenKeeper } from '../src/auth/token-keeper.ts';
import { readConfiguration } from '../src/configuration.ts';
import { createInvitationSource } from '../src/invitations/invitation-source.ts';
import { createSessionControl } from '../src/session/session-control.ts';
import { createCouponConfirmation } from '../src/session/coupon-confirmation.ts';
import { createSeatKeeper } from '../src/session/seat-keeper.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeServices, fakeTokens, type ServiceAnswer } from './fake-services.ts';
import { someSession } from './some-session.ts';
import { necessaryConfiguration, ownOrigin } from './some-configuration.ts';
import { someProject } from './some-project.ts';
import { someUsage } from './some-usage.ts';
import { someUserRecord } from './some-user-record.ts';

/** The signed-in session. */
export const session = someSession('mia');
/** Where users without a licence are led, in projects that configure it. */
export const denied = {
  address: 'https://shop.example/lizenz?from=shell',
  teacherArticle: 'ART-T',
  studentArticle: 'ART-S',
};
const record = someUserRecord();

/** Surroundings of the tested control. */
interface Scene {
  readonly state?: SignInState;
  readonly answers?: Readonly<Record<string, ServiceAnswer>>;
  /** Fields of the configuration beyond the necessary ones. */
  readonly configured?: object;
  /** Query of the page. */
  readonly search?: string;
  readonly isProviderAway?: boolean;
  /** Saving of the content, each time that it is asked. */
  readonly saving?: () => Promise<void>;
  /** Delivery under way when the session ends. */
  readonly delivering?: () => Promise<void>;
  /** Of the tokens, what is not as with a user who is signed in. */
  readonly tokens?: Partial<TokenKeeper>;
  /** Hash of who is signed in. */
  readonly person?: () => Promise<string>;
  /** The content has loaded; default: yes. */
  readonly isLoaded?: boolean;
  /** The content has said anything; default: no. */
  readonly hasSpoken?: boolean;
  /** Endpoints that the provider has. */
  readonly endpoints?: readonly ('revocation' | 'end_session' | 'no authorization')[];
}

/**
 * Composes the control with everything around it; `happened` is what it did, in order, and `asked` what
 * of the services.
 */
export function set(scene: Scene = {}) {
  const { state = { name: 'signed-in', session }, endpoints = ['revocation', 'end_session'] } =
    scene;
  const happened: string[] = [];
  const answers: Record<string, ServiceAnswer> = {
    '/aua/v1/user/get': { user: session.user },
    '/aua/v1/user/getProperties': { properties: [] },
    '/aua/v1/user/getIdentities': { identities: [] },
    '/aua/v1/user/getRoles': { role_names: ['student'], permission_names: [] },
    '/gres/v1/gms/groups/get': { groups: [] },
    '/gres/v1/groups/getUpdated': { groups: [], gone_group_ids: [] },
    '/lima/license/getForUser': { licenses: session.licences },
    '/lima/device/updateForUser': { device: { device_identifier: 'd' } },
    '/lima/license/obtainLicenseUsage': { license_usage: someUsage() },
    '/lima/license/pruneLicenseUsage': { pruned_license_usages: 1 },
    '/lars/v1/cmi5/signOut': {},
    '/revoke': {},
    ...scene.answers,
  };
  const {
    api,
    clientOf,
    requests: asked,
  } = fakeServices(({ path }) => {
    if (path === '/revoke') happened.push('token revoked');
    if (path === '/lima/license/pruneLicenseUsage') happened.push('seat given back');
    if (path === '/lars/v1/cmi5/signOut') happened.push('units ended');
    return answers[path] ?? { status: 404, code: 'CALL_UNKNOWN' };
  }, 'mia');

  vi.stubGlobal('history', {
    replaceState: (_: unknown, __: string, path: string) => happened.push(`shows ${path}`),
  });
  const assign = (address: URL) => happened.push(`leaves for ${address.href}`);
  vi.stubGlobal('location', {
    origin: 'https://shell.example',
    search: scene.search ?? '',
    assign,
  });
  sessionStorage.setItem('userSession', 'x');

  const issuer = 'https://id.example';
  const discovered = new DiscoveredProvider(
    {
      issuer,
      ...(endpoints.includes('no authorization')
        ? {}
        : { authorization_endpoint: `${issuer}/authorize` }),
      ...Object.fromEntries(
        endpoints.map((name) => [
          `${name}_endpoint`,
          name === 'revocation' ? `${issuer}/revoke` : `${issuer}/end`,
        ]),
      ),
    },
    'lectern-shell',
  );
  const store = createSessionStore(state);
  const confirmation = createCouponConfirmation();
  const seats = createSeatKeeper({
    api,
    project: someProject,
    onLost: (why) => happened.push(`seat lost: ${why}`),
  });
  // A seat that is on its way then would be stored in the browser of the next test.
  onTestFinished(() => seats.release());
  const control = createSessionControl({
    clientOf,
    configuration: readConfiguration({ ...necessaryConfiguration, ...scene.configured }, ownOrigin),
    store,
    provider: {
      async discovered() {
        if (scene.isProviderAway) throw new TypeError('Failed to fetch');
        return discovered;
      },
    },
    tokens: { ...fakeTokens(), held: record, release: () => record, ...scene.tokens },
    api,
    seats,
    frame: {
      window: null,
      isOpen: true,
      isLoaded: scene.isLoaded ?? true,
      open: () => happened.push('frame opened'),
      lead: (address) => happened.push(`frame led to ${address}`),
      close: () => happened.push('frame closed'),
      subscribe: () => () => {},
    },
    unsavedWork: { settled: scene.saving ?? (() => Promise.resolve()) },
    outbox: {
      delivered: scene.delivering ?? (() => Promise.resolve()),
      end: () => {},
    },
    bridge: {
      hasSpoken: scene.hasSpoken ?? false,
      emit: (event, payload) =>
        void happened.push(`${event}: ${'reason' in payload ? payload.reason : ''}`),
    },
    confirmation,
    // The content hears it at once, except where the test holds the clock.
    ...(vi.isFakeTimers() ? {} : { hearingTimeInMs: 0 }),
    otherTabs: {
      person: scene.person ?? (async () => 'hash of mia'),
      tellSignedOut: async (person) => void happened.push(`told the tabs of ${person}`),
      saving: () => Promise.resolve(),
    },
    invitations: createInvitationSource(clientOf, () => {}),
  });
  return { control, store, confirmation, asked, happened, answers };
}

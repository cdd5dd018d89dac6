import * as oidc from 'openid-client';
import type { LicenseDenied } from '../configuration.ts';
import { inTime } from '../in-time.ts';
import { log } from '../logging/log.ts';
import type { CouponProblem } from '../session/redeem-coupon.ts';
import { leaveOutLongHint } from './authorization.ts';
import { offers, type Provider } from './provider.ts';
import { revocationTimeoutInMs } from './sign-in-defaults.ts';
import type { SignOutReason } from './sign-in-machine.ts';
import type { UserRecord } from './user-record.ts';

/**
 * Revokes refresh and access token (RFC 7009), so that nobody can use what was left behind. A
 * provider that cannot be reached keeps nobody from signing out.
 */
export async function revokeTokens(provider: Provider, record: UserRecord): Promise<void> {
  try {
    await inTime(revokeAll(provider, record), revocationTimeoutInMs, 'Revocation');
  } catch (error) {
    log('warning', 'Could not revoke the tokens.', error);
  }
}

async function revokeAll(provider: Provider, record: UserRecord): Promise<void> {
  const discovered = await provider.discovered();
  if (!offers(discovered, 'revocation_endpoint')) return;
  const revoke = (token: string, hint: string) =>
    oidc.tokenRevocation(discovered, token, { token_type_hint: hint });
  // Leaves no request open, because the page is left afterwards.
  const outcomes = await Promise.allSettled([
    revoke(record.access_token, 'access_token').catch((error: unknown) => {
      if (!isUnsupported(error)) throw error;
    }),
    ...(record.refresh_token === undefined ? [] : [revoke(record.refresh_token, 'refresh_token')]),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** True where a provider cannot revoke access tokens, such as JWTs (RFC 7009, section 2.2.1). */
function isUnsupported(error: unknown): boolean {
  return error instanceof oidc.ResponseBodyError && error.error === 'unsupported_token_type';
}

const stateParameter = 'state';
/** Nothing relies on it: some providers lead back only where there is a state. */
const signedOutState = 'signed-out';

/** The login page's query without what a provider has added to it after a sign-out. */
export function withoutSignedOutState(search: string): string {
  const query = new URLSearchParams(search);
  if (query.get(stateParameter) !== signedOutState) return search;
  query.delete(stateParameter);
  const rest = String(query);
  return rest === '' ? '' : `?${rest}`;
}

/**
 * Address that ends the session at the provider, too, in the shell's language (OpenID Connect
 * RP-Initiated Logout 1.0), or nothing where it has none or cannot be reached. It names the
 * client besides the ID token, which is left out where it is too long.
 */
export async function endSessionAddress(
  provider: Provider,
  record: UserRecord,
  locale: string,
): Promise<URL | undefined> {
  try {
    const discovered = await provider.discovered();
    if (!offers(discovered, 'end_session_endpoint')) return undefined;
    const address = oidc.buildEndSessionUrl(discovered, {
      id_token_hint: record.id_token,
      post_logout_redirect_uri: `${location.origin}/login`,
      state: signedOutState,
      ui_locales: locale,
    });
    leaveOutLongHint(address);
    return address;
  } catch (error) {
    log('warning', 'Could not end the session at the identity provider.', error);
    return undefined;
  }
}

/**
 * The licence-denied address with the article that would help, and the way back (section 4); nothing where
 * none is configured.
 *
 * @param returnUrl The login page, which says why the user is there.
 */
export function licenseDeniedAddress(
  denied: LicenseDenied | undefined,
  isTeacher: boolean,
  returnUrl: URL,
): URL | undefined {
  if (denied?.address === undefined) return undefined;
  const address = new URL(denied.address);
  address.searchParams.set(
    'articleNumbers',
    isTeacher ? denied.teacherArticle : denied.studentArticle,
  );
  address.searchParams.set('returnUrl', returnUrl.href);
  return address;
}

/**
 * The way from a licence-denied address of the shell's own host, at which somebody has arrived, to the
 * login page; nothing where this is no such address.
 *
 * @returns path and query
 */
export function wayBack(
  denied: LicenseDenied | undefined,
  { origin, pathname, searchParams }: URL,
): string | undefined {
  const address = denied?.address === undefined ? undefined : new URL(denied.address);
  if (address?.origin !== origin || address.pathname !== pathname) return undefined;
  const returnUrl = URL.parse(searchParams.get('returnUrl') ?? '');
  const isOwn = returnUrl?.origin === origin && returnUrl.pathname === '/login';
  const { search } = rejectedAt(isOwn ? returnUrl : new URL('/login', origin));
  return `/login${search}`;
}

/** The end of a user without a licence, after this came of the coupon, or in a class. */
export function rejection(coupon?: CouponProblem, isInClass = false): SignOutReason {
  return { kind: 'rejected', ...(coupon && { coupon }), ...(isInClass && { isInClass }) };
}

const rejectedParameter = 'rejected';

/** Has the login page say that no licence opens the publication (section 4). */
export function rejectedAt(loginPage: URL): URL {
  loginPage.searchParams.set(rejectedParameter, 'true');
  return loginPage;
}

/** True where the login page is there because a licence was rejected, just now or before a visit to the shop. */
export function isRejected(search: string): boolean {
  return new URLSearchParams(search).get(rejectedParameter) === 'true';
}

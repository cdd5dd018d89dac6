/** Everything with the session cookie lies below this path; see the cookie's configuration. */
export const protocolPath = '/oauth';

/** Where the protocol's endpoints are; clients learn it from the discovery document. */
export const paths = {
  authorization: `${protocolPath}/authorize`,
  end_session: `${protocolPath}/sign-out`,
  introspection: `${protocolPath}/introspect`,
  jwks: `${protocolPath}/jwks`,
  revocation: `${protocolPath}/revoke`,
  token: `${protocolPath}/token`,
  userinfo: `${protocolPath}/userinfo`,
} as const;

export function signInPath(interactionUid: string): string {
  return `/sign-in/${interactionUid}`;
}

export type Claims = Readonly<Record<string, unknown>>;

/** An access token that its identity provider issued and that holds. */
export interface ActiveToken {
  readonly issuer: string;
  /** Its owner, in the issuer's own words; for a client's own token the client. */
  readonly sub: string;
  readonly clientId: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly claims: Claims;
}

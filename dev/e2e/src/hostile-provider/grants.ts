import { randomUUID } from 'node:crypto';

/** One sign-in and all that was issued under it; it ends as a whole. */
export interface Grant {
  readonly sid: string;
  /** Ended by a sign-out, or because a refresh token was used twice. */
  isOver: boolean;
}

/** The request that an authorization code was issued for. */
export interface CodeRequest {
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly redirectUri: string;
}

/** How long access tokens hold, in seconds. */
export const accessTokenLifetimeInSeconds = 300;

/**
 * Codes and tokens of the provider, each good for one use where the standards say so. A refresh token
 * that is used twice ends its grant, access tokens included (RFC 9700, section 4.14.2).
 */
export class Grants {
  /** Refresh tokens that came a second time. */
  reuses = 0;
  readonly #codes = new Map<string, CodeRequest & { readonly grant: Grant }>();
  readonly #refreshTokens = new Map<string, { readonly grant: Grant; isSpent: boolean }>();
  readonly #accessTokens = new Map<string, { readonly grant: Grant; readonly endsAt: number }>();

  issueCode(request: CodeRequest): string {
    const code = `code-${randomUUID()}`;
    this.#codes.set(code, { ...request, grant: { sid: randomUUID(), isOver: false } });
    return code;
  }

  takeCode(code: string) {
    const taken = this.#codes.get(code);
    this.#codes.delete(code);
    return taken;
  }

  /** @returns `undefined` for a token that is unknown, spent, or of a grant that is over. */
  takeRefreshToken(token: string): Grant | undefined {
    const stored = this.#refreshTokens.get(token);
    if (!stored) return undefined;
    if (stored.isSpent) {
      this.reuses++;
      stored.grant.isOver = true;
    }
    stored.isSpent = true;
    return stored.grant.isOver ? undefined : stored.grant;
  }

  issueTokens(grant: Grant): { readonly accessToken: string; readonly refreshToken: string } {
    const [accessToken, refreshToken] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    const endsAt = Date.now() / 1000 + accessTokenLifetimeInSeconds;
    this.#accessTokens.set(accessToken, { grant, endsAt });
    this.#refreshTokens.set(refreshToken, { grant, isSpent: false });
    return { accessToken, refreshToken };
  }

  /** @returns `undefined` for an access token that does not hold. */
  activeToken(token: string): { readonly grant: Grant; readonly endsAt: number } | undefined {
    const stored = this.#accessTokens.get(token);
    return stored && !stored.grant.isOver && stored.endsAt > Date.now() / 1000 ? stored : undefined;
  }

  /** Ends the grant of any token (RFC 7009, section 2.1), or of a session. */
  end(tokenOrSid: string): void {
    const grants = [...this.#accessTokens.values(), ...this.#refreshTokens.values()].map(
      ({ grant }) => grant,
    );
    const named = this.#accessTokens.get(tokenOrSid) ?? this.#refreshTokens.get(tokenOrSid);
    for (const grant of grants)
      if (grant === named?.grant || grant.sid === tokenOrSid) grant.isOver = true;
  }

  /** Every code and token so far. */
  get secrets(): string[] {
    return [...this.#codes.keys(), ...this.#accessTokens.keys(), ...this.#refreshTokens.keys()];
  }
}

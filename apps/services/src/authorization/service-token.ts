import type { IdentityProvider } from './identity-provider.ts';

/** A token of the services' own, for asking others in their own name; this is where they get it. */
export interface ServiceToken {
  /**
   * @returns an access token that holds for a while yet.
   * @throws {IdentityProviderUnavailable} where the provider gives none.
   */
  get(): Promise<string>;
  /** To be told when a token was refused though it should hold: the next one is a new one. */
  forget(token: string): void;
}

/** How long before its end a token is renewed, beside the calls that it still does for. */
const renewalBeforeEndInMs = 30_000;
/** How long a call takes at most: a token that ends sooner is given only where the provider gives no other one. */
const callTimeInMs = 5_000;

interface Kept {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly renewAt: number;
  /** The same. */
  readonly endsAt: number;
}

/**
 * Keeps the token until shortly before it ends (RFC 6749, section 4.4). Calls at the same time share one
 * request; a failure is not remembered, and the token before does until it ends.
 */
export function createServiceToken(provider: Pick<IdentityProvider, 'clientToken'>): ServiceToken {
  let kept: Kept | undefined;
  let asked: Promise<Kept> | undefined;

  const ask = async (): Promise<Kept> => {
    const askedAt = Date.now();
    const { token, expiresInSeconds } = await provider.clientToken();
    const endsAt = askedAt + expiresInSeconds * 1000;
    kept = { token, renewAt: endsAt - renewalBeforeEndInMs, endsAt };
    return kept;
  };

  return {
    async get() {
      const now = Date.now();
      if (kept && now < kept.renewAt) return kept.token;
      asked ??= ask().finally(() => {
        asked = undefined;
      });
      if (kept && now < kept.endsAt - callTimeInMs) {
        // The next call that needs one asks again, and hears of the failure.
        asked.catch(() => {});
        return kept.token;
      }
      try {
        return (await asked).token;
      } catch (error) {
        if (!kept || Date.now() >= kept.endsAt) throw error;
        return kept.token;
      }
    },
    forget(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

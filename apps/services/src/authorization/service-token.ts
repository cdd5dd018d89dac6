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

/** How long before its end a token is replaced where the provider answers: it must outlive the request. */
const renewalBeforeEndInMs = 30_000;

interface Kept {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly renewAt: number;
  /** The same. */
  readonly endsAt: number;
}

/**
 * Keeps the token until shortly before it ends (RFC 6749, section 4.4). Those who need one at the same
 * time share one request; a failure is not remembered, and the token before does until it ends.
 */
export function createServiceToken(provider: Pick<IdentityProvider, 'clientToken'>): ServiceToken {
  let kept: Kept | undefined;
  let asked: Promise<Kept> | undefined;

  const ask = async (): Promise<Kept> => {
    const askedAt = Date.now();
    const { token, expiresInSeconds } = await provider.clientToken();
    const endsAt = askedAt + expiresInSeconds * 1000;
    return { token, renewAt: endsAt - renewalBeforeEndInMs, endsAt };
  };

  return {
    async get() {
      if (kept && Date.now() < kept.renewAt) return kept.token;
      asked ??= ask().finally(() => {
        asked = undefined;
      });
      try {
        kept = await asked;
      } catch (error) {
        if (!kept || Date.now() >= kept.endsAt) throw error;
      }
      return kept.token;
    },
    forget(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

import type { IdentityProvider } from './identity-provider.ts';
import type { ActiveToken } from './active-token.ts';
import { IdentityProviderUnavailable } from './provider-errors.ts';

/** How long a provider is waited for before it counts as hanging, in milliseconds. */
const hangingAfterInMs = 2_000;
/** How long it counts as hanging unless it is heard of, in milliseconds. */
const hangingForInMs = 10_000;

/**
 * Finds the provider that knows a token which does not say whose it is.
 *
 * They are asked in turn, so that none gets to see tokens that one before it knows: it could use them.
 * The next one is asked when the one before it does not know the token or cannot be asked, or when it
 * hangs: so that it does not keep others' users waiting, it is remembered, and the next one is asked
 * beside it at once, until it answers in time or some seconds have passed. Whatever it answers late
 * still counts.
 *
 * @throws {IdentityProviderUnavailable} when nobody knows the token and one could not be asked.
 * @throws {SubjectMissing} when one knows it, and no other one is asked after that.
 */
export function createIntrospectAtAny(
  providers: readonly IdentityProvider[],
): (token: string) => Promise<ActiveToken | undefined> {
  /** Until when those that hung count as hanging, by the monotonic clock. */
  const hangingUntil = new Map<IdentityProvider, number>();
  const isHanging = (provider: IdentityProvider): boolean =>
    performance.now() < (hangingUntil.get(provider) ?? 0);
  const rememberHanging = (provider: IdentityProvider): void => {
    hangingUntil.set(provider, performance.now() + hangingForInMs);
  };

  /** Resolves when it is time to ask the next one. */
  const beforeNext = async (provider: IdentityProvider, answered: Promise<void>): Promise<void> => {
    if (isHanging(provider)) return;
    const { promise: impatient, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      rememberHanging(provider);
      resolve();
    }, hangingAfterInMs);
    await Promise.race([answered, impatient]);
    clearTimeout(timer);
  };

  return (token) => {
    const { promise: outcome, resolve, reject } = Promise.withResolvers<ActiveToken | undefined>();
    let isOver = false;
    let failure: IdentityProviderUnavailable | undefined;
    const ask = async (provider: IdentityProvider): Promise<void> => {
      const askedAt = performance.now();
      try {
        const active = await provider.introspect(token);
        if (!active) return;
        isOver = true;
        resolve(active);
      } catch (error) {
        if (error instanceof IdentityProviderUnavailable) {
          failure ??= error;
          return;
        }
        isOver = true;
        reject(error);
      } finally {
        if (performance.now() - askedAt < hangingAfterInMs) hangingUntil.delete(provider);
        else rememberHanging(provider);
      }
    };
    const askAll = async (): Promise<void> => {
      const answers: Promise<void>[] = [];
      for (const provider of providers) {
        if (isOver) return;
        const answered = ask(provider);
        answers.push(answered);
        if (provider !== providers.at(-1)) await beforeNext(provider, answered);
      }
      await Promise.all(answers);
      if (failure) reject(failure);
      else resolve(undefined);
    };
    void askAll();
    return outcome;
  };
}

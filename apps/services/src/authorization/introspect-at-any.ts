import {
  IdentityProviderUnavailable,
  type ActiveToken,
  type IdentityProvider,
} from './identity-provider.ts';

/** How long a provider may take before the next one is asked beside it, in milliseconds. */
const patienceInMs = 1_000;

/**
 * Finds the provider that knows a token which does not say whose it is.
 *
 * They are asked in turn, so that none gets to see tokens that one before it knows: it could use them.
 * One that is away or slow keeps nobody waiting who is not its own user: the next one is asked beside
 * it, at once as long as it stays slow.
 *
 * @throws {IdentityProviderUnavailable} when nobody knows the token and one could not be asked.
 */
export function createIntrospectAtAny(
  providers: readonly IdentityProvider[],
): (token: string) => Promise<ActiveToken | undefined> {
  /** Those that took too long and have not been quick since. */
  const slow = new Set<IdentityProvider>();

  /** Resolves when it is time to ask the next one. */
  const beforeNext = async (provider: IdentityProvider, answered: Promise<void>): Promise<void> => {
    if (slow.has(provider)) return;
    const { promise: impatient, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      slow.add(provider);
      resolve();
    }, patienceInMs);
    await Promise.race([answered, impatient]);
    clearTimeout(timer);
  };

  return (token) => {
    const { promise: found, resolve, reject } = Promise.withResolvers<ActiveToken | undefined>();
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
        if (performance.now() - askedAt < patienceInMs) slow.delete(provider);
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
    return found;
  };
}

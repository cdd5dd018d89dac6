import type { CallName } from '@lectern/contracts/client';
import type { TokenKeeper } from './token-keeper.ts';

/** The tokens that requests to the services carry. */
export interface Bearer {
  /** Nothing while nobody is signed in and no application's token is known. */
  tokenFor(call: CallName): Promise<string | undefined>;
  /** Another token in place of one that a service did not take, or nothing where there is none. */
  insteadOf(token: string): Promise<string | undefined>;
}

/** Every service is sent the user's own access token. */
export function userBearer(tokens: Pick<TokenKeeper, 'current' | 'renew'>): Bearer {
  const current = async () => (await tokens.current())?.access_token;
  return {
    tokenFor: current,
    async insteadOf(token) {
      if ((await current()) === token) await tokens.renew();
      const next = await current();
      return next === token ? undefined : next;
    },
  };
}

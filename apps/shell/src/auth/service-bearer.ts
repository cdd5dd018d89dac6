import { CallFailed, type CallName } from '@lectern/contracts/client';
import * as oidc from 'openid-client';
import type { SuffixCode } from '../configuration.ts';
import { passedTimeInMs } from '../passed-time.ts';
import type { Bearer } from './bearer.ts';
import type { Provider } from './provider.ts';
import { providerTimeoutInSeconds } from './sign-in-defaults.ts';
import { isTemporary } from './sign-in-error.ts';
import { readTokenAnswer } from './token-answer.ts';
import type { TokenKeeper } from './token-keeper.ts';

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** A token that is this close to its end is not sent any more. */
const expiryMarginInSeconds = 10;
/** Lifetime of tokens for services whose issuer does not say it. */
const assumedServiceTokenLifetimeInSeconds = 60;

interface KeptToken {
  readonly token: string;
  /** In milliseconds of {@link passedTimeInMs}. */
  readonly staleAt: number;
}

/** An exchange for one service. */
interface Exchange {
  readonly userToken: string;
  readonly token: Promise<string>;
  /** Never while it is under way, at once when it has failed. */
  staleAt: number;
}

interface ServiceBearerDependencies {
  /** Address of the token provider. */
  readonly address: string;
  /** Exchanges tokens at its token endpoint. */
  readonly provider: Provider;
  readonly tokens: Pick<TokenKeeper, 'current' | 'renew'>;
}

/**
 * Every service is sent a token of its own:
 *
 *   token provider ── at start-up ──▶ application's token ──┐
 *                                                           ├─ exchange (RFC 8693) ─▶ user's token
 *   identity provider ── sign-in ───▶ user's access token ──┘                        for the service
 *
 * The application's token says which application calls and never who; it is sent as it is while nobody
 * is signed in, and goes into the exchange as the acting party's.
 */
export function createServiceBearer({
  address,
  provider,
  tokens,
}: ServiceBearerDependencies): Bearer {
  let applications: Promise<ReadonlyMap<string, KeptToken>> | undefined;
  const exchanges = new Map<SuffixCode, Exchange>();

  function loadApplications(): Promise<ReadonlyMap<string, KeptToken>> {
    applications ??= fetchApplicationTokens(address).catch((error: unknown) => {
      applications = undefined;
      throw error;
    });
    return applications;
  }

  async function applicationToken(code: SuffixCode): Promise<string> {
    let kept = (await loadApplications()).get(code);
    if (kept && passedTimeInMs() >= kept.staleAt) {
      applications = undefined;
      kept = (await loadApplications()).get(code);
    }
    if (!kept) throw new Error(`The token provider gives no token for ${code}.`);
    return kept.token;
  }

  function exchangedToken(code: SuffixCode, userToken: string): Promise<string> {
    const latest = exchanges.get(code);
    if (latest?.userToken === userToken && passedTimeInMs() < latest.staleAt) return latest.token;
    const exchange: Exchange = {
      userToken,
      staleAt: Infinity,
      token: requestExchange(code, userToken).then(
        ({ token, staleAt }) => {
          exchange.staleAt = staleAt;
          return token;
        },
        (error: unknown) => {
          exchange.staleAt = -Infinity;
          throw error;
        },
      ),
    };
    exchanges.set(code, exchange);
    return exchange.token;
  }

  async function requestExchange(code: SuffixCode, userToken: string): Promise<KeptToken> {
    const [server, actor] = await Promise.all([provider.discovered(), applicationToken(code)]);
    const issued = await oidc.genericGrantRequest(server, exchangeGrant, {
      subject_token: userToken,
      subject_token_type: accessTokenType,
      actor_token: actor,
      actor_token_type: accessTokenType,
      requested_token_type: accessTokenType,
      audience: code,
    });
    return keep(issued.access_token, issued.expires_in);
  }

  const tokenOf = async (code: SuffixCode): Promise<string> => {
    const user = await tokens.current();
    return user ? exchangedToken(code, user.access_token) : applicationToken(code);
  };

  // At start-up, so that nothing waits for them later. Callers that need one get its failure.
  loadApplications().catch(() => {});
  return {
    async tokenFor(call) {
      try {
        return await tokenOf(codeOf(call));
      } catch (cause) {
        const message = `${call.name}: no token for ${call.service}`;
        throw isTemporary(cause)
          ? new CallFailed(call, 'network', message, { cause })
          : new CallFailed(call, 'refused', message, { status: 401, cause });
      }
    },
    async insteadOf(token) {
      for (const [code, exchange] of exchanges) {
        if ((await exchange.token.catch(() => undefined)) !== token) continue;
        exchanges.delete(code);
        // The token that it was exchanged for may hold no longer, either.
        await tokens.renew();
        return tokenOf(code);
      }
      return undefined;
    },
  };
}

/** Group management, group products and statistics stand under the base of the group service. */
function codeOf({ service }: CallName): SuffixCode {
  return service === 'gms' || service === 'gp' || service === 'stats' ? 'gres' : service;
}

/** The token provider's answer is an object with a token for each service by its code. */
async function fetchApplicationTokens(address: string): Promise<ReadonlyMap<string, KeptToken>> {
  const response = await fetch(address, {
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(providerTimeoutInSeconds * 1000),
  }).catch((cause: unknown) => {
    throw new TypeError('The token provider gave no answer.', { cause });
  });
  if (!response.ok) throw new TypeError(`The token provider answered HTTP ${response.status}.`);
  const answer: unknown = await response.json();
  return new Map(
    Object.entries(answer ?? {}).flatMap(([code, issued]) => {
      const { access_token, expires_in } = readTokenAnswer(issued) ?? {};
      return access_token === undefined ? [] : [[code, keep(access_token, expires_in)] as const];
    }),
  );
}

function keep(token: string, lifetime = assumedServiceTokenLifetimeInSeconds): KeptToken {
  const usableInSeconds = Math.max(lifetime - expiryMarginInSeconds, lifetime / 2);
  return { token, staleAt: passedTimeInMs() + usableInSeconds * 1000 };
}

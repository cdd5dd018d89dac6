import { contract, type License } from '@lectern/contracts';
import type { BridgeLicense } from '@lectern/sdk/protocol';
import { calculatePKCECodeChallenge } from 'openid-client';
import type { Api } from '../api.ts';
import { forgetDeepLink } from '../content-frame/deep-link.ts';
import type { SessionStore } from '../session/session-store.ts';
import { isPandaLogin, type UserSession } from '../session/user-session.ts';
import { BridgeFailure } from './bridge-failure.ts';
import type { RequestTable } from './bridge.ts';
import { checkChallengeText, checkPayload } from './payloads.ts';
import { postStatement } from './post-statement.ts';
import { fromService } from './service-failure.ts';

export interface RequestContext {
  readonly api: Api;
  readonly store: SessionStore;
  readonly startSignIn: () => void;
  readonly signOut: () => void;
}

/**
 * What the shell answers to each request of the content. Tokens are no part of any answer.
 *
 * The login frame talks to the same table: without a session, what needs one fails with
 * `NOT_LOGGED_IN`.
 */
export function createRequestTable(context: RequestContext): RequestTable {
  const { api, store } = context;
  const { localStoreItemGetForModel, localStoreItemSetForModel } = contract.clag;

  function signedIn(): UserSession {
    if (store.session) return store.session;
    throw new BridgeFailure('NOT_LOGGED_IN', 'Nobody is signed in.');
  }

  return {
    ready() {
      // The login frame is ready, too, long before the deep link has been opened.
      if (store.session) forgetDeepLink();
      return null;
    },
    isLoggedIn: () => store.session !== undefined,
    startLogin() {
      context.startSignIn();
      return null;
    },
    logout() {
      signedIn();
      context.signOut();
      return null;
    },
    getUser() {
      const { subject, given_name, family_name } = signedIn().user;
      return {
        subject,
        ...(given_name === undefined ? {} : { given_name }),
        ...(family_name === undefined ? {} : { family_name }),
      };
    },
    isPandaLogin: () => isPandaLogin(signedIn()),
    isTeacher: () => signedIn().isTeacher,
    getLicenses: () => signedIn().licences.map(toBridgeLicense),
    async getLocalStoreItems(payload) {
      signedIn();
      const body = checkPayload(localStoreItemGetForModel.body, payload);
      const answer = await fromService(
        'Could not read local store items.',
        api.clag.localStoreItemGetForModel({ body }),
      );
      return answer.local_store_items;
    },
    async setLocalStoreItems(payload) {
      signedIn();
      const body = checkPayload(localStoreItemSetForModel.body, payload);
      const answer = await fromService(
        'Could not store local store items.',
        api.clag.localStoreItemSetForModel({ body }),
      );
      return answer.local_store_items;
    },
    postStatement: (payload) => postStatement(api.lars, signedIn().user.subject, payload),
    encodeChallenge: (payload) => calculatePKCECodeChallenge(checkChallengeText(payload)),
  };
}

/** The fields of section 3; what else the licence service says is not the content's business. */
function toBridgeLicense(license: License): BridgeLicense {
  const { license_code, license_strategy, license_state } = license;
  const { mandant_identifier, product_reference } = license;
  return { license_code, license_strategy, license_state, mandant_identifier, product_reference };
}

import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { currentRequest } from '../http/guard.ts';
import { protocolPath, signInPath } from '../paths.ts';

/** Browsers keep cookies of 4096 bytes with their names and attributes (RFC 6265, section 6.1). */
const valueMaximumInBytes = 3_500;

/** Values that a browser keeps of a model, and their addresses. */
interface Kept {
  readonly cookie: string;
  path(id: string): string;
  /** True once somebody has signed in, or their password has just been right. */
  isSomebodys(payload: AdapterPayload): boolean;
}

const keptByModel: Readonly<Record<string, Kept>> = {
  Interaction: {
    cookie: 'lectern_sign_in_request',
    path: signInPath,
    isSomebodys: ({ result, lastSubmission, session }) =>
      Boolean(result ?? lastSubmission ?? session),
  },
  // Without an account: that of a sign-out by somebody who is not signed in.
  Session: {
    cookie: 'lectern_visit',
    path: () => protocolPath,
    isSomebodys: ({ accountId }) => Boolean(accountId),
  },
};

/**
 * Leaves what belongs to nobody yet with its browser, in a signed cookie, so that requests without a
 * sign-in store nothing, however many come. What belongs to an account is stored, as is every other model.
 *
 * @param stored Of the same model.
 */
export function leaveWithBrowser(model: string, stored: Adapter): Adapter {
  const kept = Object.hasOwn(keptByModel, model) ? keptByModel[model] : undefined;
  if (!kept) return stored;
  const set = (id: string, value: string | null, ageInSeconds = 0) =>
    currentRequest.getStore()?.cookies.set(kept.cookie, value, {
      httpOnly: true,
      sameSite: 'lax',
      signed: true,
      path: kept.path(id),
      maxAge: ageInSeconds * 1000,
    });
  const read = (id: string): AdapterPayload | undefined => {
    const value = currentRequest.getStore()?.cookies.get(kept.cookie, { signed: true });
    if (!value) return undefined;
    const payload = JSON.parse(Buffer.from(value, 'base64url').toString()) as AdapterPayload;
    return payload.jti === id ? payload : undefined;
  };

  return {
    async upsert(id, payload, expiresInSeconds) {
      if (kept.isSomebodys(payload)) {
        if (read(id)) set(id, null);
        return stored.upsert(id, payload, expiresInSeconds);
      }
      const value = Buffer.from(JSON.stringify(payload)).toString('base64url');
      if (value.length > valueMaximumInBytes) {
        throw new errors.InvalidRequest('the authorization request is too long');
      }
      set(id, value, expiresInSeconds);
    },
    find: async (id) => (await stored.find(id)) ?? read(id),
    async destroy(id) {
      if (read(id)) set(id, null);
      await stored.destroy(id);
    },
    findByUid: (uid) => stored.findByUid(uid),
    findByUserCode: (userCode) => stored.findByUserCode(userCode),
    consume: (id) => stored.consume(id),
    revokeByGrantId: (grantId) => stored.revokeByGrantId(grantId),
  };
}

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isOfBefore } from './erased-subjects.ts';
import { keysCooldownInMs } from './identity-provider.ts';
import type { ActiveToken } from './active-token.ts';
import type { SignedOut } from './sign-out.ts';
import type { PlatformSubject, SubjectDirectory } from './subject-directory.ts';
import type { VerifyToken } from './token-verifier.ts';

/** A token that holds, and whose it is. */
export interface VerifiedToken {
  readonly token: ActiveToken;
  readonly owner: PlatformSubject;
  /** The subject that the token was issued to, where a link made another one of it. */
  readonly loginSubject: string | undefined;
}

/** Remembers what came of verifying tokens, so that not every call asks for it. */
export interface VerifiedTokens {
  /** Remembered outcome: `false` for a refused token, nothing for an unknown one. */
  cached(token: string): VerifiedToken | false | undefined;
  /** Verifies a token that is not known. Throws what the verification throws. */
  verify(token: string): Promise<VerifiedToken | false>;
  /**
   * Forgets what it knows of the tokens that a sign-out may speak of, those included that are being
   * verified: they are verified anew.
   */
  forget(signedOut: SignedOut): void;
  /** Forgets what it knows of the tokens whose owners these are. */
  forgetSubjects(subjects: readonly string[]): void;
  forgetEverybody(): void;
}

/**
 * How long a verified token is not verified again, in milliseconds: a sign-out that the services are
 * not told of holds within this.
 */
export const verificationCacheInMs = 60_000;
/**
 * How long a refused token is not verified again, in milliseconds: it may be signed with a key so new
 * that it has not been fetched, and is not until the keys' cooldown is over.
 */
const refusalCacheInMs = keysCooldownInMs;
/** How many verified tokens are kept. */
const verificationCacheSize = 20_000;

export function createVerifiedTokens(
  verify: VerifyToken,
  directory: Pick<SubjectDirectory, 'subjectOf' | 'nameOf'>,
): VerifiedTokens {
  /** Verifications under way, so that parallel requests with one new token share one. */
  const underWay = new Map<string, Verification>();
  /** Keys of what is remembered, by what sign-outs name. A school's sign-outs come all at once. */
  const keysByName = new Map<string, Set<string>>();
  // A refused token is remembered as `false`; a failed verification is not remembered.
  const remembered = new LRUCache<string, VerifiedToken | false>({
    // A `max` would take the room of all of them from the beginning.
    maxSize: verificationCacheSize,
    sizeCalculation: () => 1,
    ttl: verificationCacheInMs,
    dispose(outcome, key) {
      for (const name of outcome ? namesOfVerified(outcome) : []) {
        const keys = keysByName.get(name);
        keys?.delete(key);
        if (keys?.size === 0) keysByName.delete(name);
      }
    },
  });

  function remember(key: string, outcome: VerifiedToken | false): void {
    if (!outcome) {
      remembered.set(key, false, { ttl: refusalCacheInMs });
      return;
    }
    // A person who comes back becomes a user with the next request.
    if (outcome.owner.erased?.isUser === false) return;
    const remainingInMs = outcome.token.expiresAt * 1000 - Date.now();
    const ttl = Math.max(1, Math.min(verificationCacheInMs, remainingInMs));
    remembered.set(key, outcome, { ttl });
    for (const name of namesOfVerified(outcome)) {
      const keys = keysByName.get(name);
      if (keys) keys.add(key);
      else keysByName.set(name, new Set([key]));
    }
  }

  async function find(token: string): Promise<VerifiedToken | false> {
    const active = await verify(token);
    if (!active) return false;
    const owner = await directory.subjectOf(active);
    if (owner.erased && isOfBefore(active, owner.erased)) return false;
    const issuedTo = directory.nameOf(active);
    return {
      token: active,
      owner,
      loginSubject: issuedTo === owner.subject ? undefined : issuedTo,
    };
  }

  async function verifyAndRemember(key: string, token: string, signedOut: Set<string>) {
    try {
      for (;;) {
        const outcome = await find(token);
        // An outcome from before a sign-out says nothing about the time after it.
        const names = outcome ? [everybody, ...namesOfVerified(outcome)] : [];
        if (names.some((name) => signedOut.has(name))) {
          signedOut.clear();
          continue;
        }
        remember(key, outcome);
        return outcome;
      }
    } finally {
      underWay.delete(key);
    }
  }

  function forgetNames(names: readonly string[]): void {
    for (const name of names) {
      for (const running of underWay.values()) running.signedOut.add(name);
      for (const key of keysByName.get(name) ?? []) remembered.delete(key);
    }
  }

  return {
    cached: (token) => remembered.get(fingerprint(token)),

    verify(token) {
      const key = fingerprint(token);
      const running = underWay.get(key);
      if (running) return running.outcome;
      const signedOut = new Set<string>();
      const outcome = verifyAndRemember(key, token, signedOut);
      underWay.set(key, { outcome, signedOut });
      return outcome;
    },

    forget: (signedOut) => forgetNames(namesOf(signedOut)),
    forgetSubjects: (subjects) => forgetNames(subjects.map(ownerName)),
    forgetEverybody() {
      for (const running of underWay.values()) running.signedOut.add(everybody);
      remembered.clear();
    },
  };
}

const ownerName = (subject: string) => `owner ${subject}`;
/** No name of anybody. */
const everybody = 'everybody';

/** Names that a token is forgotten by: those of sign-outs, and its owner's. */
function namesOfVerified({ token, owner, loginSubject }: VerifiedToken): readonly string[] {
  // The name that it was issued to is among the aliases, unless a link was undone just then.
  const owners = new Set([...owner.aliases, ...(loginSubject === undefined ? [] : [loginSubject])]);
  return [...namesOfToken(token), ...[...owners].map(ownerName)];
}

/** A verification under way, and what was to be forgotten since it began. */
interface Verification {
  readonly outcome: Promise<VerifiedToken | false>;
  readonly signedOut: Set<string>;
}

/**
 * User and session, as sign-outs name them. Roughly, since a sign-out of a session that names its user
 * leaves the user's other sessions alone: which tokens are meant is found out by verifying them anew.
 */
function namesOf({ issuer, sid, sub }: SignedOut): readonly string[] {
  return [
    ...(sub === undefined ? [] : [`sub ${issuer} ${sub}`]),
    ...(sid === undefined ? [] : [`sid ${issuer} ${sid}`]),
  ];
}

function namesOfToken({ issuer, sub, claims: { sid } }: ActiveToken): readonly string[] {
  return namesOf({ issuer, sub, sid: typeof sid === 'string' ? sid : undefined });
}

/** Tokens themselves are not kept as keys, so that a memory dump of the cache gives none away. */
function fingerprint(token: string): string {
  return hash('sha256', token, 'base64');
}

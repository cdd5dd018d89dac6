/** Differences of one JWT from an honest one. */
export interface TokenForgery {
  readonly header?: Readonly<Record<string, unknown>>;
  /** `undefined` takes a claim out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /**
   * `stranger`: another key than the published one, under its name; `public key`: the published one's
   * text as the secret of an HMAC; `nobody`: no signature at all. Default: the published key.
   */
  readonly signedBy?: 'stranger' | 'public key' | 'nobody';
}

type Claims = Readonly<Record<string, unknown>>;

/** Signs JWTs as an identity provider does, or nearly. */
export interface TokenSigner {
  /** The provider's published JWK Set (RFC 7517). */
  readonly keySet: { readonly keys: readonly Claims[] };
  /** The stranger's key in the form of an embedded `jwk`. */
  readonly strangersKey: JsonWebKey;
  sign(claims: Claims, forgery?: TokenForgery): Promise<string>;
}

const rsa = {
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;

/** Parameters by which the keys of an algorithm are made, and sign. */
const algorithms = {
  RS256: { ...rsa, name: 'RSASSA-PKCS1-v1_5' },
  PS256: { ...rsa, name: 'RSA-PSS', saltLength: 32 },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
} as const;

/** @param keyId Name of the published key. */
export async function createTokenSigner(
  keyId = 'k1',
  alg: keyof typeof algorithms = 'RS256',
): Promise<TokenSigner> {
  const algorithm = algorithms[alg];
  const newKeys = async () =>
    (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
  const [own, stranger] = await Promise.all([newKeys(), newKeys()]);
  const publicKey = await crypto.subtle.exportKey('jwk', own.publicKey);
  const strangersKey = await crypto.subtle.exportKey('jwk', stranger.publicKey);
  for (const member of ['key_ops', 'ext', 'alg'] as const) delete strangersKey[member];
  const signatures = {
    stranger: (signed: BufferSource) => crypto.subtle.sign(algorithm, stranger.privateKey, signed),
    'public key': async (signed: BufferSource) => hmac(await pemOf(own.publicKey), signed),
    nobody: () => new ArrayBuffer(0),
    own: (signed: BufferSource) => crypto.subtle.sign(algorithm, own.privateKey, signed),
  };
  return {
    keySet: { keys: [{ ...publicKey, kid: keyId, use: 'sig', alg }] },
    strangersKey,

    async sign(claims, { header, claims: forged, signedBy = 'own' as const } = {}) {
      const signed = [
        { alg, kid: keyId, typ: 'JWT', ...header },
        { ...claims, ...forged },
      ]
        .map((part) => base64url(JSON.stringify(part)))
        .join('.');
      const signature = await signatures[signedBy](new TextEncoder().encode(signed));
      return `${signed}.${base64url(signature)}`;
    },
  };
}

/** The left half of the access token's SHA-256, as an honest `at_hash` has it (Core, section 3.1.3.6). */
export async function accessTokenHash(accessToken: string): Promise<string> {
  return base64url((await sha256(accessToken)).slice(0, 16));
}

/** The S256 challenge of a code verifier (RFC 7636, section 4.2). */
export async function codeChallenge(verifier: string): Promise<string> {
  return base64url(await sha256(verifier));
}

function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
}

async function hmac(secret: string, signed: BufferSource): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return crypto.subtle.sign('HMAC', key, signed);
}

/** As verifiers that fall for it are given the public key. */
async function pemOf(key: CryptoKey): Promise<string> {
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', key));
  const lines = btoa(String.fromCharCode(...spki)).replace(/.{64}/g, '$&\n');
  return `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----\n`;
}

/** Texts must be ASCII. */
function base64url(data: string | ArrayBuffer): string {
  return btoa(typeof data === 'string' ? data : String.fromCharCode(...new Uint8Array(data)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { startTestServer, type SignedIn } from '@lectern/env/testing';
import type { IdentityProviderOptions } from '../src/authorization/identity-provider.ts';
import { subjectOfFurtherIssuer } from '../src/storage/subject-names.ts';

/** A signing key with the name under which it is published. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** Claims to set; `undefined` leaves one out. */
export type Claims = { readonly [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined };

/** An issuer of JWT access tokens that signs whatever a test wants, right or wrong. */
export interface JwtIssuer {
  readonly options: IdentityProviderOptions & { readonly audience: string };
  /** How often its keys were fetched. */
  readonly keyRequests: number;
  /** Claims of a good access token of this subject. */
  claims(sub: string, change?: Claims): JWTPayload;
  sign(
    claims: JWTPayload,
    header?: { typ?: string; kid?: string; key?: CryptoKey },
  ): Promise<string>;
  /** Somebody with a good access token, as the services name it. */
  signIn(sub: string, change?: Claims): Promise<SignedIn>;
  /** Publishes a new key, signs with it from now on, and publishes the old one no more. */
  rotate(): Promise<void>;
  /** From now on its keys cannot be had. */
  hideKeys(): void;
  close(): void;
}

export async function startJwtIssuer(): Promise<JwtIssuer> {
  let key = await newKey();
  let published = await jwks(key);
  let keyRequests = 0;
  let hidden = false;
  const server = await startTestServer((request, response) => {
    const isKeys = request.url === '/keys';
    if (isKeys) keyRequests++;
    if (isKeys && hidden) return void response.writeHead(500).end();
    const document = isKeys
      ? published
      : request.url === '/introspect'
        ? { active: false }
        : discovery;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
  });
  const issuer = server.origin;
  const discovery = {
    issuer,
    jwks_uri: `${issuer}/keys`,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    introspection_endpoint: `${issuer}/introspect`,
  };
  const audience = 'https://services.lectern.example';

  const jwtIssuer: JwtIssuer = {
    options: {
      issuer,
      clientId: 'services',
      clientSecret: 'secret',
      acceptedClients: ['shell', 'shop'],
      audience,
    },
    get keyRequests() {
      return keyRequests;
    },
    claims(sub, change = {}): JWTPayload {
      const now = Math.floor(Date.now() / 1000);
      return {
        iss: issuer,
        aud: audience,
        sub,
        client_id: 'shell',
        iat: now,
        // An application's own token is of no sign-in.
        ...(change.client_id !== sub && { auth_time: now }),
        exp: now + 300,
        jti: randomUUID(),
        ...change,
      } as JWTPayload;
    },
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({
          alg: 'ES256',
          typ: header.typ ?? 'at+jwt',
          kid: header.kid ?? key.kid,
        })
        .sign(header.key ?? key.privateKey),
    async signIn(sub, change) {
      const { claims, sign } = jwtIssuer;
      const subject = subjectOfFurtherIssuer(issuer, sub);
      return { subject, token: await sign(claims(sub, change)) };
    },
    async rotate() {
      key = await newKey();
      published = await jwks(key);
    },
    hideKeys() {
      hidden = true;
    },
    close: () => void server.close(),
  };
  return jwtIssuer;
}

interface PublishedKey extends SigningKey {
  readonly publicKey: CryptoKey;
}

export async function newKey(): Promise<PublishedKey> {
  return { kid: randomUUID(), ...(await generateKeyPair('ES256')) };
}

async function jwks({ kid, publicKey }: PublishedKey) {
  return { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }] };
}

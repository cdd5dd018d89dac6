import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const [audience, kid, alg] = ['services', 'key', 'ES256'] as const;
/** The longest that the services take. */
const lifetimeInSeconds = 300;

/** An issuer of JWT access tokens in this process, so that signing them costs the services nothing. */
export async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }] };
  const server = createServer(({ url }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(url === '/keys' ? keys : discovery));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const discovery = {
    issuer,
    jwks_uri: `${issuer}/keys`,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    introspection_endpoint: `${issuer}/introspect`,
  };
  return {
    /** As the services are configured with it. */
    provider: {
      issuer,
      clientId: 'services',
      clientSecret: 'secret',
      acceptedClients: ['shell'],
      audience,
    },
    /** A token of a person who has signed in. */
    tokenOf(subject: string): Promise<string> {
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({ client_id: 'shell', auth_time: now })
        .setProtectedHeader({ alg, kid, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeInSeconds)
        .setJti(`${subject}-${now}`)
        .sign(privateKey);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

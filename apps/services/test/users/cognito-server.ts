import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startTestServer } from '@lectern/env/testing';
import { SignJWT } from 'jose';
import type { CognitoOptions } from '../../src/users/cognito-upload-tokens.ts';

/** A request to the pool. */
export interface CognitoRequest {
  readonly target: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Record<string, unknown>;
}

const account = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRf' };
const region = 'eu-central-1';

/** An identity pool that answers GetOpenIdTokenForDeveloperIdentity to requests that are signed. */
export async function startCognitoServer() {
  const requests: CognitoRequest[] = [];
  const identities = new Map<string, string>();
  let misbehaviour: ((response: ServerResponse) => void) | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await buffer(request);
    const refusal = signatureProblem(request, content);
    if (refusal) return send(response, 400, { __type: refusal });
    const body = JSON.parse(content.toString()) as Record<string, unknown>;
    const { 'content-type': contentType } = request.headers;
    requests.push({ target: request.headers['x-amz-target'] as string, contentType, body });
    if (misbehaviour) return misbehaviour(response);
    const [login = ''] = Object.values(body['Logins'] as Record<string, string>);
    const identity = identities.get(login) ?? `${region}:${randomUUID()}`;
    identities.set(login, identity);
    return send(response, 200, {
      IdentityId: identity,
      Token: await tokenFor(identity, Number(body['TokenDuration'])),
    });
  };
  const server = await startTestServer((request, response) => void answer(request, response));
  return {
    options: {
      ...account,
      region,
      identityPoolId: `${region}:pool`,
      developerProviderName: 'lectern.example',
      endpoint: `${server.origin}/`,
    } satisfies CognitoOptions,
    requests,
    /** Answers from now on with something else; `undefined`: rightly again. */
    misbehave(other: typeof misbehaviour) {
      misbehaviour = other;
    },
    close: server.close,
  };
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}

/** @param durationInSeconds absent: a token without end */
export function tokenFor(identity: string, durationInSeconds?: number): Promise<string> {
  const token = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(identity);
  if (durationInSeconds !== undefined) {
    token.setExpirationTime(Math.floor(Date.now() / 1000) + durationInSeconds);
  }
  return token.sign(Buffer.from('the key of the pool, and of nobody else'));
}

/**
 * Signature Version 4, computed from its definition (AWS General Reference, "Signing AWS API
 * requests") and not with the library that signs.
 */
function signatureProblem(request: IncomingMessage, content: Buffer): string | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const parts = form.exec(request.headers.authorization ?? '');
  if (!parts) return 'MissingAuthenticationTokenException';
  const [, key, day = '', scopeRegion, service, signedHeaders = '', signature] = parts;
  if (key !== account.accessKeyId) return 'UnrecognizedClientException';
  if (scopeRegion !== region || service !== 'cognito-identity') return 'InvalidSignatureException';

  const time = request.headers['x-amz-date'] as string;
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const at = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(at - Date.now()) < 300_000)) return 'InvalidSignatureException';

  const names = signedHeaders.split(';');
  const required = ['content-type', 'host', 'x-amz-date', 'x-amz-target'];
  if (!required.every((name) => names.includes(name))) return 'IncompleteSignatureException';
  const canonical = [
    request.method,
    '/',
    '',
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    createHash('sha256').update(content).digest('hex'),
  ].join('\n');
  const scope = `${day}/${region}/cognito-identity/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash].join('\n');
  const hmac = (secret: string | Buffer, text: string) =>
    createHmac('sha256', secret).update(text).digest();
  const signingKey = [region, 'cognito-identity', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(`AWS4${account.secretAccessKey}`, day),
  );
  return hmac(signingKey, toSign).toString('hex') === signature
    ? undefined
    : 'InvalidSignatureException';
}

import { createSecretKey, randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll, startTestPlatform, type TestPlatform } from '../platform.ts';
import { post, refusalText } from './administration.ts';
import { send, startCognitoServer, tokenFor } from './cognito-server.ts';

const quarterOfAnHour = 15 * 60;

describe('from the platform itself', () => {
  const secret = randomUUID();
  let platform: TestPlatform;
  let mia: SignedIn;
  beforeAll(async () => {
    platform = await startTestPlatform({ uploadTokenSecret: secret });
    mia = await platform.identityProvider.signIn('mia');
  });
  afterAll(() => platform.close());

  const verify = (token: string, audience = 'http://localhost/atma/upload') =>
    jwtVerify(token, createSecretKey(secret, 'utf8'), {
      algorithms: ['HS256'],
      typ: 'upload+jwt',
      issuer: 'http://localhost',
      audience,
      requiredClaims: ['sub', 'iat', 'exp'],
    });

  test('it is a JWT for the upload area, in the caller’s name, for a quarter of an hour', async () => {
    const before = Math.floor(Date.now() / 1000);
    const answer = await platform.as('aua', mia).userGetAwsCognitoToken();
    expect(answer).toEqual({
      result_state: 'OK',
      identity_id: mia.subject,
      token: expect.any(String),
      expires_at: expect.any(String),
      provider: 'local',
    });
    const { payload } = await verify(answer.token);
    expect(payload.sub).toBe(mia.subject);
    expect(payload.exp! - payload.iat!).toBe(quarterOfAnHour);
    expect(payload.iat).toBeGreaterThanOrEqual(before);
    expect(new Date(answer.expires_at).getTime()).toBe(payload.exp! * 1000);
    await expect(verify(answer.token, 'http://localhost/aua/v1')).rejects.toThrow('"aud"');
  });

  test('it opens none of the calls', async () => {
    const { token } = await platform.as('aua', mia).userGetAwsCognitoToken();
    expect(decodeProtectedHeader(token).typ).toBe('upload+jwt');
    const stranger = { subject: mia.subject, token };
    expect(await post(platform.url, stranger, '/user/get', { subject: mia.subject })).toEqual([
      401,
      'TOKEN_REQUIRED',
    ]);
  });

  test('a secret that is too short is refused at the start', async () => {
    await expect(startTestPlatform({ uploadTokenSecret: 'x'.repeat(31) })).rejects.toThrow(
      'The secret for upload tokens must have at least 32 bytes.',
    );
  });
});

test('without a secret the call says so', async () => {
  const platform = await startTestPlatform();
  const mia = await platform.identityProvider.signIn('mia');
  const refused = platform.as('aua', mia).userGetAwsCognitoToken();
  expect(await codeOf(refused)).toBe('UPLOAD_TOKEN_NOT_CONFIGURED');
  await platform.close();
});

describe('from AWS Cognito', () => {
  let platform: TestPlatform;
  let mia: SignedIn;
  const cognito = startBeforeAll(startCognitoServer);
  beforeAll(async () => {
    // Cognito wins where both are configured.
    platform = await startTestPlatform({
      cognito: cognito.options,
      uploadTokenSecret: randomUUID(),
    });
    mia = await platform.identityProvider.signIn('mia');
  });
  afterAll(async () => {
    await platform.close();
  });
  afterEach(() => {
    cognito.requests.length = 0;
    cognito.misbehave(undefined);
  });
  const ask = () => platform.as('aua', mia).userGetAwsCognitoToken();

  test('it is the pool’s token for the caller’s identity there', async () => {
    const first = await ask();
    expect(first).toEqual({
      result_state: 'OK',
      identity_id: expect.stringMatching(/^eu-central-1:[0-9a-f-]{36}$/),
      token: expect.any(String),
      expires_at: expect.any(String),
      provider: 'cognito',
      region: 'eu-central-1',
    });
    const remainingInMs = new Date(first.expires_at).getTime() - Date.now();
    expect(remainingInMs).toBeGreaterThan((quarterOfAnHour - 60) * 1000);
    expect(remainingInMs).toBeLessThanOrEqual(quarterOfAnHour * 1000);
    expect((await ask()).identity_id).toBe(first.identity_id);
    expect(cognito.requests[0]).toEqual({
      target: 'AWSCognitoIdentityService.GetOpenIdTokenForDeveloperIdentity',
      contentType: 'application/x-amz-json-1.1',
      body: {
        IdentityPoolId: 'eu-central-1:pool',
        Logins: { 'lectern.example': mia.subject },
        TokenDuration: quarterOfAnHour,
      },
    });
  });

  test('a request that another secret signs is refused by the pool', async () => {
    const wrong = await startTestPlatform({
      cognito: { ...cognito.options, secretAccessKey: 'another' },
    });
    const session = await wrong.identityProvider.signIn('mia');
    const refused = wrong.as('aua', session).userGetAwsCognitoToken();
    expect(await refusalText(refused)).toBe('AWS Cognito answered with status 400.');
    expect(await codeOf(refused)).toBe('UPLOAD_TOKEN_UNAVAILABLE');
    expect(cognito.requests).toEqual([]);
    await wrong.close();
  });

  test.each<[string, () => unknown]>([
    ['no fields', () => ({})],
    ['no token', () => ({ IdentityId: 'i' })],
    ['a token that is none', () => ({ IdentityId: 'i', Token: 'token' })],
    ['a token without end', async () => ({ IdentityId: 'i', Token: await tokenFor('i') })],
    ['a token that has ended', async () => ({ IdentityId: 'i', Token: await tokenFor('i', -1) })],
    ['another type', async () => ({ IdentityId: 1, Token: await tokenFor('i', 900) })],
    ['a list', () => []],
  ])('an answer with %s is none', async (_name, answer) => {
    const body = await answer();
    cognito.misbehave((response) => send(response, 200, body));
    const refused = ask();
    expect(await refusalText(refused)).toBe('AWS Cognito answered without a token that ends.');
    expect(await codeOf(refused)).toBe('UPLOAD_TOKEN_UNAVAILABLE');
  });

  test('a failing pool is asked once, and said to fail', async () => {
    cognito.misbehave((response) => send(response, 500, { __type: 'InternalErrorException' }));
    expect(await refusalText(ask())).toBe('AWS Cognito answered with status 500.');
    expect(cognito.requests).toHaveLength(1);
  });

  test('a redirect is not followed', async () => {
    cognito.misbehave((response) =>
      response.writeHead(307, { Location: cognito.options.endpoint }).end(),
    );
    expect(await refusalText(ask())).toBe('AWS Cognito answered with status 307.');
    expect(cognito.requests).toHaveLength(1);
  });
});

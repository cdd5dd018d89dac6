import { AwsClient } from 'aws4fetch';
import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import { askJson } from '../outgoing/ask-json.ts';
import { NoUsableAnswer } from '../outgoing/client.ts';
import { isSafeAddress } from '../outgoing/safe-address.ts';
import {
  uploadTokenLifetimeInSeconds,
  UploadTokenUnavailable,
  type UploadTokens,
} from './upload-tokens.ts';

/** Somebody waits for the answer. */
const timeoutInMs = 5_000;
const answerMaximumInBytes = 64 * 1024;
const tokenMaximumLength = 8_192;

const text = z.string().check(z.minLength(1), z.maxLength(255));

/** An identity pool of AWS Cognito with developer-authenticated identities. */
export const cognitoOptions = z.strictObject({
  /** AWS region of the pool, such as eu-central-1. */
  region: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)),
  identityPoolId: text,
  /** Developer provider name of the pool, under which it keeps the platform's subjects. */
  developerProviderName: text,
  /** Credentials that may call cognito-identity:GetOpenIdTokenForDeveloperIdentity on the pool. */
  accessKeyId: text,
  secretAccessKey: text,
  /** Default: the region's public endpoint. */
  endpoint: z.optional(
    z
      .url()
      .check(z.refine((address) => isSafeAddress(new URL(address)), 'must be an https address')),
  ),
});
export type CognitoOptions = z.infer<typeof cognitoOptions>;

/** Members of the answer that are read; Cognito names the fields in capitals. */
const answerShape = z.object({
  IdentityId: text,
  Token: z.string().check(z.minLength(1), z.maxLength(tokenMaximumLength)),
});

/**
 * Tokens of AWS Cognito for developer-authenticated identities: one request of
 * GetOpenIdTokenForDeveloperIdentity a token, signed with Signature Version 4. The first one makes the
 * subject's identity in the pool.
 */
export function createCognitoUploadTokens(options: CognitoOptions): UploadTokens {
  const { region, identityPoolId, developerProviderName } = options;
  const endpoint = options.endpoint ?? `https://cognito-identity.${region}.amazonaws.com/`;
  const { accessKeyId, secretAccessKey } = options;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 'cognito-identity' });

  const ask = async (subject: string): Promise<unknown> => {
    const request = await aws.sign(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': 'AWSCognitoIdentityService.GetOpenIdTokenForDeveloperIdentity',
      },
      body: JSON.stringify({
        IdentityPoolId: identityPoolId,
        Logins: { [developerProviderName]: subject },
        TokenDuration: uploadTokenLifetimeInSeconds,
      }),
      aws: { allHeaders: true },
    });
    return askJson(request, { timeoutInMs, sizeMaximumInBytes: answerMaximumInBytes });
  };

  return {
    async issue(subject) {
      let answer: unknown;
      try {
        answer = await ask(subject);
      } catch (cause) {
        if (!(cause instanceof NoUsableAnswer)) throw cause;
        throw new UploadTokenUnavailable(`AWS Cognito ${cause.message}.`, { cause });
      }
      const { success, data } = z.safeParse(answerShape, answer);
      const expiresAt = success ? expiryOf(data.Token) : undefined;
      if (!success || !expiresAt) {
        throw new UploadTokenUnavailable('AWS Cognito answered without a token that ends.');
      }
      const { IdentityId: identityId, Token: token } = data;
      return { identityId, token, expiresAt, provider: 'cognito', region };
    },
  };
}

/** The token is for others to verify; here it is only read. */
function expiryOf(token: string): Date | undefined {
  try {
    const { exp } = decodeJwt(token);
    const end = new Date((exp ?? Number.NaN) * 1000);
    return end.getTime() > Date.now() ? end : undefined;
  } catch {
    return undefined;
  }
}

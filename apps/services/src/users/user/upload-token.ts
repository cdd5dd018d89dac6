import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../../http/routes.ts';
import { createCognitoUploadTokens, type CognitoOptions } from '../cognito-upload-tokens.ts';
import {
  createLocalUploadTokens,
  UploadTokenUnavailable,
  type UploadTokens,
} from '../upload-tokens.ts';

/** Issuer of upload tokens: AWS Cognito where it is configured, else the platform where it can. */
export interface UploadTokenOptions {
  readonly cognito?: CognitoOptions;
  /** Signs the platform's own tokens; the same for all its processes. At least 32 bytes. */
  readonly uploadTokenSecret?: string;
}

/** @returns `undefined` where nothing is configured: a key of one process would be no key elsewhere. */
export function createUploadTokens({
  cognito,
  uploadTokenSecret,
  publicUrl,
}: UploadTokenOptions & { readonly publicUrl: string }): UploadTokens | undefined {
  if (cognito) return createCognitoUploadTokens(cognito);
  return uploadTokenSecret ? createLocalUploadTokens(publicUrl, uploadTokenSecret) : undefined;
}

/** Gives subjects a token for their upload area. Its name is the specification's, whoever issues it. */
export function uploadTokenHandlers({
  uploadTokens,
}: {
  readonly uploadTokens: UploadTokens | undefined;
}): Handlers<Pick<Contract['aua'], 'userGetAwsCognitoToken'>> {
  return {
    async userGetAwsCognitoToken({ caller, refusal }) {
      if (!uploadTokens) throw refusal('UPLOAD_TOKEN_NOT_CONFIGURED');
      const issued = await uploadTokens.issue(caller.subject).catch((error: unknown) => {
        if (!(error instanceof UploadTokenUnavailable)) throw error;
        throw Object.assign(refusal('UPLOAD_TOKEN_UNAVAILABLE', error.message), { cause: error });
      });
      const { identityId, token, expiresAt, provider, region } = issued;
      return {
        identity_id: identityId,
        token,
        expires_at: expiresAt.toISOString(),
        provider,
        ...(region && { region }),
      };
    },
  };
}

import { describe, expect, test } from 'vitest';
import { uncoveredEndpoints } from '../src/shell-host/uncovered-endpoints.ts';

const publicUrl = 'https://lectern.example';
const warningOf = (metadata: object, signIn: object, url = publicUrl) =>
  uncoveredEndpoints({ signIn }, { ...metadata }, url);

/** Endpoints as discovery documents of large providers have them. */
const google = {
  issuer: 'https://accounts.google.com',
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_endpoint: 'https://oauth2.googleapis.com/token',
  userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
  revocation_endpoint: 'https://oauth2.googleapis.com/revoke',
  jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
};
const entra = {
  issuer: 'https://login.microsoftonline.com/t/v2.0',
  authorization_endpoint: 'https://login.microsoftonline.com/t/oauth2/v2.0/authorize',
  token_endpoint: 'https://login.microsoftonline.com/t/oauth2/v2.0/token',
  userinfo_endpoint: 'https://graph.microsoft.com/oidc/userinfo',
  end_session_endpoint: 'https://login.microsoftonline.com/t/oauth2/v2.0/logout',
  jwks_uri: 'https://login.microsoftonline.com/t/discovery/v2.0/keys',
};
const cognito = {
  issuer: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_a',
  authorization_endpoint: 'https://school.auth.eu-central-1.amazoncognito.com/oauth2/authorize',
  token_endpoint: 'https://school.auth.eu-central-1.amazoncognito.com/oauth2/token',
  revocation_endpoint: 'https://school.auth.eu-central-1.amazoncognito.com/oauth2/revoke',
  jwks_uri: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_a/.well-known/jwks.json',
};

describe('the start warns of endpoints on other hosts', () => {
  test.each([
    ['Google', google, ['token_endpoint', 'jwks_uri', 'revocation_endpoint']],
    ['Entra ID, whose user information the services ask for', entra, []],
    ['Cognito', cognito, ['token_endpoint', 'revocation_endpoint', 'authorization_endpoint']],
  ])('of %s', (_name, metadata, endpoints) => {
    const warning = warningOf(metadata, { authority: metadata.issuer });
    expect(warning?.match(/\w+_(endpoint|uri|iframe)/g) ?? []).toEqual(endpoints);
  });

  test('and names the setting and the origin', () => {
    expect(warningOf(google, { authority: google.issuer })).toMatch(
      /token_endpoint \(https:\/\/oauth2\.googleapis\.com\).*signIn\.providerOrigins/,
    );
  });
});

test('those that the setting names are covered', () => {
  const providerOrigins = ['https://oauth2.googleapis.com', 'https://www.googleapis.com/'];
  expect(warningOf(google, { authority: google.issuer, providerOrigins })).toBeUndefined();
});

test('without a hidden frame nothing is framed', () => {
  const signIn = { authority: cognito.issuer, silentRedirect: false };
  expect(warningOf(cognito, signIn)).not.toContain('authorization_endpoint');
});

test('the frame that watches the session is framed, too', () => {
  const metadata = { check_session_iframe: 'https://frames.example/session' };
  expect(warningOf(metadata, { authority: 'https://login.example' })).toContain(
    'check_session_iframe',
  );
});

test('a provider beside the shell needs no mention', () => {
  const metadata = { token_endpoint: `${publicUrl}/auth/token` };
  expect(warningOf(metadata, { authority: 'https://login.example' })).toBeUndefined();
});

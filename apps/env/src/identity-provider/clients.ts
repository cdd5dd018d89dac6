import type { ClientMetadata } from 'oidc-provider';
import {
  orderSystemClientId,
  publisherClientId,
  servicesClientId,
  shellClientId,
} from '../accounts.ts';

/** Scopes that the shell may ask for, and its grants hold. */
export const shellScope = 'openid profile email offline_access';

/** Addresses and secrets that differ between installations. */
export interface ClientOptions {
  /** Origin of the shell; the services answer there, too. */
  readonly shellOrigin: string;
  readonly servicesClientSecret: string;
  readonly orderSystemClientSecret: string;
  /** Absent: nobody publishes with client credentials. */
  readonly publisherClientSecret?: string;
}

/** The platform's clients. There is no registration: these are all. */
export function clients(options: ClientOptions): ClientMetadata[] {
  const { shellOrigin } = options;
  return [
    {
      client_id: shellClientId,
      client_name: 'Lectern',
      // A page in a browser keeps no secret; PKCE proves instead that the redeemer began the flow.
      token_endpoint_auth_method: 'none',
      application_type: 'web',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: ['/auth-callback', '/silent-callback.html', '/popup-callback.html'].map(
        (path) => shellOrigin + path,
      ),
      post_logout_redirect_uris: [`${shellOrigin}/login`, `${shellOrigin}/login?rejected=true`],
      // A sign-out ends access at the services at once, not when they next ask about the token.
      backchannel_logout_uri: `${shellOrigin}/backchannel-logout`,
      // The user's other sessions, on other devices, go on.
      backchannel_logout_session_required: true,
      scope: shellScope,
    },
    {
      client_id: servicesClientId,
      client_name: 'Lectern services',
      client_secret: options.servicesClientSecret,
      // For asking others, such as a directory, in the services' own name. The services themselves do
      // not accept these tokens: their client is not among those that they name.
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
    },
    {
      client_id: orderSystemClientId,
      client_name: 'Order system',
      client_secret: options.orderSystemClientSecret,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
    },
    ...(options.publisherClientSecret
      ? [
          {
            client_id: publisherClientId,
            client_name: 'Publisher',
            client_secret: options.publisherClientSecret,
            grant_types: ['client_credentials'],
            response_types: [],
            redirect_uris: [],
          },
        ]
      : []),
  ];
}

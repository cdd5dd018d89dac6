import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { mandantNotFound } from '../licenses/product.ts';
import { identifier, list, reference, text, timestamp } from '../scalars.ts';

/**
 * Which order system serves the users of an identity provider, by the provider's connector id
 * (specification, section 9). Whoever comes from another provider: {@link defaultOrderSystem}.
 */
export const orderSystemByIdentityProvider = {
  BEOOK_1: 'IAPROS1',
  HEP_MAGENTO_1: 'HEPMAGENTO1',
  RICHM_PERFORMA_1: 'RICHMPERFORMX1',
  PHZH_AD_1: 'PHZHAZURE1',
  DIHK: 'DIHKSHOPWARE1',
  SCHUL_VERLAG_1: 'SCHULVERLAGLIPLU1',
  HEP_NOVU_1: 'HEPSTATAMIC01',
} as const;

/** Order system of coupons, and of users whose identity provider has none (section 9). */
export const defaultOrderSystem = 'IAPROS1';
/** Connector id where none is given (section 9). */
export const defaultConnectorId = 'BEOOK_1';

/** An order system as requests and answers name it. */
export const orderSystemIdentifier = reference('The order system, such as IAPROS1.');

/** Calls that name an order system refuse one that is not registered. */
export const orderSystemUnknown = withStatus(404, {
  ORDER_SYSTEM_UNKNOWN: 'No order system is registered by this name.',
});

/** Most publishers whose products one order system sells. */
const mandantsMaximum = 100;

/** Longest address in UTF-16 code units. */
const addressMaximumLength = 2048;
/** Shortest key for HMAC-SHA-256 that is as strong as the hash itself (RFC 2104, section 3). */
const signingKeyMinimumLength = 32;

/** Prefix of keys whose bytes follow as base64 (Standard Webhooks); others are taken as UTF-8. */
export const encodedKeyPrefix = 'whsec_';
/** Characters of a bearer token in an Authorization header (RFC 6750, section 2.1). */
const bearerToken = /^[A-Za-z0-9._~+/-]+=*$/;
/** Base64 of at least 32 bytes. */
const encodedKey = /^[A-Za-z0-9+/]{42,}={0,2}$/;

function address(description: string) {
  return z.url({ protocol: /^https?$/ }).check(
    z.maxLength(addressMaximumLength),
    z.refine((text) => {
      const url = URL.parse(text);
      return url !== null && [url.username, url.password, url.hash].every((part) => part === '');
    }, 'An address has neither a user nor a fragment.'),
    z.describe(
      `${description} https; http only into networks that the operator has allowed (ORDER_SYSTEM_ADDRESS_REFUSED).`,
    ),
  );
}

const mandant = reference('A publisher.');

const clientIssuer = text(
  addressMaximumLength,
  'Issuer of the tokens of that client. Absent: the first identity provider.',
);

const registration = {
  order_system_identifier: orderSystemIdentifier,
  connector_id: z.optional(
    identifier(
      `Connector id of the identity provider whose users it serves; absent: ${defaultConnectorId}.`,
    ),
  ),
  mandant_identifiers: z.optional(
    list(
      'The publishers whose products it sells: it sees their orders, coupons, licences and customers. Absent: as registered before, or else the publisher of all products, where there is one (MANDANTS_REQUIRED).',
      mandant,
    ).check(
      z.minLength(1),
      z.maxLength(mandantsMaximum),
      z.refine((names) => new Set(names).size === names.length, 'A publisher is named twice.'),
    ),
  ),
  notification_address: address('Where notifications are posted to.'),
  orders_address: z.optional(
    address("Where a customer's orders are read; absent: orders only come by createForProduct."),
  ),
};

/** An order system as registered. Secrets are written and never read. */
export const orderSystem = z.object({
  order_system_identifier: orderSystemIdentifier,
  connector_id: identifier('Connector id of the identity provider whose users it serves.'),
  client_id: identifier('Client with whose tokens the order system calls.'),
  client_issuer: z.optional(clientIssuer),
  mandant_identifiers: list(
    'The publishers whose products it sells, by name; none: nothing.',
    mandant,
  ),
  notification_address: address('Where notifications are posted to.'),
  orders_address: z.optional(address("Where a customer's orders are read.")),
  updated_at: timestamp('When the registration last changed.'),
});

export const orderSystemCalls = {
  orderSystemRegister: defineCall({
    path: '/orderSystem/register',
    summary:
      'Registers an order system, or replaces its registration. IA_OK: it was registered so already.',
    body: z.strictObject({
      ...registration,
      credentials: z.strictObject({
        client_id: identifier('Client with whose tokens the order system calls.'),
        client_issuer: z.optional(clientIssuer),
        notification_key: text(
          512,
          `Key of the signature (HMAC-SHA-256) that each notification carries: as text, or its bytes as base64 after ${encodedKeyPrefix}.`,
        ).check(
          z.minLength(signingKeyMinimumLength),
          z.refine(
            (key) =>
              !key.startsWith(encodedKeyPrefix) ||
              encodedKey.test(key.slice(encodedKeyPrefix.length)),
            `Base64 of at least ${signingKeyMinimumLength} bytes must follow ${encodedKeyPrefix}.`,
          ),
        ),
        orders_token: z.optional(
          text(
            4096,
            'Bearer token for the orders address (b64token of RFC 6750); absent: none is sent.',
          ).check(z.regex(bearerToken)),
        ),
      }),
    }),
    answer: z.object({ order_system: orderSystem }),
    errors: {
      ...mandantNotFound,
      ...withStatus(400, {
        MANDANTS_REQUIRED:
          'Name the publishers whose products the order system sells (mandant_identifiers): there is no product yet, or there are products of several.',
      }),
      ...withStatus(409, {
        ORDER_SYSTEM_TAKEN:
          'Other publishers have an order system of this name, or have sold by it. Choose another one.',
        ORDER_SYSTEM_CLIENT_TAKEN:
          'An order system of other publishers calls with the tokens of this client. Have the identity provider make another client.',
      }),
      ...withStatus(404, {
        ORDER_SYSTEM_ISSUER_UNKNOWN:
          'No identity provider of the platform has this issuer. Give it as the provider writes it.',
      }),
      ...withStatus(409, {
        ORDER_SYSTEM_CONNECTOR_TAKEN:
          'Another order system serves the users of this connector id; those of section 9 are registered by who sees every publisher.',
      }),
      ...withStatus(400, {
        ORDER_SYSTEM_ADDRESS_REFUSED:
          'An address leads into a network that the services must not be sent to, or is http where only https is allowed.',
      }),
    },
    permission: 'order-system.manage',
    ...administered,
  }),
} as const;

import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { flag, identifier, label, reference } from '../scalars.ts';

const provider = z.object({
  identity_provider_identifier: identifier('Connector id, such as BEOOK_1.'),
  title: label(255, 'Name for people.'),
  order_system: reference(
    'Order system of its users: the one that is registered for it, else that of the table of section 9, else IAPROS1.',
  ),
  is_default: flag('Users of whom nothing is known come from here (section 9: BEOOK_1).'),
  has_directory: flag('Whether a directory is configured that can be searched.'),
});

/** Providers stand in the configuration and in the table of section 9, never in the thousands. */
export const providersMaximum = 1_000;

export const providerCalls = {
  providerList: defineCall({
    path: '/provider/list',
    summary: 'Gives the identity providers in the order of their connector ids.',
    answer: z.object({ providers: z.array(provider).check(z.maxLength(providersMaximum)) }),
    permission: 'provider.read',
    repeatSafe: true,
  }),
} as const;

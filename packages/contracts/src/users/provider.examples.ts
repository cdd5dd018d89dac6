import type { Examples } from '../example.ts';
import type { providerCalls } from './provider.ts';

export const providerExamples: Examples<typeof providerCalls> = {
  providerList: {
    answer: {
      providers: [
        {
          identity_provider_identifier: 'BEOOK_1',
          title: 'beook',
          order_system: 'IAPROS1',
          is_default: true,
          has_directory: false,
        },
        {
          identity_provider_identifier: 'SCHUL_VERLAG_1',
          title: 'Schulverlag',
          order_system: 'SCHULVERLAGLIPLU1',
          is_default: false,
          has_directory: true,
        },
      ],
    },
  },
};

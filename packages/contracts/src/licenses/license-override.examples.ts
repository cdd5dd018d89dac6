import type { Examples } from '../example.ts';
import type { licenseOverrideCalls } from './license-override.ts';

const extension = {
  license_override_id: '0d9f1f6e-3a52-4b0f-8f43-6e2a9c1d7b02',
  license_override_kind: 'LICENSE_OVERRIDE_KIND_EXTEND',
  reason: 'Die Schule wartet auf die Rechnung; Anruf vom 20. November.',
  ends_at: '2027-08-31T22:00:00.000Z',
} as const;

export const licenseOverrideExamples: Examples<typeof licenseOverrideCalls> = {
  licenseOverrideSave: {
    body: {
      subject: 'demo-mia',
      license_code: 'WASSER-MIA-2026',
      license_override: extension,
    },
    answer: {
      license_override: {
        ...extension,
        saved_at: '2026-11-21T09:12:00.000Z',
        saved_by: 'demo-sofia',
      },
    },
  },
  licenseOverrideDelete: {
    body: {
      subject: 'demo-mia',
      license_code: 'WASSER-MIA-2026',
      license_override_id: extension.license_override_id,
      reason: 'Die Rechnung ist bezahlt.',
    },
    answer: {},
  },
};

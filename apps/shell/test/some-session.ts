import type { UserSession } from '../src/session/user-session.ts';

/** A pupil's session with one valid licence. */
export function someSession(subject: string): UserSession {
  return {
    deviceID: 'd'.repeat(32),
    user: { subject, given_name: 'Mia', family_name: 'Keller' },
    licences: [
      {
        license_code: 'L-1',
        license_strategy: 'LICENSE_STRATEGY_USER',
        license_state: 'LICENSE_STATE_VALID',
        mandant_identifier: 'LECTERN',
        product_reference: 'wasser-entdecken',
        valid_from: '2026-01-01T00:00:00Z',
      },
    ],
    properties: [],
    identities: [
      {
        identity_provider_identifier: 'BEOOK_1',
        external_id: 'mia',
        groups: ['aua_group_sv_pandalogin'],
      },
    ],
    isTeacher: false,
  };
}

import { beforeEach, describe, expect, it } from 'vitest';
import { knownLicences, openingLicense } from '../src/bridge/opening-license.ts';
import { writeHeldSeat } from '../src/session/held-seat.ts';
import { fakeBrowser } from './fake-browser.ts';
import { someSession } from './some-session.ts';

const { licences } = someSession('mia');
const [valid] = licences;
const issue = {
  mandant_identifier: valid!.mandant_identifier,
  product_references: [valid!.product_reference],
};
const expired = {
  ...valid!,
  license_code: 'L-OLD',
  license_state: 'LICENSE_STATE_EXPIRED',
} as const;
const given = (license_code: string) => ({
  license_code,
  product_reference: valid!.product_reference,
});

beforeEach(() => void fakeBrowser());

describe('the licence by which files and units are opened', () => {
  it.each([
    ['the valid one beside one that has expired', [expired, valid!], given(valid!.license_code)],
    ['none where all have expired', [expired], undefined],
    ['none of another publisher', [{ ...valid!, mandant_identifier: 'OTHER' }], undefined],
  ])('is %s', (_what, licences, expected) => {
    expect(openingLicense({ licences }, issue)).toEqual(expected);
  });

  it('is the one whose seat is held, of several', () => {
    const held = { ...valid!, license_code: 'L-2' };
    writeHeldSeat({
      license_code: 'L-2',
      license_usage_id: 'u',
      heartbeat_interval_in_seconds: 60,
      keptAt: 0,
    });
    expect(openingLicense({ licences: [valid!, held] }, issue)).toEqual(given('L-2'));
    const heldBefore = { ...held, license_state: 'LICENSE_STATE_EXPIRED' } as const;
    expect(openingLicense({ licences: [heldBefore, valid!] }, issue)).toEqual(
      given(valid!.license_code),
    );
  });
});

it('what is missing is said, rather than that there is none', () => {
  const session = someSession('mia');
  expect(knownLicences(session)).toBe(session.licences);
  expect(() => knownLicences({ ...session, licences: [], areLicencesMissing: true })).toThrow(
    expect.objectContaining({ code: 'UNAVAILABLE' }),
  );
});

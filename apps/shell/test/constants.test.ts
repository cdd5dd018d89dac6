import {
  defaultConnectorId,
  defaultOrderSystem,
  orderSystemByIdentityProvider,
} from '@lectern/contracts/calls/orders/order-system';
import { describe, expect, it } from 'vitest';
import * as consent from '../src/consent/consent-defaults.ts';
import { obtainSeat } from '../src/session/obtain-seat.ts';
import * as keys from '../src/storage-keys.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { fakeServices } from './fake-services.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';
import { someUsage } from './some-usage.ts';

/* Constants of section 9, written out here once more: a slip in the code is not repeated by its test. */

fakeBrowserForEachTest();

describe('section 9', () => {
  it('names the order system of each identity provider', () => {
    expect(orderSystemByIdentityProvider).toEqual({
      BEOOK_1: 'IAPROS1',
      HEP_MAGENTO_1: 'HEPMAGENTO1',
      RICHM_PERFORMA_1: 'RICHMPERFORMX1',
      PHZH_AD_1: 'PHZHAZURE1',
      DIHK: 'DIHKSHOPWARE1',
      SCHUL_VERLAG_1: 'SCHULVERLAGLIPLU1',
      HEP_NOVU_1: 'HEPSTATAMIC01',
    });
    expect(defaultOrderSystem).toBe('IAPROS1');
    expect(defaultConnectorId).toBe('BEOOK_1');
  });

  it('names the storage keys', () => {
    expect([
      keys.deviceIdKey,
      keys.forceTestingModeKey,
      keys.environmentKey,
      keys.persistentLogsKey,
      keys.deepLinkKey,
      keys.userRecordKey('https://id.example', 'lectern-shell'),
    ]).toEqual([
      'deviceId',
      'forceTestingMode',
      'prosEnvironment',
      'persistentLogs',
      'deepLink',
      'oidc.user:https://id.example:lectern-shell',
    ]);
  });

  it('counts the time of consent and of what it allows', () => {
    const dayInSeconds = 86_400;
    const monthInDays = 365.25 / 12;
    expect(consent.consentCookie).toBe('cc_cookie');
    expect(consent.consentLifetimeInDays).toBe(182);
    expect(consent.animationDelayInMs).toBe(100);
    expect(consent.lockReleaseInMs).toBe(500);
    const inMonths = (seconds: number) => Math.round(seconds / dayInSeconds / monthInDays);
    expect(inMonths(consent.visitorCookieLifetimeInSeconds)).toBe(13);
    expect(inMonths(consent.referrerCookieLifetimeInSeconds)).toBe(6);
  });

  it('says how consistently a seat is counted', async () => {
    const { api, requests } = fakeServices(() => ({ license_usage: someUsage() }), 'mia');
    const { deviceID, licences } = someSession('mia');
    await obtainSeat(api, someProject, { subject: 'mia', deviceID, licences });
    expect(requests[0]?.body).toMatchObject({
      license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
    });
  });
});

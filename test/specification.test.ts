import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { faultsOf, readTables } from './specification-table.ts';

/*
 * `docs/specification.md` says of each sentence of the specification which code makes it true and which
 * test shows it. It is worth only as much as it is complete, and as the tests that it names are there.
 */
const checkout = fileURLToPath(new URL('..', import.meta.url));
const document = join(checkout, 'docs/specification.md');
const rows = readTables(document);

/** The least number of rows of each section: nobody empties a table unseen. */
const rowsMinimum: Readonly<Record<number, number>> = {
  1: 13,
  2: 37,
  3: 15,
  4: 25,
  5: 19,
  6: 9,
  7: 33,
  8: 21,
  9: 40,
};

/** Sections of what a person sees and a browser does: only a real browser shows these. */
const sectionsForBrowser: ReadonlySet<number> = new Set([1, 2, 4]);
const browserTests = 'dev/e2e/test/';

/** The error texts of section 8 and the constants of section 9. */
const stated: Readonly<Record<number, readonly string[]>> = {
  8: [
    'Required parameter X was null or undefined when calling Y',
    'result_state is not OK',
    'IA_OK also counts as success',
    'service error carrying the service and result',
    'Could not load groups correctly.',
    'Failed licence load',
    'A callback error signs the user out with the error message',
    'A missing learning statement is logged as an error',
    'Storage of an unknown kind raises an error',
    'No silent_redirect_uri configured',
    'Frame window timed out',
    'Popup window closed',
    'login_required',
    'error fetching configuration app',
    'error bootstraping app',
    'throws if loaded twice',
    'if the HTTP client module is missing',
  ],
  9: [
    'cc_cookie',
    '182 days',
    'path /',
    'SameSite Lax',
    'revision 1',
    '13 months',
    '6 months',
    'last 100 entries',
    'persistentLogs',
    'at most 32 characters',
    'BEOOK_1 to IAPROS1',
    'HEP_MAGENTO_1 to HEPMAGENTO1',
    'RICHM_PERFORMA_1 to RICHMPERFORMX1',
    'PHZH_AD_1 to PHZHAZURE1',
    'DIHK to DIHKSHOPWARE1',
    'SCHUL_VERLAG_1 to SCHULVERLAGLIPLU1',
    'HEP_NOVU_1 to HEPSTATAMIC01',
    'Coupon default IAPROS1',
    'Default connector id BEOOK_1',
    'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
    'F_ENVIRONMENT_BEOOK',
    'ASSET_STAGE_PROD',
    'ASSET_TYPE_PROS',
    'version 0',
    'BASIC_BEOOK_WEB',
    'deviceId',
    'forceTestingMode',
    'prosEnvironment',
    'oidc.user',
    'deepLink',
    'authority and client id',
    '100 ms',
    '500 ms',
    'silent renew time-out 10 s',
    'session check interval 2000 ms',
    'access-token-expiring notice 60 s',
    'stale state age 900 s',
    'clock skew 300 s',
    '{host}/atma',
    '{host}/aua/v1',
    'licence and order services default to empty',
    '%2B',
    'X-Ia-Correlation-Id',
    'X-Ia-Subject',
    'X-Ia-Roles',
    'en-US',
    'USD',
    'Production mode on',
    'log level info',
  ],
};

describe.each(rows)('section $section: $sentence', ({ code, tests }) => {
  test('has code', () => {
    expect(code).not.toEqual([]);
    for (const path of code) expect(existsSync(join(checkout, path)), path).toBe(true);
  });

  test('has a test', () => {
    expect(faultsOf(tests, checkout)).toEqual([]);
  });
});

test.each(rows.filter(({ section }) => sectionsForBrowser.has(section)))(
  'a browser shows section $section: $sentence',
  ({ tests }) => {
    expect(tests.some(({ path }) => path.startsWith(browserTests))).toBe(true);
  },
);

test('no sentence stands twice', () => {
  const sentences = rows.map(({ section, sentence }) => `${section}: ${sentence}`);
  expect(sentences).toHaveLength(new Set(sentences).size);
});

test.each(Object.entries(rowsMinimum))('section %s has at least %i rows', (section, minimum) => {
  const ofSection = rows.filter((row) => row.section === Number(section));
  expect(ofSection.length).toBeGreaterThanOrEqual(minimum);
});

describe.each(Object.entries(stated))('section %s has a row for', (section, texts) => {
  const sentences = rows.filter((row) => row.section === Number(section));
  test.each(texts)('%s', (text) => {
    expect(sentences.filter(({ sentence }) => sentence.includes(text))).not.toEqual([]);
  });
});

test('every path of the document leads somewhere', () => {
  const paths = readFileSync(document, 'utf8').matchAll(
    /`((?:apps|dev|docs|packages|test)\/[^`]+)`/g,
  );
  for (const [, path = ''] of paths) expect(existsSync(join(checkout, path)), path).toBe(true);
});

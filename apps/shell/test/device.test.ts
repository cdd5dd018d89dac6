import { expect, it } from 'vitest';
import { describeDevice } from '../src/session/device.ts';
import { fakeBrowser } from './fake-browser.ts';

/** Description of a browser with this user agent. */
async function described(userAgent: string) {
  fakeBrowser();
  Object.assign(navigator, { userAgent });
  return describeDevice('1');
}

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

it.each([
  ['Windows', 'Chrome', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
  ['Windows', 'Edge', `Mozilla/5.0 (Windows NT 10.0) ${chrome} Safari/537.36 Edg/142.0.0.0`],
  ['Linux', 'Opera', `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36 OPR/120.0.0.0`],
  ['Android', 'Samsung Internet', 'Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28 Chrome/130'],
  ['Linux', 'Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['iPhone', 'Chrome', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) CriOS/142.0 Mobile Safari/604.1'],
  ['Mac OS X', 'Safari', 'Mozilla/5.0 (Macintosh; Intel Mac OS X) Version/18.0 Safari/605.1.15'],
  ['iPad', undefined, 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)'],
])('is known by its system (%s) and its browser (%s)', async (system, browser, userAgent) => {
  const { os_name, model } = await described(userAgent);
  expect([os_name, model]).toEqual([system, browser]);
});

it('has the same pseudonym in another browser', async () => {
  const description = await described('Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0');
  const other = await described('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0');
  expect(description.device_identifier).toBe(other.device_identifier);
});

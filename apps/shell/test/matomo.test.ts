import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMatomo } from '../src/consent/matomo.ts';
import { fakeBrowser } from './fake-browser.ts';

const analytics = { address: 'https://matomo.example/stats/', siteId: '7' };
const scripts: { src: string; fire: (type: string) => void }[] = [];

beforeEach(() => {
  fakeBrowser('https://shell.example/login?coupon=GEHEIM#x');
  scripts.length = 0;
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {
    referrer: 'https://schule.example/klasse/7b?name=mia',
    head: { append: (script: (typeof scripts)[number]) => scripts.push(script) },
    createElement: () => {
      const listeners = new Map<string, () => void>();
      return {
        src: '',
        addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
        remove: () => scripts.pop(),
        fire: (type: string) => listeners.get(type)?.(),
      };
    },
  });
});

const queue = '_paq';
/** Commands that wait for Matomo's script, or were given to it. */
const commands = () => (Array.isArray(window[queue]) ? [...window[queue]] : []);
const methods = () => commands().map(([method]) => method);
const countsOf = () => methods().filter((method) => method === 'trackPageView').length;

describe('before it is started', () => {
  it('nothing is loaded and nothing waits, whatever pages are shown and however often it stops', () => {
    const counter = createMatomo(analytics, 'Wasser');
    counter.showPage('/login');
    counter.stop();
    expect([scripts, window[queue]]).toEqual([[], undefined]);
  });
});

describe('started', () => {
  it('loads the script, sets the lifetimes of 13 and 6 months, and counts the page', () => {
    const counter = createMatomo(analytics, 'Wasser');
    counter.showPage('/login');
    counter.start();
    expect(scripts.map(({ src }) => src)).toEqual(['https://matomo.example/stats/matomo.js']);
    expect(commands()).toEqual(
      expect.arrayContaining([
        ['setTrackerUrl', 'https://matomo.example/stats/matomo.php'],
        ['setSiteId', '7'],
        ['setVisitorCookieTimeout', 33_955_200],
        ['setReferralCookieTimeout', 15_768_000],
        ['setSecureCookie', true],
        ['trackPageView'],
      ]),
    );
    expect(methods()).toContain('disableBrowserFeatureDetection');
    // The real script would carry it out last, and with it turn that detection on again.
    expect(methods()).not.toContain('setConsentGiven');
  });

  it('tells neither the query nor where exactly somebody came from', () => {
    const counter = createMatomo(analytics, 'Wasser');
    counter.showPage('/login');
    counter.start();
    const sent = JSON.stringify(commands());
    expect(sent).toContain('"https://shell.example/login"');
    expect(sent).toContain('"https://schule.example"');
    expect(sent).not.toMatch(/GEHEIM|mia|7b/);
  });

  it('counts each page once, and none that only leads on', () => {
    const counter = createMatomo(analytics, 'Wasser');
    counter.start();
    expect(countsOf()).toBe(0);
    for (const path of ['/login', '/login', '/auth-callback', '/', '/logout', '/login'])
      counter.showPage(path);
    expect(countsOf()).toBe(3);
    counter.start();
    expect([countsOf(), scripts.length]).toEqual([3, 1]);
  });

  it('tries again to load a script that was blocked', () => {
    const counter = createMatomo(analytics, 'Wasser');
    counter.start();
    scripts[0]!.fire('error');
    counter.stop();
    counter.start();
    expect(scripts).toHaveLength(1);
  });
});

describe('stopped', () => {
  it('before the script has loaded: it finds nothing to send', () => {
    const counter = createMatomo(analytics, 'Wasser');
    counter.showPage('/');
    counter.start();
    counter.stop();
    counter.showPage('/login');
    expect(commands()).toEqual([['requireConsent'], ['disableCookies']]);
  });

  it('after it has loaded: it may send and store nothing more, and remembers nothing of it', () => {
    const counter = createMatomo(analytics, 'Wasser');
    counter.showPage('/');
    counter.start();
    const push = vi.fn<(...pushed: readonly unknown[]) => void>();
    window[queue] = { push };
    counter.stop();
    counter.showPage('/login');
    expect(push.mock.calls).toEqual([[['requireConsent'], ['disableCookies']]]);
    counter.start();
    expect(push.mock.calls).toContainEqual([
      ['setConsentGiven'],
      ['disableBrowserFeatureDetection'],
    ]);
    expect(push.mock.calls.flat(2)).toContain('trackPageView');
    expect(scripts).toHaveLength(1);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { describeDevice, deviceId } from '../src/session/device.ts';
import { fakeBrowser, fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();

describe('a device', () => {
  it('is described by all fields of section 3', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
    const userAgent = 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0.0.0 Mobile Safari/537.36';
    Object.assign(navigator, { userAgent, maxTouchPoints: 5 });
    expect(await describeDevice('1.2.0')).toEqual({
      device_identifier: await deviceId(),
      os_name: 'Android',
      os_version: '15',
      simple_ui: false,
      device_registration_date: '2026-11-21T10:00:00.000Z',
      last_app_update: '2026-11-21T10:00:00.000Z',
      screen_size: '1280x800',
      locale: 'de-CH',
      app_version: '1.2.0',
      model: 'Chrome',
      touch_device: true,
    });
  });

  it('says when it was registered, and when the publication last changed on it', async () => {
    const days: string[][] = [];
    for (const [day, version] of [
      ['2026-11-01', '1.2.0'],
      ['2026-11-02', '1.2.0'],
      ['2026-11-03', '1.3.0'],
      ['2026-11-04', '1.3.0'],
    ] as const) {
      vi.useFakeTimers({ now: Date.parse(day) });
      const { device_registration_date, last_app_update } = await describeDevice(version);
      days.push([device_registration_date!, last_app_update!].map((time) => time.slice(8, 10)));
    }
    expect(days).toEqual([
      ['01', '01'],
      ['01', '01'],
      ['01', '03'],
      ['01', '03'],
    ]);
  });

  it.each([
    'null',
    '[]',
    '{"registered":1}',
    '{"registered":"x","updated":"y"}',
    '{"version":"1.2.0","registered":"1","updated":"1"}',
    '{',
  ])('begins anew where %s is stored of its history', async (stored) => {
    localStorage.setItem('deviceHistory', stored);
    vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
    expect(await describeDevice('1.2.0')).toMatchObject({
      device_registration_date: '2026-11-21T10:00:00.000Z',
    });
  });

  it.each([
    ['Windows NT 10.0; Win64; x64', '10.0'],
    ['Macintosh; Intel Mac OS X 10_15_7', '10.15.7'],
    ['iPhone; CPU iPhone OS 18_1 like Mac OS X', '18.1'],
    ['iPad; CPU OS 17_5_1 like Mac OS X', '17.5.1'],
    ['X11; CrOS x86_64 14541.0.0', '14541.0.0'],
    ['X11; Linux x86_64', undefined],
  ])('with %s has the version %s', async (platform, version) => {
    Object.assign(navigator, { userAgent: `Mozilla/5.0 (${platform})` });
    expect((await describeDevice('1')).os_version).toBe(version);
  });

  it('has an id of 32 characters, which is the same again without storage', async () => {
    const id = await deviceId();
    expect(id).toMatch(/^[\da-f]{32}$/);
    fakeBrowser();
    expect(await deviceId()).toBe(id);
  });

  it.each([
    ['language', () => Object.assign(navigator, { language: 'fr-CH' })],
    ['screen', () => Object.assign(screen, { width: 390 })],
    ['touch', () => Object.assign(navigator, { maxTouchPoints: 5 })],
  ])('of another %s has another id', async (_trait, change) => {
    const id = await deviceId();
    fakeBrowser();
    change();
    expect(await deviceId()).not.toBe(id);
  });

  it('does not take an id of more than 32 characters from storage', async () => {
    localStorage.setItem('deviceId', 'x'.repeat(33));
    expect(await deviceId()).toMatch(/^[\da-f]{32}$/);
    localStorage.setItem('deviceId', 'x'.repeat(32));
    expect(await deviceId()).toBe('x'.repeat(32));
  });
});

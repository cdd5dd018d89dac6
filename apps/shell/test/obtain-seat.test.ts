import { beforeEach, describe, expect, it } from 'vitest';
import type { License } from '@lectern/contracts';
import { obtainSeat } from '../src/session/obtain-seat.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fakeServices, type ServiceAnswer } from './fake-services.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';
import { refusal, someUsage } from './some-usage.ts';

const [own] = someSession('mia').licences as [License];
const ofClass: License = {
  ...own,
  license_code: 'CLASS',
  license_strategy: 'LICENSE_STRATEGY_GROUP',
  seats: 25,
};

/** Obtains a seat of these licences; `answers` are those to obtaining, by licence, in turn. */
async function obtain(
  licences: readonly License[],
  answers: Readonly<Record<string, readonly ServiceAnswer[]>>,
) {
  const left = new Map(Object.entries(answers).map(([code, given]) => [code, [...given]]));
  const asked: string[] = [];
  const { api } = fakeServices(({ path, body }) => {
    if (path === '/lima/device/updateForUser') {
      asked.push('device registered');
      return { device: { device_identifier: 'd' } };
    }
    const { license_code } = body as { license_code: string };
    asked.push(license_code);
    return left.get(license_code)?.shift() ?? refusal(404, 'LICENSE_NOT_FOUND');
  }, 'mia');
  const request = { subject: 'mia', deviceID: 'd'.repeat(32), licences };
  const outcome = obtainSeat(api, someProject, request);
  return { outcome: await outcome.catch((error: unknown) => error), asked };
}

beforeEach(() => void fakeBrowser());

const given = (code: string) => [{ license_usage: someUsage(code) }];
const taken = refusal(409, 'LICENSE_SEATS_TAKEN');
const ended = refusal(403, 'LICENSE_NOT_VALID');
const elsewhere = refusal(409, 'LICENSE_USED_ELSEWHERE');

describe('a seat', () => {
  it('is of the licence that takes it from nobody', async () => {
    const { outcome, asked } = await obtain([ofClass, own], { 'L-1': given('L-1') });
    expect(outcome).toMatchObject({ license_code: 'L-1' });
    expect(asked).toEqual(['L-1']);
  });

  it('is of the next licence when one has none left or has ended', async () => {
    const third = { ...ofClass, license_code: 'OTHER' };
    const answers = { 'L-1': [ended], CLASS: [taken], OTHER: given('OTHER') };
    const { outcome, asked } = await obtain([own, ofClass, third], answers);
    expect(outcome).toMatchObject({ license_code: 'OTHER' });
    expect(asked).toEqual(['L-1', 'CLASS', 'OTHER']);
  });

  it('is asked of no licence that does not open the publication', async () => {
    const expired: License = { ...own, license_state: 'LICENSE_STATE_EXPIRED' };
    const other: License = { ...own, product_reference: 'feuer-entdecken' };
    expect(await obtain([expired, other], {})).toEqual({ outcome: 'license ended', asked: [] });
  });

  it.each([
    ['seats taken', [taken], [ended]],
    ['seats taken', [ended], [taken]],
    ['license ended', [ended], []],
    ['used elsewhere', [elsewhere], [taken]],
    ['used elsewhere', [taken], [elsewhere]],
  ])('is refused: %s', async (why, ofOwn, ofOther) => {
    const { outcome } = await obtain([own, ofClass], { 'L-1': ofOwn, CLASS: ofOther });
    expect(outcome).toBe(why);
  });

  it('is of another licence where one is used elsewhere', async () => {
    const answers = { 'L-1': [elsewhere], CLASS: given('CLASS') };
    const { outcome } = await obtain([own, ofClass], answers);
    expect(outcome).toMatchObject({ license_code: 'CLASS' });
  });

  it('beyond the limit of devices is asked of no further licence', async () => {
    const limit = [refusal(409, 'DEVICE_LIMIT_REACHED')];
    const { outcome, asked } = await obtain([own, ofClass], { 'L-1': limit });
    expect([outcome, asked]).toEqual(['device limit', ['L-1']]);
  });

  it('on a device that is not known any more comes after registering it', async () => {
    const answers = { 'L-1': [refusal(404, 'DEVICE_NOT_FOUND'), ...given('L-1')] };
    const { outcome, asked } = await obtain([own], answers);
    expect(outcome).toMatchObject({ license_code: 'L-1' });
    expect(asked).toEqual(['L-1', 'device registered', 'L-1']);
  });

  it('that cannot be asked for is no refusal', async () => {
    const { outcome } = await obtain([own], { 'L-1': [refusal(403, 'PERMISSION_MISSING')] });
    expect(outcome).toMatchObject({ name: 'CallFailed', code: 'PERMISSION_MISSING' });
  });
});

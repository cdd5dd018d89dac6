import { expect } from 'vitest';
import { accessTokenOf } from '../access-token.ts';
import type { Case } from './cases.ts';
import { expectRenewalRefused } from './expectations.ts';
import { createTokenSigner, type TokenForgery } from './token-signer.ts';
import type { Scene } from './scene.ts';

/** Access tokens hold five minutes and are renewed a minute before, in milliseconds. */
export const untilRenewalInMs = 4 * 60_000 + 1_000;

type Way = 'by refresh token' | 'by the silent frame';
const ways: readonly Way[] = ['by refresh token', 'by the silent frame'];

/** Rows 4, 14 and 15 on renewal. */
export const renewalCases: readonly Case[] = [
  ...ways.map((way): Case => ({
    name: `row 14: an honest renewal ${way} goes on`,
    run: async (scene) => {
      await signedInToRenew(scene, way);
      await expectRenewed(scene);
    },
  })),
  ...ways.flatMap((way) => [
    refused(`row 14: a forged ID token on a renewal ${way}`, way, { signedBy: 'stranger' }),
    refused(`row 14: another issuer's ID token on a renewal ${way}`, way, {
      claims: { iss: 'https://other.example' },
    }),
    refused(`row 15: another subject on a renewal ${way}`, way, { claims: { sub: 'demo-ben' } }),
  ]),
  {
    name: 'row 14: after a refused renewal one signs in again',
    run: async (scene) => {
      await signedInToRenew(scene, 'by refresh token');
      scene.provider.forge({ idToken: { signedBy: 'stranger' } });
      await scene.page.clock.fastForward(untilRenewalInMs);
      await scene.page.getByRole('heading', { name: 'Die Sitzung ist abgelaufen' }).waitFor();
      await scene.retried();
    },
  },
  {
    name: 'row 4: an unknown kid on renewal leads to one refetch of the keys',
    run: async (scene) => {
      await signedInToRenew(scene, 'by refresh token');
      expect(scene.askedFor('/keys')).toBe(1);
      const before = [...scene.provider.secrets];
      scene.provider.forge({ idToken: { header: { kid: 'unknown' }, signedBy: 'stranger' } });
      await scene.page.clock.fastForward(untilRenewalInMs);
      await expectRenewalRefused(scene, before);
      expect(scene.askedFor('/keys')).toBe(2);
    },
  },
  {
    name: 'row 4: keys that the provider has changed are found by that refetch',
    run: async (scene) => {
      await signedInToRenew(scene, 'by refresh token');
      scene.provider.forge({ signer: await createTokenSigner('k2') });
      await expectRenewed(scene);
      expect(scene.askedFor('/keys')).toBe(2);
    },
  },
  {
    name: 'row 4: keys that the browser has kept are not taken for the provider’s',
    run: async (scene) => {
      const { page, provider } = scene;
      await scene.signedIn();
      await page.evaluate(() => sessionStorage.clear());
      provider.forge({ signer: await createTokenSigner('k2') });
      await scene.signedIn();
    },
  },
];

/** Signs in with a clock that can be put forward, and with what this way of renewing needs. */
export async function signedInToRenew(scene: Scene, way: Way): Promise<void> {
  await scene.page.clock.install();
  if (way === 'by the silent frame') scene.provider.forge({ tokens: { refresh_token: undefined } });
  await scene.signedIn();
}

async function expectRenewed(scene: Scene): Promise<void> {
  const { page } = scene;
  const first = await accessTokenOf(page);
  await page.clock.fastForward(untilRenewalInMs);
  await expect.poll(() => accessTokenOf(page)).not.toBe(first);
  await scene.contentShown();
}

function refused(name: Case['name'], way: Way, idToken: TokenForgery): Case {
  return {
    name,
    run: async (scene) => {
      await signedInToRenew(scene, way);
      const before = [...scene.provider.secrets];
      scene.provider.forge({ idToken });
      await scene.page.clock.fastForward(untilRenewalInMs);
      await expectRenewalRefused(scene, before);
    },
  };
}

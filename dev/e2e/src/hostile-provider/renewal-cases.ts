import { expect } from 'vitest';
import { accessTokenOf } from '../access-token.ts';
import type { Case } from './cases.ts';
import { expectOtherToken, expectRenewalRefused } from './expectations.ts';
import { withoutRefreshToken } from './hostile-provider.ts';
import { messageCases } from './message-cases.ts';
import type { Scene } from './scene.ts';
import { createTokenSigner } from './token-signer.ts';

/** Rows 4, 14, 15 and 22 on renewal: by refresh token, and then by the silent frame. */
export const renewalCases: readonly Case[] = [
  {
    name: 'row 14: an honest renewal by refresh token goes on',
    run: async (scene) => {
      await signedInToRenew(scene);
      await expectRenewed(scene);
    },
  },
  {
    name: 'row 4: keys that the provider has changed are found by a refetch on renewal',
    goesOn: true,
    run: async (scene) => {
      scene.provider.forge({ signer: await createTokenSigner('k2') });
      await expectRenewed(scene);
      expect(scene.askedFor('/keys')).toBe(1);
    },
  },
  {
    name: 'row 14: a forged ID token on a renewal by refresh token leads to one refetch of the keys',
    goesOn: true,
    run: async (scene) => {
      scene.provider.forge({ idToken: { header: { kid: 'unknown' }, signedBy: 'stranger' } });
      await expectRenewalRefused(scene);
      expect(scene.askedFor('/keys')).toBe(1);
    },
  },
  {
    name: 'row 14: after a refused renewal one signs in again',
    goesOn: true,
    run: (scene) => scene.retried(),
  },
  {
    name: 'row 15: another subject on a renewal by refresh token',
    goesOn: true,
    run: async (scene) => {
      scene.provider.forge({ idToken: { claims: { sub: 'demo-ben' } } });
      await expectRenewalRefused(scene);
    },
  },
  {
    name: 'row 14: an honest renewal by the silent frame goes on',
    goesOn: true,
    run: async (scene) => {
      await scene.retried(withoutRefreshToken);
      await expectRenewed(scene);
    },
  },
  ...messageCases,
  {
    name: 'row 14: a forged ID token on a renewal by the silent frame',
    goesOn: true,
    run: async (scene) => {
      scene.provider.forge({ idToken: { signedBy: 'stranger' } });
      await expectRenewalRefused(scene);
    },
  },
  {
    name: 'row 15: another subject on a renewal by the silent frame',
    goesOn: true,
    run: async (scene) => {
      await scene.retried(withoutRefreshToken);
      scene.provider.forge({ idToken: { claims: { sub: 'demo-ben' } } });
      await expectRenewalRefused(scene);
    },
  },
];

/** Signs in with a clock that can be put forward. */
export async function signedInToRenew(scene: Scene): Promise<void> {
  await scene.page.clock.install();
  await scene.signedIn();
}

async function expectRenewed(scene: Scene): Promise<void> {
  const first = await accessTokenOf(scene.page);
  await scene.untilRenewal();
  await expectOtherToken(scene, first);
  await scene.contentShown();
}

import { shellClientId } from '@lectern/env';
import { expect } from 'vitest';
import type { Case } from './cases.ts';
import { expectRefused } from './expectations.ts';
import { forgedIdTokensInBrowser, type ForgedIdToken } from './forged-id-tokens.ts';
import type { HostileProvider } from './hostile-provider.ts';
import type { Scene } from './scene.ts';

/** Rows 1, 4, 5, 12 and 13: ID tokens that the browser must not take, one after another on one page, and one that it must. */
export const tokenCases: readonly Case[] = [
  {
    name: 'row 4: an unknown kid leads to one request for the keys, and none elsewhere',
    run: async (scene) => {
      const { provider } = scene;
      const elsewhere = { jku: provider.strangersKeySet, x5u: provider.strangersKeySet };
      const header = { kid: 'unknown', jwk: provider.signer.strangersKey, ...elsewhere };
      provider.forge({ idToken: { header, signedBy: 'stranger' } });
      await scene.begin();
      await expectRefused(scene);
      expect(scene.askedFor('/keys')).toBe(1);
      expect(scene.askedFor('/strangers-keys')).toBe(0);
    },
  },
  ...forgedIdTokensInBrowser.map((token) => ({
    name: token.name,
    goesOn: true as const,
    run: async (scene: Scene) => {
      await beginWith(scene, token);
      await expectRefused(scene);
    },
  })),
  {
    name: 'row 13: an opaque access token',
    goesOn: true,
    run: async (scene) => {
      scene.provider.forge({ tokens: { id_token: 'an-opaque-access-token' } });
      await scene.begin();
      await expectRefused(scene);
      expect(await scene.kept()).not.toContain('an-opaque-access-token');
    },
  },
  {
    name: 'row 1: after refusals, an honest sign-in is not refused',
    goesOn: true,
    run: (scene) => scene.retried(),
  },
  {
    name: 'row 13: at the services an ID token opens nothing, and an access token does',
    goesOn: true,
    run: async (scene) => {
      const { secrets } = scene.provider;
      const [accessToken, refreshToken] = ['access-', 'refresh-'].map((prefix) =>
        secrets.findLast((secret) => secret.startsWith(prefix)),
      );
      const idToken = secrets.findLast((secret) => secret.includes('.'));
      expect(await scene.statusWith(idToken)).toBe(401);
      expect(await scene.statusWith(refreshToken)).toBe(401);
      expect(await scene.statusWith(accessToken)).toBe(200);
    },
  },
];

/** Begins a sign-in in which the provider gives this ID token. */
async function beginWith(
  scene: Scene,
  { forge, discovery }: Pick<ForgedIdToken, 'forge' | 'discovery'>,
): Promise<void> {
  const { page, provider } = scene;
  // To the second: between the provider's stamp and the check no time passes.
  const now = Math.floor(Date.now() / 1000);
  await page.clock.setFixedTime(now * 1000);
  provider.forge({ idToken: forge(now, forgerOf(provider)), ...(discovery ? { discovery } : {}) });
  await scene.begin();
}

function forgerOf({ signer, strangersKeySet }: HostileProvider) {
  return { clientId: shellClientId, strangersKey: signer.strangersKey, strangersKeySet };
}

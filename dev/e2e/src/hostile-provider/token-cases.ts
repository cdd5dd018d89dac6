import { shellClientId } from '@lectern/env';
import { expect } from 'vitest';
import type { Case } from './cases.ts';
import { forgedIdTokens, honestIdTokens, type ForgedIdToken } from './forged-id-tokens.ts';
import { subject, type HostileProvider } from './hostile-provider.ts';
import {
  askedFor,
  contentShown,
  expectRefused,
  kept,
  retried,
  signedIn,
  visit,
  type Scene,
} from './scene.ts';

/** Rows 1 to 13: ID tokens that the browser must not take, and those that it must. */
export const tokenCases: readonly Case[] = [
  ...honestIdTokens.map((token) => ({
    name: token.name,
    run: async (scene: Scene) => {
      await signInWith(scene, token);
      await contentShown(scene);
    },
  })),
  ...forgedIdTokens.map((token) => ({
    name: token.name,
    run: async (scene: Scene) => {
      await signInWith(scene, token);
      await expectRefused(scene);
    },
  })),
  {
    name: 'row 1: after a refusal, an honest sign-in is not refused',
    run: async (scene) => {
      scene.provider.forge({ idToken: { signedBy: 'stranger' } });
      await visit(scene);
      await expectRefused(scene);
      await retried(scene);
    },
  },
  {
    name: 'row 4: an unknown kid leads to one request for the keys, and none elsewhere',
    run: async (scene) => {
      const { provider } = scene;
      const elsewhere = { jku: provider.strangersKeySet, x5u: provider.strangersKeySet };
      const header = { kid: 'unknown', jwk: provider.signer.strangersKey, ...elsewhere };
      provider.forge({ idToken: { header, signedBy: 'stranger' } });
      await visit(scene);
      await expectRefused(scene);
      expect(askedFor(scene, '/keys')).toBe(1);
      expect(askedFor(scene, '/strangers-keys')).toBe(0);
    },
  },
  {
    name: 'row 10: no ID token at all',
    run: async (scene) => {
      scene.provider.forge({ tokens: { id_token: undefined } });
      await visit(scene);
      await expectRefused(scene);
    },
  },
  {
    name: 'row 11: another nonce',
    run: async (scene) => {
      scene.provider.forge({ idToken: { claims: { nonce: 'another' } } });
      await visit(scene);
      await expectRefused(scene);
    },
  },
  {
    name: 'row 11: no nonce',
    run: async (scene) => {
      scene.provider.forge({ idToken: { claims: { nonce: undefined } } });
      await visit(scene);
      await expectRefused(scene);
    },
  },
  {
    name: 'row 13: an opaque access token',
    run: async (scene) => {
      scene.provider.forge({ tokens: { id_token: 'an-opaque-access-token' } });
      await visit(scene);
      await expectRefused(scene);
      expect(await kept(scene)).not.toContain('an-opaque-access-token');
    },
  },
  {
    name: 'row 13: at the services an ID token opens nothing, and an access token does',
    run: async (scene) => {
      await signedIn(scene);
      const { secrets } = scene.provider;
      const [accessToken, refreshToken] = ['access-', 'refresh-'].map((prefix) =>
        secrets.find((secret) => secret.startsWith(prefix)),
      );
      const idToken = secrets.find((secret) => secret.includes('.'));
      expect(await statusWith(scene, idToken)).toBe(401);
      expect(await statusWith(scene, refreshToken)).toBe(401);
      expect(await statusWith(scene, accessToken)).toBe(200);
    },
  },
];

/** Begins a sign-in in which the provider gives this ID token. */
async function signInWith(
  scene: Scene,
  { forge, discovery }: Pick<ForgedIdToken, 'forge' | 'discovery'>,
): Promise<void> {
  const { page, provider } = scene;
  // To the second: between the provider's stamp and the check no time passes.
  const now = Math.floor(Date.now() / 1000);
  await page.clock.setFixedTime(now * 1000);
  provider.forge({ idToken: forge(now, forgerOf(provider)), ...(discovery ? { discovery } : {}) });
  await visit(scene);
}

export function forgerOf({ signer, strangersKeySet }: HostileProvider) {
  return { clientId: shellClientId, strangersKey: signer.strangersKey, strangersKeySet };
}

/** How a service answers a call with this token, as HTTP status. */
export async function statusWith(
  { platform }: Pick<Scene, 'platform'>,
  token: string | undefined,
): Promise<number> {
  const response = await fetch(`${platform.shell}/gres/v1/gms/groups/get`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Ia-Correlation-Id': 'hostile-provider',
      'X-Ia-Subject': subject,
      'X-Ia-Roles': '',
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ subject }),
  });
  return response.status;
}

import { expect } from 'vitest';
import { configure } from '../configuration.ts';
import type { Case } from './cases.ts';
import type { Scene } from './scene.ts';

/** Where somebody would like others to be led after they have signed in. */
const elsewhere = [
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'javascript:alert(document.domain)',
  '%2F%2Fevil.example',
  '%5C%5Cevil.example',
  'https:%2F%2Fevil.example',
  'user@evil.example',
  'https://user@evil.example/',
] as const;

/** Row 21: addresses that come from outside. */
export const addressCases: readonly Case[] = [
  {
    name: 'row 21: a path that reads as another address leads home before a sign-in',
    run: async (scene) => {
      await scene.visit('//evil.example/%5C%5Cevil.example');
      await scene.contentShown();
      await atHome(scene);
    },
  },
  {
    name: 'row 21: after a sign-in, too',
    goesOn: true,
    run: async (scene) => {
      for (const path of elsewhere) {
        await scene.visit(`/${path}`);
        await atHome(scene);
      }
      await scene.contentShown();
      askedNobodyElse(scene);
    },
  },
  {
    name: 'row 21: deep links stay values for the content, whatever they say',
    goesOn: true,
    run: async (scene) => {
      const [exerciseGroupId, , , themaId, , , , , subThemaNumber] = elsewhere;
      const link = { exerciseGroupId, themaId, subThemaNumber };
      await scene.page.evaluate(() => sessionStorage.clear());
      await scene.visit(`/?${new URLSearchParams(link)}`);
      await scene.contentShown();
      await atHome(scene);
      const address = new URL((await scene.page.getAttribute('iframe', 'src'))!);
      expect(address.origin).toBe(scene.platform.content);
      expect(Object.fromEntries(address.searchParams)).toMatchObject(link);
    },
  },
  {
    name: 'row 21: the login page follows no return address',
    goesOn: true,
    run: async (scene) => {
      const names = ['returnUrl', 'returnTo', 'redirect', 'redirect_uri', 'next', 'postLoginRoute'];
      const query = new URLSearchParams({ directLogin: 'true' });
      for (const [place, name] of names.entries()) query.set(name, elsewhere[place]!);
      await scene.visit(`/login?${query}`);
      await scene.contentShown();
      await atHome(scene);
    },
  },
  {
    name: 'row 21: a shell that is to lead elsewhere after sign-in does not start',
    run: async (scene) => {
      await leadTo(scene, '//evil.example');
      await scene.visit();
      await scene.page.getByText('«signIn.postLoginRoute»').waitFor();
      askedNobodyElse(scene);
    },
  },
  {
    name: 'row 21: a shell that is to lead to a page of its own after sign-in does',
    goesOn: true,
    run: async (scene) => {
      const { page, platform } = scene;
      await leadTo(scene, '/?from=sign-in');
      await scene.visit();
      await scene.contentShown();
      expect(page.url()).toBe(`${platform.shell}/?from=sign-in`);
    },
  },
];

async function leadTo({ page, platform }: Scene, postLoginRoute: string): Promise<void> {
  await configure(page, platform.shell, ({ signIn, ...rest }) => ({
    ...rest,
    signIn: { ...signIn, autoLogin: true, postLoginRoute },
  }));
}

/** The home page frames the content, and nobody else was asked for anything. */
async function atHome(scene: Scene): Promise<void> {
  const { page, platform } = scene;
  await page.locator('iframe[data-content-frame]').waitFor({ state: 'attached' });
  expect(new URL(page.url()).origin + new URL(page.url()).pathname).toBe(`${platform.shell}/`);
  askedNobodyElse(scene);
}

function askedNobodyElse({ requests, platform, provider }: Scene): void {
  const origins = new Set([platform.shell, platform.content, platform.files, provider.issuer]);
  const others = requests.filter(({ address }) => !origins.has(address.origin));
  expect(others.filter(({ address }) => address.protocol !== 'data:')).toEqual([]);
}

import { expect } from 'vitest';
import { accessTokenOf } from '../access-token.ts';
import { contentFrame } from '../content-frame.ts';
import type { Case } from './cases.ts';
import { expectOtherToken } from './expectations.ts';
import { withoutRefreshToken } from './hostile-provider.ts';
import type { Scene } from './scene.ts';

/** Row 22: messages that come while a silent renewal waits for its own. */
export const messageCases: readonly Case[] = [
  {
    name: 'row 22: a message of a foreign origin, from another window than the silent frame',
    goesOn: true,
    run: async (scene) => {
      await renewing(scene, () => '');
      await contentFrame(scene.page, scene.platform).evaluate(
        (address) => parent.postMessage({ signInAnswer: address }, '*'),
        withCode(scene, 'stolen'),
      );
      await ignored(scene);
    },
  },
  {
    name: 'row 22: a message of a foreign origin, from the silent frame itself',
    goesOn: true,
    run: async (scene) => {
      await renewing(scene, (answer) => {
        const stolen = new URL(answer);
        stolen.searchParams.set('code', 'stolen');
        return `<script>parent.postMessage({ signInAnswer: '${stolen}' }, '*')</script>`;
      });
      await ignored(scene);
    },
  },
  {
    name: 'row 22: a message of the own origin with another state',
    goesOn: true,
    run: async (scene) => {
      await renewing(scene, (answer) => {
        const forged = new URL(answer);
        forged.searchParams.set('state', 'another');
        return forged;
      });
      await ignored(scene);
    },
  },
  {
    name: 'row 22: a message of the own origin with the right state, from another window',
    goesOn: true,
    run: async (scene) => {
      await renewing(scene, () => '');
      await scene.page.evaluate(
        (address) => {
          const frame = document.createElement('iframe');
          frame.className = 'stolen';
          frame.src = address;
          document.body.append(frame);
        },
        withCode(scene, 'stolen'),
      );
      await ignored(scene);
      await scene.page.evaluate(() => document.querySelector('.stolen')!.remove());
    },
  },
];

/** Renews as far as the silent frame's answer, which is this instead of the right one. */
async function renewing(scene: Scene, answer: (right: URL) => URL | string): Promise<void> {
  const { page, provider } = scene;
  await page.evaluate(() => {
    if ('heard' in document.body.dataset) return void (document.body.dataset['heard'] = '');
    addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!JSON.stringify(data)?.includes('/silent-callback.html')) return;
      const { dataset } = document.body;
      dataset['heard'] = `${dataset['heard'] ?? ''}${Object.keys(data as object).join()} `;
    });
  });
  provider.forge({ ...withoutRefreshToken, answer });
  const answersBefore = provider.answers.length;
  await scene.untilRenewal();
  await expect.poll(() => provider.answers.length).toBe(answersBefore + 1);
}

/** The right answer with a code that the attacker chose. */
function withCode({ provider }: Scene, code: string): string {
  const address = new URL(provider.answers.at(-1)!);
  address.searchParams.set('code', code);
  return address.href;
}

/** The message has come, and nothing came of it; the right one, which comes then, renews. */
async function ignored(scene: Scene): Promise<void> {
  const { page, provider } = scene;
  await page.locator('body[data-heard~=signInAnswer]').waitFor();
  const first = await accessTokenOf(page);
  expect(scene.askedFor('/token')).toBe(0);
  await page.evaluate((address) => {
    document.querySelector<HTMLIFrameElement>('iframe[hidden]')!.src = address;
  }, provider.answers.at(-1)!.href);
  await expectOtherToken(scene, first);
  expect(scene.askedFor('/token')).toBe(1);
  // The forged message looked like the right one: else it would have been ignored for that.
  expect(await page.getAttribute('body', 'data-heard')).toBe('signInAnswer signInAnswer ');
  await scene.contentShown();
}

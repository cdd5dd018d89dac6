import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { sizeOf, bundle } from '../bridge/bundle.ts';
import { compare, type Figure } from '../figures.ts';

/** Time between two pictures of a screen with 60 Hz. */
const frame = { what: 'a frame', value: 1000 / 60 };

/** A tenth of a second: what the user waits for when a page opens, hardly to be noticed. */
const atMost = { atMost: 6 };

/** Times of the script in the page, in milliseconds. */
interface Times {
  readonly reading: number;
  readonly unchanged: number;
  readonly edited: number;
  readonly gone: number;
}

declare global {
  interface Window {
    measureAnchors: () => Times;
  }
}

export async function measureAnchors(page: Page): Promise<readonly Figure[]> {
  const script = fileURLToPath(new URL('page.ts', import.meta.url));
  await page.setContent('<!doctype html><title>anchors</title>');
  await page.addScriptTag({ content: await bundle(`import ${JSON.stringify(script)}`) });
  const times = await page.evaluate(() => window.measureAnchors());
  const size = await sizeOf(`* from '@lectern/annotations'`);
  return [
    compare('reading the text of the page', 'ms', times.reading, frame, atMost),
    compare('200 annotations as they were', 'ms', times.unchanged, frame, atMost),
    compare('200 annotations, edited', 'ms', times.edited, frame, atMost),
    compare('200 annotations, gone', 'ms', times.gone, frame),
    { figure: 'size for content (minified, gzip -9)', unit: 'bytes', value: size },
  ];
}

import type { BrowserContext, FrameLocator } from 'playwright-core';

/** A publication without the SDK: it says nothing unless it is made to. */
const page = '<!doctype html><title>Blatt</title><main><h1>Ein Blatt</h1></main>';

/** Has everything at the content's origin be that page. */
export async function serveSilentPage(
  context: BrowserContext,
  contentOrigin: string,
): Promise<void> {
  await context.route(`${contentOrigin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: page }),
  );
}

/** Has the content send a plain message. */
export function say(content: FrameLocator, message: object): Promise<void> {
  return content
    .locator('body')
    .evaluate((_body, sent) => parent.postMessage(sent, '*'), { origin: 'iframe', ...message });
}

/** Has the content store an answer, as of an exercise of the demo's course. */
export function storeAnswer(content: FrameLocator, value: string): Promise<void> {
  return say(content, {
    action: 'setLocalStoreItems',
    payload: {
      course_id_dto: { course_id: 'wasser' },
      issue_id_dto: { issue_id: 'wasser-2026' },
      exercise_dto: { exercise_id: 'kreislauf-beschriften' },
      local_store_items: [{ segment: 'answers', key: 'a', value }],
    },
  });
}

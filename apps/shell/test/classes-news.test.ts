import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bridge } from '../src/bridge/bridge.ts';
import { createClassesNews } from '../src/classes/classes-news.ts';

const tabs = new Set<EventTarget>();

/** Reaches the other tabs at once. */
class Channel extends EventTarget {
  constructor() {
    super();
    tabs.add(this);
  }

  postMessage(data: unknown): void {
    for (const tab of tabs)
      if (tab !== this) tab.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

const openTab = () => {
  const emit = vi.fn<Bridge['emit']>();
  return { emit, tellChanged: createClassesNews({ emit }) };
};

beforeEach(() => void vi.stubGlobal('BroadcastChannel', Channel));
afterEach(() => {
  tabs.clear();
});

it('content hears in every tab that its classes may be others, and nothing more: CLASSES-1', () => {
  const [first, second] = [openTab(), openTab()];
  first.tellChanged();
  for (const { emit } of [first, second])
    expect(emit).toHaveBeenCalledExactlyOnceWith('classes-changed', {});
});

it('content hears it in this tab where the browser has no channels', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const { emit, tellChanged } = openTab();
  tellChanged();
  expect(emit).toHaveBeenCalledOnce();
});

import { expect } from 'vitest';
import { limitInMs, openTab, until, type Tab } from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

/** Mia's tab, before services that keep what she writes, and a network that can be away. */
export function openDevice() {
  const stores = new FakeStores();
  const tab = openTab(stores);
  const online = () => void (stores.fault = () => undefined);
  const delivered = async (by: Tab = tab) => expect(await by.outbox.drained(limitInMs)).toBe(true);
  return {
    stores,
    tab,
    offline: () => void (stores.fault = () => 'network'),
    online,
    delivered,
    /** Resolves once something of the tab waits for another try. */
    waiting: () => until(tab.outbox, () => tab.outbox.saveState.state === 'waiting'),
    /** Once something waits, the tab is gone and the network back; a later tab delivers it. */
    async laterTab(): Promise<Tab> {
      await until(tab.outbox, () => tab.outbox.saveState.state === 'waiting');
      tab.crash();
      online();
      const later = openTab(stores);
      await delivered(later);
      return later;
    },
  };
}

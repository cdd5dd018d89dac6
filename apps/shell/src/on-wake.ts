/**
 * Calls the listener whenever the page is used again or the network is back: timers stand still while
 * a device sleeps or a tab is frozen.
 */
export function onWake(listener: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') listener();
  });
  addEventListener('online', listener);
  addEventListener('pageshow', listener);
}

/** Calls a listener. Its error is reported as uncaught, so that its caller and later listeners go on. */
export function notify(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}

/** Calls a listener. Its error is reported as uncaught, so that it stops neither its caller nor the listeners after it. */
export function notify(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}

import type { Caller } from '../api.ts';
import type { SessionStore } from './session-store.ts';

/** The user of the session as the services are told of them, once there is one. */
export function callerOf(store: SessionStore): Caller {
  // A user who waits for a seat is known, too.
  const session = () => ('session' in store.state ? store.state.session : undefined);
  return {
    get subject() {
      return session()?.user.subject;
    },
    get roles() {
      return session()?.roles ?? [];
    },
    forgetRoles() {
      const session = store.session;
      if (session)
        store.dispatch({ type: 'session refreshed', session: { ...session, roles: [] } });
    },
  };
}

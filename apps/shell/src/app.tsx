import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Redirect, Route, Switch } from 'wouter';
import type { Dispatch } from './bridge/dispatch.ts';
import { log } from './logging/log.ts';
import { AuthCallback } from './routes/auth-callback.tsx';
import { Container } from './routes/container.tsx';
import { CouponNotice } from './routes/coupon-notice.tsx';
import { Login } from './routes/login.tsx';
import { Logout } from './routes/logout.tsx';
import { ShellContext } from './shell-context.ts';
import type { Shell } from './shell.ts';
import { testingOverlayKey } from './storage-keys.ts';
import { storage } from './storage/storage.ts';
import type { Recording } from './testing-overlay/recording.ts';

/** Renders the pages of section 2. The content frame is none of them: it stands beside. */
export function mountApp(shell: Shell, root: HTMLElement): void {
  // Before the first page is entered: entering the login page clears session storage.
  if (shell.recording) void mountTestingOverlay(shell.dispatch, shell.recording);
  createRoot(root).render(
    <StrictMode>
      <ShellContext value={shell}>
        <Switch>
          <Route path="/" component={Container} />
          <Route path="/login" component={Login} />
          <Route path="/logout" component={Logout} />
          <Route path="/auth-callback" component={AuthCallback} />
          <Route>
            <Redirect to="/" replace />
          </Route>
        </Switch>
        <CouponNotice />
      </ShellContext>
    </StrictMode>,
  );
  shell.consent.askWhenSettled();
}

/** Only in testing mode; nobody else loads it. */
async function mountTestingOverlay(dispatch: Dispatch, recording: Recording): Promise<void> {
  const storedState = storage('session').read(testingOverlayKey);
  try {
    const { mountOverlay } = await import('./testing-overlay/mount-overlay.tsx');
    mountOverlay(dispatch, recording, storedState);
  } catch (error) {
    log('error', 'The testing overlay could not be loaded.', error);
    recording.playInto(() => {});
  }
}

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Redirect, Route, Switch } from 'wouter';
import { AuthCallback } from './routes/auth-callback.tsx';
import { Container } from './routes/container.tsx';
import { CouponNotice } from './routes/coupon-notice.tsx';
import { Login } from './routes/login.tsx';
import { Logout } from './routes/logout.tsx';
import { ShellContext } from './shell-context.ts';
import type { Shell } from './shell.ts';

/** Renders the pages of section 2. The content frame is none of them: it stands beside. */
export function mountApp(shell: Shell, root: HTMLElement): void {
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

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Switch } from 'wouter';
import { ContentMenu } from './content-menu/content-menu.tsx';
import { InvitationNotice } from './invitations/invitation-notice.tsx';
import { log } from './logging/log.ts';
import { AnyOther } from './routes/any-other.tsx';
import { AuthCallback } from './routes/auth-callback.tsx';
import { Container } from './routes/container.tsx';
import { ContentAway } from './routes/content-away.tsx';
import { CouponNotice } from './routes/coupon-notice.tsx';
import { LicenseNotice } from './routes/license-notice.tsx';
import { LinkNotice } from './routes/link-notice.tsx';
import { Login } from './routes/login.tsx';
import { Logout } from './routes/logout.tsx';
import { SignOutNotice } from './routes/sign-out-notice.tsx';
import { SaveSign } from './save-sign/save-sign.tsx';
import { ShellContext } from './shell-context.ts';
import type { Shell } from './shell.ts';
import { testingOverlayKey } from './storage-keys.ts';
import { storage } from './storage/storage.ts';
import type { Recording } from './testing-overlay/recording.ts';
import { speakTo } from './texts/texts.ts';

/** Renders the pages of section 2. The content frame is none of them: it stands beside. */
export function mountApp(shell: Shell, root: HTMLElement): void {
  const speak = () => {
    const { state } = shell.store;
    speakTo('session' in state && state.session.isTeacher);
  };
  // Before the first page is entered: entering the login page clears session storage.
  if (shell.recording) void mountTestingOverlay(shell, shell.recording);
  // Before any page hears of a change, and speaks itself.
  shell.store.subscribe(speak);
  speak();
  createRoot(root).render(
    <StrictMode>
      <ShellContext value={shell}>
        <Switch>
          <Route path="/" component={Container} />
          <Route path="/login" component={Login} />
          <Route path="/logout" component={Logout} />
          <Route path="/auth-callback" component={AuthCallback} />
          <Route component={AnyOther} />
        </Switch>
        <ContentMenu />
        <ContentAway />
        <SaveSign
          outboxes={shell.outbox}
          frame={shell.frame}
          bridge={shell.bridge}
          loadTitles={shell.loadTitles}
        />
        <LicenseNotice />
        <SignOutNotice />
        <LinkNotice />
        <InvitationNotice />
        <CouponNotice />
      </ShellContext>
    </StrictMode>,
  );
  shell.consent.askWhenSettled();
}

/** Only in testing mode; nobody else loads it. */
async function mountTestingOverlay(shell: Shell, recording: Recording): Promise<void> {
  const storedState = storage('session').readJson(testingOverlayKey);
  try {
    const { mountOverlay } = await import('./testing-overlay/mount-overlay.tsx');
    mountOverlay(shell, recording, storedState);
  } catch (error) {
    log('error', 'The testing overlay could not be loaded.', error);
    recording.playInto(
      () => {},
      () => {},
    );
  }
}

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
import { isSpokenToAsTeacher } from './session/user-session.ts';
import type { Shell } from './shell.ts';
import { testingOverlayKey } from './storage-keys.ts';
import { storage } from './storage/storage.ts';
import type { Recording } from './testing-overlay/recording.ts';
import { speakTo } from './texts/texts.ts';

/** Renders the pages of section 2. The content frame is none of them: it stands beside. */
export function mountApp(shell: Shell, root: HTMLElement): void {
  const speak = () => {
    const { state } = shell.store;
    speakTo('session' in state && isSpokenToAsTeacher(state.session));
  };
  // Before the first page is entered: entering the login page clears session storage.
  if (shell.recording) void mountTestingOverlay(shell, shell.recording);
  // Before any page hears of a change, and speaks itself.
  shell.store.subscribe(speak);
  speak();
  root.hidden = false;
  createRoot(root).render(
    <StrictMode>
      <Switch>
        <Route path="/">
          <Container {...shell} />
        </Route>
        <Route path="/login">
          <Login {...shell} />
        </Route>
        <Route path="/logout">
          <Logout {...shell} />
        </Route>
        <Route path="/auth-callback">
          <AuthCallback {...shell} />
        </Route>
        <Route>
          <AnyOther {...shell.configuration} />
        </Route>
      </Switch>
      <ContentMenu {...shell} />
      <ContentAway {...shell} />
      <SaveSign {...shell} outboxes={shell.outbox} />
      <LicenseNotice {...shell} />
      <SignOutNotice {...shell} question={shell.signOutQuestion} />
      <LinkNotice {...shell} />
      <InvitationNotice {...shell} />
      <CouponNotice {...shell} />
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

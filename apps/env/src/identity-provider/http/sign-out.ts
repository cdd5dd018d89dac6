import type { KoaContextWithOIDC } from 'oidc-provider';
import { spokenIn } from './spoken.ts';
import { contentPolicy } from '../pages/layout.ts';
import {
  confirmSignOutScript,
  signedOutPage,
  signOutPassingPage,
  signOutQuestionPage,
} from '../pages/sign-out.ts';

interface SignOutPages {
  logoutSource(ctx: KoaContextWithOIDC, form: string): void;
  postLogoutSuccessSource(ctx: KoaContextWithOIDC): void;
}

/**
 * The pages of a sign-out (OpenID Connect RP-Initiated Logout).
 *
 * An ID token of the very person who is signed in proves that the application asks for them: nothing
 * is asked again. Without one anybody could have made the link, so the person decides.
 */
export function signOutPages(shellOrigin: string): SignOutPages {
  return {
    logoutSource(ctx, form) {
      const hint = ctx.oidc.entities.IdTokenHint?.payload['sub'];
      if (hint !== undefined && hint === ctx.oidc.session?.accountId) {
        ctx.set('Content-Security-Policy', contentPolicy([shellOrigin], confirmSignOutScript));
        ctx.body = signOutPassingPage(spokenIn(ctx), form);
      } else {
        ctx.body = signOutQuestionPage(spokenIn(ctx), form, 'Lectern', shellOrigin);
      }
    },
    postLogoutSuccessSource(ctx) {
      ctx.type = 'html';
      ctx.body = signedOutPage(spokenIn(ctx), 'Lectern', shellOrigin);
    },
  };
}

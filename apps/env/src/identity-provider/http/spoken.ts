import type { KoaContextWithOIDC } from 'oidc-provider';
import { spokenOf, type Spoken } from '../pages/texts/texts.ts';
import type { Middleware } from './middleware.ts';

type KoaContext = Parameters<Middleware>[0] | KoaContextWithOIDC;

/**
 * The language that a page is shown in: what the application asks for (`ui_locales`, OpenID Connect Core,
 * section 3.1.2.1), then what the browser does.
 *
 * @param uiLocales Of the interaction; default: of the address.
 */
export function spokenIn(ctx: KoaContext, uiLocales: unknown = ctx.query['ui_locales']): Spoken {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : [];
  // In the order of their weights; `*` is none.
  return spokenOf([...asked, ...ctx.acceptsLanguages()]);
}

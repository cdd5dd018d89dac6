import { Redirect } from 'wouter';
import { wayBack } from '../auth/sign-out.ts';
import type { Configuration } from '../configuration.ts';

/**
 * Any other path leads home (section 2). A licence-denied address at which the host has nothing but this
 * page leads to the login page, as a shop does: else an auto-login would go round in circles.
 */
export function AnyOther({ licenseDenied }: Pick<Configuration, 'licenseDenied'>) {
  return <Redirect to={wayBack(licenseDenied, new URL(location.href)) ?? '/'} replace />;
}

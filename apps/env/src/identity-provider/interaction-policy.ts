import { interactionPolicy } from 'oidc-provider';

type Prompt = interactionPolicy.Prompt;

/**
 * When a person is asked to sign in: as the library does, and also where the session belongs to an
 * account that is no longer there, which the library takes for an error of the server.
 */
export function signInPolicy(): Prompt[] {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_gone',
        'the account of the session is no longer there',
        'login_required',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    );
  return policy;
}

import { maximumLength } from '@lectern/services/embedded-accounts';
import { Lanes, type Turn } from '@lectern/services/lanes';
import { networkOf } from '@lectern/services/network';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import type { Account, Directory } from '../accounts/directory.ts';
import { createGuessLimit } from '../accounts/guess-limit.ts';
import { problemOf, type PasswordProblem } from '../accounts/own-password.ts';
import { newPasswordPage } from '../pages/new-password.ts';
import { type SignInProblem, signInPage } from '../pages/sign-in.ts';
import { signInPath } from '../paths.ts';
import { readForm } from './form.ts';
import type { Middleware } from './middleware.ts';
import { knownDevice, rememberDevice } from './known-device.ts';
import { spokenIn } from './spoken.ts';

/** Name, password, and room for percent encoding. */
const formLimitInBytes = 8 * 1024;

/**
 * Passwords of one source that are compared at once, and that wait. Comparing one takes a thread for a tenth of a
 * second or more; of the four that Node has, some stay for other sources, however many passwords one sends.
 */
const comparing = {
  network: { running: 2, waiting: 200 },
  knownDevice: { running: 1, waiting: 4 },
} as const;
/** `Retry-After` of a source of which too many wait, in milliseconds. */
const fullWaitInMs = 20_000;

/** Part of a stored interaction: an account, and the digest of the first password that was right. */
interface FirstPassword {
  readonly accountId?: string | undefined;
  readonly passwordDigest?: string | undefined;
}

/**
 * The sign-in page and what it posts. The library sends a browser here in the middle of an
 * authorization request (an *interaction*), and goes on with the request once there is a result:
 *
 *     GET /oauth/authorize ─303→ GET /sign-in/{uid} → POST /sign-in/{uid} ─303→ GET /oauth/authorize/{uid}
 *
 * An account with a first password stays in between, at a page that asks for another one, until it has it: what
 * the interaction knows of it (`lastSubmission`) lies in the database, and gives no session.
 *
 * The interaction's cookie is confined to this very path and SameSite=Lax, so that no other site can
 * post here; other ports of this host are the same site, hence the check of the origin.
 */
export function signInSteps(provider: Provider, directory: Directory): Middleware {
  const guessLimit = createGuessLimit();
  const lanes = new Lanes();

  /** The account whose first password was right in this interaction, as long as it has that very one. */
  const waitingAccount = async (submission: InteractionResults | undefined) => {
    const { accountId, passwordDigest } = (submission?.['firstPassword'] ?? {}) as FirstPassword;
    const account = accountId === undefined ? undefined : await directory.find(accountId);
    const isWaiting = account?.must_change_password && account.passwordDigest === passwordDigest;
    return isWaiting ? account : undefined;
  };

  return async (ctx, next) => {
    const uid = /^\/sign-in\/([\w-]+)$/.exec(ctx.path)?.[1];
    if (!uid || !['GET', 'HEAD', 'POST'].includes(ctx.method)) return next();
    ctx.set('Cache-Control', 'no-store');
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    if (interaction.uid !== uid) throw new errors.SessionNotFound('another interaction');

    const finish = async (result: InteractionResults): Promise<void> => {
      const returnTo = await provider.interactionResult(ctx.req, ctx.res, result);
      ctx.status = 303;
      ctx.redirect(returnTo);
    };
    const show = (username: string, status: number, problem?: SignInProblem): void => {
      ctx.status = status;
      ctx.type = 'html';
      ctx.body = signInPage({
        spoken: spokenIn(ctx, interaction.params['ui_locales']),
        action: signInPath(uid),
        application: 'Lectern',
        returnHost: new URL(String(interaction.params['redirect_uri'])).host,
        username,
        demoAccounts: directory.listed,
        ...(problem ? { problem } : {}),
      });
    };

    const askForPassword = (account: Account, status: number, problem?: PasswordProblem): void => {
      ctx.status = status;
      ctx.type = 'html';
      ctx.body = newPasswordPage({
        spoken: spokenIn(ctx, interaction.params['ui_locales']),
        action: signInPath(uid),
        username: account.username,
        name: `${account.given_name} ${account.family_name}`,
        ...(problem ? { problem } : {}),
      });
    };
    /** Goes to this page as it is now; an answer to a form would be posted again by a reload. */
    const showAgain = (): void => {
      ctx.status = 303;
      ctx.redirect(signInPath(uid));
    };
    const waitFor = async (firstPassword: FirstPassword): Promise<void> => {
      interaction.lastSubmission = { firstPassword };
      await interaction.persist();
      showAgain();
    };
    const waiting = await waitingAccount(interaction.lastSubmission);

    // The shell is the platform's own: there is nothing to consent to, even where it asks to be asked.
    if (interaction.prompt.name === 'consent') return finish({ consent: {} });
    if (ctx.method !== 'POST') {
      if (waiting) return askForPassword(waiting, 200);
      const hint = interaction.params['login_hint'];
      return show(typeof hint === 'string' ? hint.slice(0, maximumLength) : '', 200);
    }

    const origin = ctx.get('Origin');
    if (origin && origin !== provider.issuer) {
      throw new errors.InvalidRequest('a form of another origin', 403);
    }
    /** Compares in a turn; `undefined` where the client has left before it, or too many wait. */
    const inTurn = async <Result>(turn: Turn | undefined, compare: () => Promise<Result>) => {
      if (!turn) return undefined;
      const leave = () => {
        // A comparison that runs goes on without its client, and keeps its turn.
        if (!turn.isRunning) turn.end();
      };
      if (ctx.res.closed) leave();
      else ctx.res.once('close', leave);
      await turn.begin();
      return turn.isOver ? undefined : compare().finally(() => turn.end());
    };
    const form = await readForm(ctx.req, formLimitInBytes);
    const chosen = form.get('new-password');
    // Nothing is stored for requests of nobody; and an account can have another password by now, from another tab.
    if ((chosen !== undefined || form.has('other-person')) && !waiting) return showAgain();
    if (form.has('other-person')) return waitFor({});
    if (chosen !== undefined && waiting) {
      const { username, given_name, family_name } = waiting;
      const names = [username, given_name, family_name];
      const problem = problemOf(chosen, form.get('repeated-password') ?? '', names);
      if (problem) return askForPassword(waiting, 422, problem);
      const outcome = await inTurn(lanes.admit(networkOf(ctx.ip), comparing.network), () =>
        directory.replaceFirstPassword(waiting, chosen),
      );
      if (outcome === 'first') return askForPassword(waiting, 422, 'first');
      if (!outcome || outcome === 'late') return showAgain();
      return finish({ login: { accountId: waiting.subject, amr: ['pwd'] } });
    }
    const username = typedName(form.get('username') ?? '');
    const password = form.get('password') ?? '';
    if (!username || !password) return show(username, 422, { kind: 'incomplete' });

    const name = username.toLowerCase();
    const login = await directory.loginOf(name);
    const device = knownDevice(ctx.cookies, name);
    const source = device ?? networkOf(ctx.ip);
    const guesses = JSON.stringify([name, source]);
    const turn = lanes.admit(source, device ? comparing.knownDevice : comparing.network);
    const waitInMs = turn ? guessLimit.begin(guesses) : fullWaitInMs;
    if (!turn || waitInMs > 0) {
      turn?.end();
      const retryAfterInSeconds = Math.ceil(waitInMs / 1000);
      ctx.set('Retry-After', String(retryAfterInSeconds));
      return show(username, 429, { kind: 'limited', retryAfterInSeconds });
    }
    const account = await inTurn(turn, () => login(password));
    if (!account) return show(username, 422, { kind: 'wrong' });
    guessLimit.forget(guesses);
    rememberDevice(ctx.cookies, name);
    const { subject: accountId, must_change_password, passwordDigest } = account;
    if (must_change_password) return waitFor({ accountId, passwordDigest });
    return finish({ login: { accountId, amr: ['pwd'] } });
  };
}

/** A user name without spaces and unseen signs, which no account has: keyboards of phones add a space after words and full stops. */
function typedName(text: string): string {
  return text
    .replaceAll(/[\s\p{C}]/gu, '')
    .normalize()
    .slice(0, maximumLength);
}

import type { DemoAccount } from '@lectern/env';
import { inContent, inShell, type Visitor } from './visitor.ts';

interface WayIn {
  /** The shell is configured so. */
  readonly isByPopup?: boolean;
  /** Looks at each page on the way. */
  readonly see?: (page: 'consent' | 'login' | 'sign-in') => Promise<void>;
}

/** From the first visit of the shell to the publication: with the question about cookies, by the pages. */
export async function comeAndSignIn(
  visitor: Visitor,
  shell: string,
  { username, password, given_name }: DemoAccount,
  { isByPopup = false, see = async () => {} }: WayIn = {},
): Promise<void> {
  const { driver } = visitor;
  await driver.open(shell);
  const refusal = inShell('dialog button', 'Nur notwendige');
  await visitor.waitFor(refusal);
  await see('consent');
  await visitor.press(refusal);
  await visitor.waitUntilGone(inShell('dialog'));
  await see('login');
  await visitor.press(inShell('button', 'Anmelden'));
  if (isByPopup) await driver.turnToOpened();
  await visitor.type(inShell('input[type=text]'), username);
  await visitor.type(inShell('input[type=password]'), password);
  await see('sign-in');
  await visitor.press(inShell('button', 'Anmelden'));
  if (isByPopup) await driver.untilOpenedCloses();
  await visitor.waitFor(inContent('h1, p', new RegExp(`(Hallo|Guten Tag,) ${given_name}`)));
}

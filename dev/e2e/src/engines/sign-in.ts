import type { DemoAccount } from '@lectern/env';
import { inContent, inShell, type Visitor } from './visitor.ts';

/**
 * From the first visit of the shell to the publication: with the question about cookies, by the pages.
 *
 * @param isByPopup Where the shell is configured so.
 */
export async function comeAndSignIn(
  visitor: Visitor,
  shell: string,
  { username, password, given_name }: DemoAccount,
  isByPopup = false,
): Promise<void> {
  await visitor.driver.open(shell);
  await visitor.press(inShell('dialog button', 'Nur notwendige'));
  await visitor.waitUntilGone(inShell('dialog'));
  await visitor.press(inShell('button', 'Anmelden'));
  if (isByPopup) await visitor.driver.turnToOpened();
  await visitor.type(inShell('input[type=text]'), username);
  await visitor.type(inShell('input[type=password]'), password);
  await visitor.press(inShell('button', 'Anmelden'));
  // It closes itself.
  if (isByPopup) await visitor.driver.turnToTab(0);
  await visitor.waitFor(inContent('h1, p', new RegExp(`(Hallo|Guten Tag,) ${given_name}`)));
}

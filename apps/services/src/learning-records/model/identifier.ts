import type { Actor } from '@lectern/contracts/xapi';

/**
 * The identifier of an agent or of an identified group as one text, the same for all who write it
 * differently: `mbox:mailto:mia@schule.example`, `account:https://login.example|mia` (a home page holds
 * no bar, so that the first one ends it). A group and an agent of the same identifier have the same
 * (xAPI 1.0.3, Data 2.4.2.3).
 *
 * @returns `undefined` for an anonymous group: nothing makes it the same as another.
 */
export function identifierOf(actor: Actor): string | undefined {
  if (actor.mbox !== undefined) return `mbox:${mailboxOf(actor.mbox)}`;
  if (actor.mbox_sha1sum !== undefined) return `mbox_sha1sum:${actor.mbox_sha1sum.toLowerCase()}`;
  if (actor.openid !== undefined) return `openid:${actor.openid}`;
  if (actor.account !== undefined) return `account:${actor.account.homePage}|${actor.account.name}`;
  return undefined;
}

/** Of an address only the domain is the same in letters of any case (xAPI 1.0.3, Data 2.3.1). */
export function mailboxOf(mbox: string): string {
  const at = mbox.lastIndexOf('@');
  return mbox.slice(0, at) + mbox.slice(at).toLowerCase();
}

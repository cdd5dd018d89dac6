import { BridgeError, type Container, type LoginOptions } from '@lectern/sdk';

/** The notice of the login page where there is no container to sign in with. */
export const withoutContainer =
  'Diese Seite läuft ohne Lernplattform: Anmelden ist hier nicht möglich.';

export const looksMistyped =
  'Das sieht nach einem Tippfehler aus. Vergleiche Zeichen für Zeichen: Im Code gibt es kaum 0, O, 1 und I. Stimmt alles, dann drück noch einmal.';

/** True where the shell has sent a person back to this page for want of a licence. */
export function isRejected(search: string): boolean {
  return new URLSearchParams(search).get('rejected') === 'true';
}

/**
 * Asks the container to start signing in. The page then goes to the identity provider, and this one
 * with it. Never rejects.
 *
 * @param coupon Code to redeem, as it was typed; absent: only to sign in. What looks mistyped is asked about once.
 * @returns what to say to the learner; nothing once the page is about to go.
 */
export async function startLogin(
  container: Promise<Pick<Container, 'startLogin'>>,
  coupon?: string,
  options: LoginOptions = {},
): Promise<string | undefined> {
  if (coupon?.trim() === '') return 'Schreibe zuerst deinen Code ins Feld.';
  try {
    await (await container).startLogin({ ...options, ...(coupon !== undefined && { coupon }) });
    return undefined;
  } catch (error) {
    const code = error instanceof BridgeError ? error.code : undefined;
    if (code === 'NO_CONTAINER') return withoutContainer;
    if (code === 'MISTYPED') return looksMistyped;
    if (code === 'BAD_PAYLOAD') return 'So sieht kein Code aus. Schau ihn noch einmal genau an.';
    return 'Das hat nicht geklappt. Bitte versuche es noch einmal.';
  }
}

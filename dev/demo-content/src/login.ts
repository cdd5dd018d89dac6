import { BridgeError, connect } from '@lectern/sdk';

/*
 * What the shell's login page shows in its frame: one button, which asks the container to start
 * signing in. The page then goes to the identity provider, and this one with it.
 */

const button = document.querySelector<HTMLButtonElement>('#sign-in');
const message = document.querySelector('#message');
const container = connect();

function say(text: string): void {
  if (message) message.textContent = text;
}

function isWithoutContainer(error: unknown): boolean {
  return error instanceof BridgeError && error.code === 'NO_CONTAINER';
}

// Looked for at once, so that a missing platform shows before somebody presses in vain.
container.catch((error: unknown) => {
  if (!isWithoutContainer(error)) return;
  say('Diese Seite läuft ohne Lernplattform: Anmelden ist hier nicht möglich.');
  if (button) button.disabled = true;
});

async function startLogin(pressed: HTMLButtonElement): Promise<void> {
  pressed.disabled = true;
  say('Die Anmeldung wird geöffnet …');
  try {
    await (await container).startLogin();
  } catch (error) {
    if (isWithoutContainer(error)) return;
    say('Das hat nicht geklappt. Bitte versuche es noch einmal.');
    pressed.disabled = false;
  }
}

button?.addEventListener('click', () => void startLogin(button));

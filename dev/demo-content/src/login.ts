import { connect, type LoginOptions } from '@lectern/sdk';
import { isRejected, looksMistyped, startLogin, withoutContainer } from './sign-in.ts';

/*
 * The content of the shell's login page, in its frame: one button, which asks the container to start
 * signing in; a field for a code; and for people sent back without a licence, another account.
 */

const button = required('#sign-in', HTMLButtonElement);
const otherButton = required('#sign-in-as-other', HTMLButtonElement);
const haveCode = required('#have-code', HTMLButtonElement);
const coupon = required('#coupon', HTMLFormElement);
const code = required('#coupon-code', HTMLInputElement);
const message = required('#message', HTMLElement);
const container = connect();

function required<E extends HTMLElement>(selector: string, kind: new () => E): E {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`login.html has no ${selector}.`);
}

if (isRejected(location.search)) {
  required('#invitation', HTMLElement).hidden = true;
  required('#rejected', HTMLElement).hidden = false;
  showCoupon();
  otherButton.hidden = false;
}

function showCoupon(): void {
  coupon.hidden = false;
  haveCode.hidden = true;
}

/** Nothing can be pressed any more, or everything again. */
function setBusy(isBusy: boolean): void {
  for (const pressed of document.querySelectorAll('button')) pressed.disabled = isBusy;
}

// Looked for at once, so that a missing platform shows before somebody presses in vain.
container.catch(() => {
  message.textContent = withoutContainer;
  setBusy(true);
});

/** The code that looked mistyped: pressed once more it counts as it is. */
let doubtful: string | undefined;

async function signIn(typed?: string, options: LoginOptions = {}): Promise<void> {
  setBusy(true);
  message.textContent = 'Die Anmeldung wird geöffnet …';
  const fault = await startLogin(container, typed, options);
  if (fault === undefined) return;
  message.textContent = fault;
  doubtful = fault === looksMistyped ? typed : undefined;
  setBusy(fault === withoutContainer);
  if (typed === undefined) return;
  code.setAttribute('aria-invalid', 'true');
  // Below the field, where a phone may not show it.
  code.focus({ preventScroll: true });
  message.scrollIntoView({ block: 'nearest' });
}

button.addEventListener('click', () => void signIn());
otherButton.addEventListener('click', () => void signIn(undefined, { otherAccount: true }));
haveCode.addEventListener('click', () => {
  showCoupon();
  code.focus();
});
coupon.addEventListener('submit', (event) => {
  event.preventDefault();
  void signIn(code.value, { refusesTypos: code.value !== doubtful });
});

/** The state that the shell keeps of its overlay, open at the messages (`overlay-state.ts` there). */
const openOverlay = JSON.stringify({ isOpen: true, tab: 'messages' });

/**
 * A page between identity provider and shell. It has the shell show its testing overlay, which the shell
 * allows on localhost (specification, section 6), and goes on to the callback.
 */
export function afterSignIn(callback: URL): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Anmelden</title>
<script>
localStorage.setItem('forceTestingMode', 'true');
sessionStorage.setItem('testingOverlay', ${inScript(openOverlay)});
location.replace(${inScript(callback.href)});
</script>
`;
}

/** A text as a script in HTML may have it. */
export function inScript(text: string): string {
  return JSON.stringify(text).replaceAll('<', String.raw`\u003c`);
}

/**
 * The answer to the shell's question for consent: the necessary cookies alone. An author who looks at content
 * again and again need not be asked each time.
 */
export function consentCookie(): string {
  const answered = new Date().toISOString();
  const choice = {
    categories: ['necessary'],
    revision: 1,
    consentId: 'simulator',
    consentTimestamp: answered,
    lastConsentTimestamp: answered,
  };
  return `cc_cookie=${encodeURIComponent(JSON.stringify(choice))}; Path=/; SameSite=Lax`;
}

import type { BrowserContext } from 'playwright-core';

/**
 * Writes down what content policies and Trusted Types have blocked in a context's pages and frames:
 * what pages hear of it, and what the browser says on its console.
 */
export async function watchViolations(context: BrowserContext): Promise<readonly string[]> {
  const violations: string[] = [];
  context.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Trusted(HTML|Script)|^Violation:/i.test(text))
      violations.push(text);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (violation) => {
      const { effectiveDirective, blockedURI, sample, sourceFile } = violation;
      console.error(`Violation: ${effectiveDirective} ${blockedURI} ${sample} ${sourceFile}`);
    });
  });
  return violations;
}

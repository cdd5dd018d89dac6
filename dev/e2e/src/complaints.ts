import type { Page } from 'playwright-core';

/**
 * Writes down what the browser finds wrong with a page and its frames: errors on the console, and what its developer
 * tools call issues, such as quirks, deprecations, and what cookies and policies keep from working.
 */
export async function watchComplaints(page: Page): Promise<string[]> {
  const complaints = await watchIssues(page);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}

/** The same without errors, for pages on which something goes wrong. */
export async function watchIssues(page: Page): Promise<string[]> {
  const issues: string[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Audits.issueAdded', ({ issue: { code, details } }) => {
    const told = JSON.stringify(details);
    // The browser shows a page of its own in place of one that cannot be had.
    if (told.includes('chrome-error:')) return;
    // Cookies hold the answer to the question for consent.
    if (details.performanceIssueDetails?.performanceIssueType === 'DocumentCookie') return;
    issues.push(`${code}: ${told}`);
  });
  await session.send('Audits.enable');
  return issues;
}

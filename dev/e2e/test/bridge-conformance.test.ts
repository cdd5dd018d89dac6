import { requests, type Action } from '@lectern/sdk/protocol';
import { examplePayloads } from '@lectern/sdk/testing';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newCast } from '../src/journeys.ts';
import { ask, askForPort, probeAs } from '../src/plain-content.ts';

/*
 * The production shell against every action of the protocol, asked by content without the SDK: by plain
 * window messages, with and without a hello, and in the same words over a port.
 */

const [mia] = newCast();

const openProbe = probeAs(mia);
let content: Frame;

/**
 * Payloads that are right. Not asked here: what takes the content away comes last, elsewhere; files and courses
 * by cmi5 need issues that were published.
 */
const {
  startLogin: _login,
  logout: _logout,
  // Requests that need a class are in class-answers.test.ts and assignments.test.ts.
  getClassAnswers: _classAnswers,
  saveFeedback: _feedback,
  getClassAssignments: _ofClass,
  saveAssignment: _assignment,
  getFiles: _files,
  getCmi5Progress: _progress,
  launchCmi5: _unit,
  ...good
} = examplePayloads;

// Each test leaves the page to the next one.
beforeAll(async () => {
  ({ content } = await openProbe());
});

describe.each([
  ['window messages without hello', 'window', () => Promise.resolve()],
  [
    'window messages after hello',
    'window',
    () => ask(content, { action: 'hello', payload: { version: 1 } }),
  ],
  ['a port', 'port', () => askForPort(content)],
] as const)('over %s', (_, over, greet) => {
  beforeAll(async () => void (await greet()));

  test.each(Object.entries(good))('%s gives what the protocol says', async (action, payload) => {
    const answer = await ask(content, { action, payload }, over);
    expect(answer).toMatchObject({ origin: 'container', action });
    expect(answer.error).toBeUndefined();
    expect(requests[action as Action].result.faultIn(answer.result)).toBeUndefined();
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../src/engines/engines.ts';
import { inContent, inShell, Visitor } from '../src/engines/visitor.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';

/* The main job, in every engine that schools have. The tests of an engine go on from one another. */

let platform: SharedPlatform;
visitBeforeAll((stage) => ({ platform } = stage));

describe.each(engines)('in $name', ({ start }) => {
  const [mia] = newCast();
  let engine: Awaited<ReturnType<typeof start>>;
  let visitor: Visitor;

  beforeAll(async () => {
    engine = await start();
    visitor = new Visitor(await engine.visit());
  });
  afterAll(async () => {
    await visitor?.driver.close();
    await engine?.[Symbol.asyncDispose]();
  });

  test('a pupil chooses the cookies and signs in', async () => {
    await visitor.driver.open(platform.shell);
    await visitor.press(inShell('dialog button', 'Nur notwendige'));
    await visitor.waitUntilGone(inShell('dialog'));
    await visitor.press(inShell('button', 'Anmelden'));
    await visitor.type(inShell('input[name=username], input[type=text]'), mia.username);
    await visitor.type(inShell('input[type=password]'), mia.password);
    await visitor.press(inShell('button', 'Anmelden'));
    await visitor.waitFor(inContent('h1, p', /Hallo Mia/));
    expect(new URL(await visitor.driver.address()).search).toBe('');
  });
});

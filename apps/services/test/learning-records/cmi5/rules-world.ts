import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { bringIn, extension, launchUnit, runUnit, unit, type Course } from './course.ts';
import { startSchool } from './school.ts';

export type RulesWorld = Awaited<ReturnType<typeof startRulesWorld>>;

/** A school with a course of two units, the first of which, `wolken`, has a mastery score. */
export async function startRulesWorld() {
  const { platform, mia, publisher } = await startSchool();
  const weather = await bringIn(platform, publisher, [
    unit('wolken', { mastery_score: 0.6 }),
    unit('wind'),
  ]);
  /** The course for which nobody is registered yet. */
  const fresh = (): Course => ({ ...weather, key: { course_id: randomUUID(), issue_id: '1' } });
  const run = async (name = 'wolken', of = fresh(), change = {}) =>
    runUnit(platform, await launchUnit(platform, mia, of, name, change));
  return {
    fresh,
    run,
    /** The same, and the session is initialized. */
    async initialized(...given: Parameters<typeof run>) {
      const au = await run(...given);
      expect(await outcomeOf(au.send(au.statement('initialized')))).toBe('stored');
      return au;
    },
    close: () => platform.close(),
  };
}

/** `stored`, or status, code and text of the refusal. */
export async function outcomeOf(sent: Promise<Response>): Promise<string> {
  const answer = await sent;
  if (answer.ok) return 'stored';
  const { result_messages } = (await answer.json()) as {
    result_messages: [{ code: string; text: string }];
  };
  return `${answer.status} ${result_messages[0].code} ${result_messages[0].text}`;
}

/** A statement that is none of cmi5's own. */
export const allowed = { verb: { id: 'https://verlag.example/verbs/drehte' }, category: [] };

/** Members of a statement with a score in the unit with a mastery score. */
export const mastery = (score: number) => ({
  result: { score: { scaled: score }, duration: 'PT1S', success: score >= 0.6 },
  extensions: { [`${extension}masteryscore`]: 0.6 },
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { answersWithFile } from '../src/index.ts';
import { examples } from '../src/examples.ts';
import { calls } from './sheet.ts';

describe('the example of a call fits its contract', () => {
  test.each(calls)('$service.$name', ({ service, name, call }) => {
    const example = (
      examples[service] as unknown as Record<
        string,
        { body?: unknown; query?: unknown; answer: unknown }
      >
    )[name]!;
    if (call.body && call.bodyFormat !== 'multipart') {
      expect(z.safeParse(call.body, example.body).error).toBeUndefined();
    }
    if (call.query) expect(z.safeParse(call.query, example.query).error).toBeUndefined();
    if (answersWithFile(call)) return;
    const answer = z.safeParse(call.answer as z.ZodMiniObject, example.answer);
    expect(answer.error).toBeUndefined();
    // Nothing in it that the contract does not know.
    expect(answer.data).toEqual(example.answer);
  });
});

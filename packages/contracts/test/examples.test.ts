import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { answersWithFile, contract, type Call, type ServiceCode } from '../src/index.ts';
import { exampleOf } from '../src/examples.ts';

const all = (Object.keys(contract) as ServiceCode[]).flatMap((service) =>
  Object.entries(contract[service] as Readonly<Record<string, Call>>).map(([name, call]) => ({
    name: `${service}.${name}`,
    call,
    example: exampleOf(service, name),
  })),
);

describe('the body of an example fits', () => {
  const withBody = all.filter(({ call }) => call.body && call.bodyFormat !== 'multipart');
  test.each(withBody)('$name', ({ call, example }) => {
    expect(z.safeParse(call.body!, example.body).error).toBeUndefined();
  });
});

describe('the query of an example fits', () => {
  test.each(all.filter(({ call }) => call.query))('$name', ({ call, example }) => {
    expect(z.safeParse(call.query!, example.query).error).toBeUndefined();
  });
});

describe('the answer of an example fits', () => {
  test.each(all.filter(({ call }) => !answersWithFile(call)))('$name', ({ call, example }) => {
    const answer = z.safeParse(call.answer as z.ZodMiniObject, example.answer);
    expect(answer.error).toBeUndefined();
    // Nothing in it that the contract does not know.
    expect(answer.data).toEqual(example.answer);
  });
});

import { BridgeError, type Container, type LearningStatement } from '@lectern/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { wasser } from '../src/course/wasser.ts';
import { placeOfDeepLink, type Place } from '../src/navigation.ts';
import { slowestRetryInMs } from '@lectern/sdk/testing';
import { Statements } from '../src/statements.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const noContainer = Promise.resolve(undefined);

function place(): Place {
  const found = placeOfDeepLink(wasser, { themaId: 'bach', subThemaNumber: '2' });
  if (!found) throw new Error('The course has changed.');
  return found;
}

/** Statements that reach a container whose `postStatement` is given. */
function posting(postStatement: Container['postStatement']): Statements {
  return new Statements(wasser, Promise.resolve({ postStatement } as Container));
}

beforeEach(() => void vi.useFakeTimers());

describe('a statement', () => {
  it('is the same statement when it is handed over again', async () => {
    const postStatement = vi
      .fn<Container['postStatement']>()
      .mockRejectedValueOnce(new BridgeError('STORAGE_FULL', 'postStatement', ''))
      .mockRejectedValueOnce(new BridgeError('TIMEOUT', 'postStatement', ''))
      .mockResolvedValue('');
    posting(postStatement).initialized();
    await vi.advanceTimersByTimeAsync(slowestRetryInMs * 3);
    expect(postStatement).toHaveBeenCalledTimes(3);
    const [first, ...again] = postStatement.mock.calls;
    expect(again).toEqual([first, first]);
    expect(first?.[1].id).toMatch(uuid);
  });

  it('that is refused is dropped with a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const postStatement = vi.fn<Container['postStatement']>(async () => {
      throw new BridgeError('REFUSED', 'postStatement', '');
    });
    posting(postStatement).completed(place().thema);
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(postStatement).toHaveBeenCalledOnce();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('without a container goes nowhere and disturbs nobody', () => {
    expect(() => new Statements(wasser, noContainer).experienced(place())).not.toThrow();
  });

  it('about an answer says response and score, and success where all is right', async () => {
    const posted: [string, LearningStatement][] = [];
    const statements = posting(async (about, statement) => {
      posted.push([about, statement]);
      return '';
    });
    const exercise = place().page.blocks.find((block) => block.kind === 'exercise')?.exercise;
    if (!exercise) throw new Error('The course has changed.');
    statements.answered(place(), exercise, 'a[.]b', { right: 3, total: 6, missing: 0, parts: {} });
    await vi.advanceTimersByTimeAsync(0);
    expect(posted).toMatchObject([
      [
        'bach-tiere',
        {
          verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
          object: {
            id: 'https://lectern.example/publications/wasser/exercises/bach-tiere',
            definition: { interactionType: 'matching' },
          },
          result: {
            response: 'a[.]b',
            completion: true,
            score: { scaled: 0.5, raw: 3, min: 0, max: 6 },
          },
          context: {
            contextActivities: {
              parent: [{ id: 'https://lectern.example/publications/wasser/bach/2' }],
              grouping: [{ id: 'https://lectern.example/publications/wasser' }],
            },
          },
        },
      ],
    ]);
    expect(posted[0]![1].result).not.toHaveProperty('success');
    statements.answered(place(), exercise, 'a[.]b', { right: 6, total: 6, missing: 0, parts: {} });
    await vi.advanceTimersByTimeAsync(0);
    expect(posted[1]![1].result).toMatchObject({ success: true, score: { scaled: 1 } });
  });
});

import { describe, expect, it, vi } from 'vitest';
import { trustedWay } from '../src/trusted-types.ts';

/** A browser with Trusted Types, whose content policy knows these names once each. */
function knows(...names: string[]): void {
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string, rules: Readonly<Record<string, (text: string) => string>>) {
      const index = names.indexOf(name);
      if (index < 0) throw new TypeError('blocked');
      names.splice(index, 1);
      return Object.fromEntries(
        Object.entries(rules).map(([kind, rule]) => [
          kind,
          (text: string) => ({ trusted: rule(text) }),
        ]),
      );
    },
  });
}

const way = () => trustedWay('lectern-analytics', 'createScriptURL', (text) => text === 'ours');

describe('a way for texts', () => {
  it('gives what the browser wants', () => {
    knows('lectern-analytics');
    expect(way()('ours')).toEqual({ trusted: 'ours' });
  });

  it('gives the text where the browser wants nothing else', () => {
    expect(way()('ours')).toBe('ours');
  });

  it.each([true, false])('lets nothing else through, with Trusted Types: %s', (has) => {
    if (has) knows('lectern-analytics');
    const pass = way();
    for (const text of ['', 'theirs', 'ours?', 'OURS'])
      expect(() => pass(text)).toThrow('for something else');
  });

  it('is none that the content policy does not know', () => {
    knows('lectern-environment');
    expect(way).toThrow('blocked');
  });
});

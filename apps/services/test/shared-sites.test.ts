import { describe, expect, test } from 'vitest';
import { sharedSites } from '../src/shell-host/shared-sites.ts';

const warning = (contentOrigin: unknown, publicUrl: string, authority: unknown) =>
  sharedSites({ project: { contentOrigin }, signIn: { authority } }, publicUrl);

describe('row 60: the start warns where content shares a site', () => {
  test.each([
    ['the shell', 'https://content.schule.ch', 'https://lernen.schule.ch', 'https://id.verlag.ch'],
    [
      'the identity provider',
      'https://a.b.verlag.ch',
      'https://schule.ch',
      'https://verlag.ch/realms/x',
    ],
    [
      'the shell and the identity provider',
      'https://x.ch:8443',
      'https://shell.x.ch',
      'https://id.x.ch',
    ],
    ['the shell', 'https://a.school.co.uk', 'https://b.school.co.uk', 'https://id.other.co.uk'],
  ])('with %s', (others, content, shell, provider) => {
    expect(warning(content, shell, provider)).toContain(` with ${others}: `);
  });

  test.each([
    ['each has its own', 'https://content.ch', 'https://schule.ch', 'https://id.ch'],
    ['a public suffix is no site', 'https://a.co.uk', 'https://b.co.uk', 'https://c.co.uk'],
    [
      'on the own machine',
      'http://localhost:8082',
      'http://localhost:8080',
      'http://localhost:8081',
    ],
    ['nothing that can be meant', 17, 'https://schule.ch', undefined],
  ])('not where %s', (_title, content, shell, provider) => {
    expect(warning(content, shell, provider)).toBeUndefined();
  });
});

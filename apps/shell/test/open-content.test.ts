import { placeLengthMaximum } from '@lectern/sdk/protocol';
import { expect, it, vi } from 'vitest';
import type { ContentFrame } from '../src/content-frame/content-frame.ts';
import { forgetDeepLink, notePlace, saveDeepLink } from '../src/content-frame/deep-link.ts';
import { openContent } from '../src/content-frame/open-content.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { someProject } from './some-project.ts';

fakeBrowserForEachTest();

/** Where the frame opens with this query of the shell's own address. */
function opened(search = ''): URLSearchParams {
  const open = vi.fn<ContentFrame['open']>();
  vi.stubGlobal('location', { search, href: `https://shell.example/${search}` });
  vi.stubGlobal('history', { replaceState: () => {} });
  openContent({ open } as Partial<ContentFrame> as ContentFrame, someProject);
  const { searchParams } = new URL(open.mock.lastCall?.[0] ?? '');
  searchParams.delete('v');
  return searchParams;
}

it('content opens at its first page where nothing else is known', () => {
  expect(String(opened())).toBe('');
});

it('content opens where the user was in it, each time that it is opened again', () => {
  notePlace({ themaId: 'bach', subThemaNumber: '2' });
  expect(String(opened())).toBe('themaId=bach&subThemaNumber=2');
  expect(String(opened())).toBe('themaId=bach&subThemaNumber=2');
});

it('a link comes before that, until the content has opened there', () => {
  notePlace({ themaId: 'bach', subThemaNumber: '2' });
  saveDeepLink({ themaId: 'wasserkreislauf' });
  expect(String(opened())).toBe('themaId=wasserkreislauf');
  expect(String(opened('?exerciseGroupId=bach-brief'))).toBe('exerciseGroupId=bach-brief');
  forgetDeepLink();
  // There the user is now, unless the content says more.
  expect(String(opened())).toBe('exerciseGroupId=bach-brief');
});

it('what is longer than any place leads nowhere, and neither does what was kept of it', () => {
  const longest = '~'.repeat(placeLengthMaximum);
  expect(opened(`?themaId=${longest}`).get('themaId')).toBe(longest);
  sessionStorage.clear();
  expect(String(opened(`?themaId=${longest}~`))).toBe('');
  expect(String(opened(`?themaId=${longest}~&exerciseGroupId=bach-brief`))).toBe(
    'exerciseGroupId=bach-brief',
  );
  for (const key of ['deepLink', 'place']) {
    sessionStorage.clear();
    sessionStorage.setItem(key, JSON.stringify({ themaId: `${longest}~` }));
    expect(String(opened())).toBe('');
  }
});

it.each(['{', '7', '["a"]', '{"themaId":""}', '{"__proto__":{"themaId":"bach"}}'])(
  'a stored place that reads %s leads nowhere',
  (stored) => {
    sessionStorage.setItem('place', stored);
    expect(String(opened())).toBe('');
  },
);

import { beforeAll, expect, it } from 'vitest';
import { createProgressSource } from '../src/progress/progress-source.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { fakeServices, type ServiceAnswer } from './fake-services.ts';
import { speak } from './speak.ts';
import { someGroup } from './some-group.ts';

beforeAll(() => speak('de-CH'));
fakeBrowserForEachTest();

const member = (subject: string, display_name?: string) => ({
  subject,
  ...(display_name !== undefined && { display_name }),
  progress: { themen: [] },
});
const membership = (subject: string, known_name: string, group_role: 'member' | 'leader') => ({
  subject,
  known_name,
  group_role,
  membership_types: [],
  membership_state: 'accepted',
  changed_at: '2026-08-17T06:00:00.000Z',
});

/** A class whose members come in two pages. */
function open(memberships: ServiceAnswer) {
  const { api, clientOf, requests } = fakeServices(({ path, body }): ServiceAnswer => {
    if (path.endsWith('/groups/inspect')) return memberships;
    const isSecond = (body as { readonly cursor?: string }).cursor !== undefined;
    return {
      issue_id: 'wasser-1',
      themen: [],
      members_count: 3,
      version: 'v',
      members: isSecond ? [member('z')] : [member('b', 'Mia Keller'), member('c', 'Mia Keller')],
      ...(!isSecond && {
        next_cursor: 'next',
        without_course: [{ subject: 'a', display_name: 'Mia Keller' }],
      }),
    };
  }, 'lehrer');
  const source = createProgressSource({
    api,
    clientOf,
    courses: ['wasser'],
    subject: 'lehrer',
    outbox: undefined,
  });
  const ask = () =>
    source.ask(
      { course_id: 'wasser', group_id: 'g', filter_type: 'NONE' },
      new AbortController().signal,
    );
  return { ask, requests };
}

const inspected = {
  group: someGroup,
  memberships: [
    membership('0', 'Mia Keller', 'leader'),
    // She has no progress here.
    membership('a', 'Mia Keller', 'member'),
    membership('b', 'Mia Keller', 'member'),
    membership('c', 'Mia Keller', 'member'),
    membership('z', 'Zoe Frei', 'member'),
  ],
};

it('calls pupils as the list of members does, where a teacher has their name', async () => {
  const { ask, requests } = open(inspected);
  for (let time = 1; time <= 2; time++) {
    const { members, version, withoutCourse } = await ask();
    expect(withoutCourse).toEqual([{ subject: 'a', name: 'Mia Keller (1)' }]);
    expect(members?.map(({ name }) => name)).toEqual([
      'Mia Keller (2)',
      'Mia Keller (3)',
      'Zoe Frei',
    ]);
    expect(version).toBe('v');
  }
  // Once for all answers about the class.
  expect(requests.filter(({ path }) => path.endsWith('/groups/inspect'))).toHaveLength(1);
});

it('tells them apart, too, where the list cannot be had', async () => {
  const { ask } = open({ status: 500, code: 'INTERNAL' });
  const { members } = await ask();
  expect(members?.map(({ name }) => name)).toEqual([
    'Mia Keller (2)',
    'Mia Keller (3)',
    'Ohne Namen',
  ]);
});

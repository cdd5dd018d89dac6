import { CallFailed } from '@lectern/contracts/client';
import { describe, expect, it } from 'vitest';
import { createClassesSource, type Membership } from '../src/classes/classes-source.ts';
import { faultOf } from '../src/classes/faults.ts';
import { membersCalled, namedMembers } from '../src/classes/members.ts';
import { loadClassesTexts } from '../src/classes/texts/load-texts.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { fakeServices, type ServiceAnswer, type ServiceRequest } from './fake-services.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';
import { speak } from './speak.ts';

fakeBrowserForEachTest();

const details = {
  group_id: 'g',
  provider_id: 'BEOOK_1',
  name: '6a',
  join_policy: 'on_request',
  transaction_index: 7,
  created_at: '2026-08-17T06:00:00.000Z',
} as const;
const membership = {
  subject: 'mia',
  group_role: 'member',
  membership_types: [],
  membership_state: 'requested',
  changed_at: '2026-08-17T06:00:00.000Z',
} as const;

function open(answer: (request: ServiceRequest) => ServiceAnswer) {
  const session = {
    ...someSession('mia'),
    identities: [{ identity_provider_identifier: 'BEOOK_1', external_id: 'mia', groups: [] }],
  };
  const { api, clientOf, requests } = fakeServices(answer, 'mia');
  const courses = ['wasser', 'feuer'];
  const source = createClassesSource({ api, clientOf, courses, project: someProject, session });
  return { source, requests };
}

describe('the classes of a user', () => {
  const answers = (permission_names: readonly string[]) =>
    open(({ path }): ServiceAnswer => {
      if (path.endsWith('/user/getRoles')) return { role_names: [], permission_names };
      if (path.endsWith('/gms/groups/get'))
        return { groups: [{ group_id: 'g', provider_id: 'BEOOK_1', name: '6a' }] };
      return {
        groups: [
          { ...details, membership_state: 'accepted' },
          { ...details, group_id: 'h', name: '6b', membership_state: 'requested' },
          { ...details, group_id: 'i', membership_state: 'invited', invited_as: 'member' },
        ],
        gone_group_ids: [],
      };
    }).source;

  it('are those that it leads, is in or has asked to join; invitations are asked about elsewhere', async () => {
    expect(await answers(['group.lead']).list()).toEqual({
      mayLead: true,
      entries: [
        { groupId: 'g', name: '6a', isLed: true, state: 'accepted', index: 7 },
        { groupId: 'h', name: '6b', isLed: false, state: 'requested', index: 7 },
      ],
    });
  });

  it('say whether it may make one, also where it leads none yet', async () => {
    expect(await answers(['group.join']).list()).toMatchObject({ mayLead: false });
  });

  it('have changed where others have done something, not where somebody is invited', async () => {
    const entry = { groupId: 'g', name: '6a', isLed: true, state: 'accepted', index: 7 } as const;
    let answer: ServiceAnswer = { groups: [], gone_group_ids: [] };
    const { source, requests } = open(() => answer);
    const look = () => source.hasChanged([entry], new AbortController().signal);
    expect(await look()).toBe(false);
    expect(requests[0]?.body).toEqual({
      subject: 'mia',
      known_groups: [{ group_id: 'g', transaction_index: 7 }],
    });
    answer = { groups: [{ ...details, membership_state: 'accepted' }], gone_group_ids: [] };
    expect(await look()).toBe(true);
    answer = { groups: [], gone_group_ids: ['g'] };
    expect(await look()).toBe(true);
    answer = {
      groups: [{ ...details, membership_state: 'invited', invited_as: 'member' }],
      gone_group_ids: [],
    };
    expect(await look()).toBe(false);
  });
});

describe('changes', () => {
  it('make a class under the id that a repeat has, too, at the provider of the user', async () => {
    const { source, requests } = open(() => ({ group: details }));
    const groupId = crypto.randomUUID();
    await source.create(groupId, '6a');
    expect(requests[0]?.body).toEqual({
      subject: 'mia',
      group_id: groupId,
      provider_id: 'BEOOK_1',
      name: '6a',
    });
  });

  it('let 500 in by three requests', async () => {
    const { source, requests } = open(() => ({ results: [], transaction_index: 8 }));
    await source.accept(
      'g',
      Array.from({ length: 500 }, (_, index) => `pupil-${index}`),
    );
    const sizes = requests.map(
      ({ body }) => (body as { memberships: readonly unknown[] }).memberships.length,
    );
    expect(sizes).toEqual([200, 200, 100]);
  });

  it('say why one membership was refused, after the others', async () => {
    const { source } = open(() => ({
      result_state: 'WARNING',
      results: [
        { subject: 'ben', outcome: 'CHANGED' },
        { subject: 'mia', outcome: 'REFUSED', refusal: 'LAST_LEADER' },
      ],
      transaction_index: 8,
    }));
    const failure: unknown = await source.remove('g', ['ben', 'mia']).catch((error) => error);
    expect(faultOf(failure)).toBe('lastLeader');
  });

  it('share for the issue that is published, and leave out courses that are not', async () => {
    const { source, requests } = open(({ path, body }) => {
      if (!path.endsWith('/progress/getOutline'))
        return {
          membership: { ...membership, membership_state: 'accepted' },
          transaction_index: 8,
        };
      const { course_id } = body as { readonly course_id: string };
      return course_id === 'wasser'
        ? { issue_id: 'wasser-2026', title: 'Wasser', themen: [], difficulties: [] }
        : { status: 404, code: 'ISSUE_NOT_FOUND' };
    });
    const courses = await source.courses(new AbortController().signal);
    expect(courses).toEqual([{ courseId: 'wasser', issueId: 'wasser-2026', title: 'Wasser' }]);
    const sharing = {
      course_id: 'wasser',
      issue_id: 'wasser-2026',
      sharing_types: ['Answers' as const],
    };
    await source.share('g', [sharing]);
    expect(requests.at(-1)?.body).toEqual({ subject: 'mia', group_id: 'g', sharings: [sharing] });
  });
});

describe('what goes wrong', () => {
  it.each([
    [404, 'JOIN_CODE_UNKNOWN', 'codeUnknown'],
    [409, 'GROUP_FULL', 'full'],
    [409, 'GROUPS_TOO_MANY', 'tooManyGroups'],
    [404, 'GROUP_NOT_FOUND', 'gone'],
    [403, 'GROUP_NOT_LED', 'notLed'],
    [403, 'PERMISSION_MISSING', 'notAllowed'],
    [429, 'TOO_MANY_REQUESTS', 'tooManyTries'],
    [400, 'REQUEST_INVALID', 'failed'],
  ])('by %i %s has its sentence', async (status, code, fault) => {
    const { source } = open(() => ({ status, code }));
    const failure: unknown = await source.join('H4TW-9KXM-3RPE').catch((error) => error);
    expect(faultOf(failure)).toBe(fault);
  });

  it('without a connection says that nothing has changed', () => {
    const call = { service: 'gres', name: 'groupsJoin' } as const;
    expect(faultOf(new CallFailed(call, 'network', 'away'))).toBe('offline');
    expect(faultOf(new CallFailed(call, 'timeout', 'slow'))).toBe('offline');
    expect(faultOf(new Error('else'))).toBe('failed');
  });
});

describe('names', () => {
  const words = { nameless: '?', twin: (name: string, number: number) => `${name} (${number})` };
  const member = (subject: string, fields: object, day = 1): Membership => ({
    ...membership,
    membership_types: [],
    subject,
    changed_at: `2026-08-0${day}T06:00:00.000Z`,
    ...fields,
  });

  it('are those of the class, with the known one beside, in order', () => {
    const named = namedMembers(
      [
        member('z', { known_name: 'Zoe Frei' }),
        member('o', { display_name: 'Fuchs', known_name: 'Öykü Kaya' }),
        member('x', {}),
      ],
      'de-CH',
      words,
    );
    expect(named.map(({ name, knownAs }) => [name, knownAs])).toEqual([
      ['?', undefined],
      ['Fuchs', 'Öykü Kaya'],
      ['Zoe Frei', undefined],
    ]);
  });

  it('of two who are called alike are numbered in the order in which they came', () => {
    const named = namedMembers(
      [
        member('later', { known_name: 'Mia Keller' }, 3),
        member('earlier', { known_name: 'mia keller' }, 2),
        member('other', { known_name: 'Ben Frei' }),
      ],
      'de-CH',
      words,
    );
    expect(named.map(({ name, membership: { subject } }) => [name, subject])).toEqual([
      ['Ben Frei', 'other'],
      ['mia keller (1)', 'earlier'],
      ['Mia Keller (2)', 'later'],
    ]);
  });

  it('are found among 500 by any part, without accents and case', () => {
    const many = Array.from({ length: 499 }, (_, index) =>
      member(`m${index}`, { known_name: `Kind ${index}` }),
    );
    const named = namedMembers([...many, member('o', { known_name: 'Öykü Kaya' })], 'de', words);
    expect(membersCalled(named, ' oyku ').map(({ name }) => name)).toEqual(['Öykü Kaya']);
    expect(membersCalled(named, '')).toHaveLength(500);
  });
});

describe('texts', () => {
  it.each([
    ['de-CH', 'Deine', 'Sie'],
    ['fr-CH', 'Tu n’es', 'Vous n’êtes'],
    ['it-CH', 'Non sei', 'Lei non è'],
  ])('in %s speak to children and to teachers', async (locale, toChild, toTeacher) => {
    await speak(locale);
    const ofPupil = JSON.stringify((await loadClassesTexts(false)).pupil);
    expect(ofPupil).toContain(toChild);
    expect(JSON.stringify((await loadClassesTexts(true)).pupil)).toContain(toTeacher);
  });

  it('in Germany have ß and Lehrkräfte', async () => {
    await speak('de-DE');
    const texts = await loadClassesTexts(false);
    expect(texts.close).toBe('Schließen');
    expect(texts.teachers).toBe('Lehrkräfte');
  });
});

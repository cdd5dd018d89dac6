import { CallFailed } from '@lectern/contracts/client';
import { describe, expect, it, vi } from 'vitest';
import { createClassesSource, type Membership } from '../src/classes/classes-source.ts';
import { faultOf } from '../src/classes/faults.ts';
import { membersCalled, namedMembers, peopleToInvite } from '../src/classes/members.ts';
import {
  answerSharings,
  sharedCourses,
  sharedTypes,
  sharingsFor,
} from '../src/classes/sharings.ts';
import { loadClassesTexts } from '../src/classes/texts/load-texts.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { fakeServices, type ServiceAnswer, type ServiceRequest } from './fake-services.ts';
import { someGroup, someRequest as membership } from './some-group.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';
import { speak } from './speak.ts';

fakeBrowserForEachTest();

function open(answer: (request: ServiceRequest) => ServiceAnswer) {
  const session = {
    ...someSession('mia'),
    identities: [{ identity_provider_identifier: 'BEOOK_1', external_id: 'mia', groups: [] }],
  };
  const { api, clientOf, requests } = fakeServices(answer, 'mia');
  const courses = ['wasser', 'feuer'];
  const tellChanged = vi.fn<() => void>();
  const shell = { api, clientOf, courses, project: someProject, tellChanged };
  const source = createClassesSource({ ...shell, session });
  return { source, requests, tellChanged };
}

describe('the classes of a user', () => {
  const answers = (permission_names: readonly string[]) =>
    open(({ path }): ServiceAnswer => {
      if (path.endsWith('/user/getRoles')) return { role_names: [], permission_names };
      if (path.endsWith('/gms/groups/get'))
        return { groups: [{ group_id: 'g', provider_id: 'BEOOK_1', name: '6a' }] };
      return {
        groups: [
          { ...someGroup, membership_state: 'accepted' },
          { ...someGroup, group_id: 'a', name: '10a', membership_state: 'requested' },
          { ...someGroup, group_id: 'h', name: '6b', membership_state: 'requested' },
          { ...someGroup, group_id: 'i', membership_state: 'invited', invited_as: 'member' },
        ],
        gone_group_ids: [],
      };
    }).source;

  it('are those that it leads, is in or has asked to join, by their names; invitations are asked about elsewhere', async () => {
    expect(await answers(['group.lead']).list()).toMatchObject({
      mayLead: true,
      entries: [
        { groupId: 'g', name: '6a', label: '6a', isLed: true, state: 'accepted', index: 7 },
        { groupId: 'h', name: '6b', label: '6b', isLed: false, state: 'requested', index: 7 },
        { groupId: 'a', name: '10a', label: '10a', isLed: false, state: 'requested', index: 7 },
      ],
      known: [{ groupId: 'g' }, { groupId: 'a' }, { groupId: 'h' }, { groupId: 'i', index: 7 }],
    });
  });

  it('are numbered where they have one name, first those that it leads; a sentence has the name alone', async () => {
    const { source } = open(({ path }): ServiceAnswer => {
      if (path.endsWith('/user/getRoles')) return { role_names: [], permission_names: [] };
      if (path.endsWith('/gms/groups/get'))
        return { groups: [{ group_id: 'g', provider_id: 'BEOOK_1', name: '6a' }] };
      const groups = ['a', 'g'].map((group_id) => ({
        ...someGroup,
        group_id,
        name: '6a',
        membership_state: group_id === 'g' ? 'accepted' : 'requested',
      }));
      return { groups, gone_group_ids: [] };
    });
    expect((await source.list()).entries).toMatchObject([
      { groupId: 'g', name: '6a', label: '6a (1)' },
      { groupId: 'a', name: '6a', label: '6a (2)' },
    ]);
    expect(await source.memberships()).toMatchObject([{ name: '6a' }, { name: '6a' }]);
  });

  it('are not told where nobody can say which ones it leads', async () => {
    const { source } = open(({ path }): ServiceAnswer => {
      if (path.endsWith('/user/getRoles')) return { role_names: [], permission_names: [] };
      if (path.endsWith('/gms/groups/get')) return { status: 503, code: 'UNAVAILABLE' };
      return { groups: [], gone_group_ids: [] };
    });
    await expect(source.list()).rejects.toThrow('leads');
  });

  it('say whether it may make one, also where it leads none yet', async () => {
    expect(await answers(['group.join']).list()).toMatchObject({ mayLead: false });
  });

  it('have changed where others have done something, and where an invitation is new', async () => {
    const entry = {
      groupId: 'g',
      name: '6a',
      label: '6a',
      isLed: true,
      state: 'accepted',
      index: 7,
    } as const;
    let answer: ServiceAnswer = { groups: [], gone_group_ids: [] };
    const { source, requests } = open(() => answer);
    const look = () => source.hasChanged([entry], new AbortController().signal);
    expect(await look()).toBe(false);
    expect(requests[0]?.body).toEqual({
      subject: 'mia',
      known_groups: [{ group_id: 'g', transaction_index: 7 }],
    });
    answer = { groups: [{ ...someGroup, membership_state: 'accepted' }], gone_group_ids: [] };
    expect(await look()).toBe(true);
    answer = { groups: [], gone_group_ids: ['g'] };
    expect(await look()).toBe(true);
    answer = {
      groups: [{ ...someGroup, membership_state: 'invited', invited_as: 'member' }],
      gone_group_ids: [],
    };
    expect(await look()).toBe(true);
  });
});

describe('changes', () => {
  it('make a class under the id that a repeat has, too, at the provider of the user', async () => {
    const { source, requests } = open(() => ({ group: someGroup }));
    const groupId = crypto.randomUUID();
    await source.create(groupId, '6a');
    expect(requests[0]?.body).toEqual({
      subject: 'mia',
      group_id: groupId,
      provider_id: 'BEOOK_1',
      name: '6a',
    });
  });

  it('make none a second time where the answer to the first was lost, under whatever name', async () => {
    const { source } = open(() => ({ status: 409, code: 'GROUP_EXISTS' }));
    await expect(source.create(crypto.randomUUID(), '6b')).resolves.toBeUndefined();
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

describe('what a member shares', () => {
  const water = { courseId: 'wasser', issueId: 'wasser-2027', title: 'Wasser' };
  const sharing = (
    course_id: string,
    issue_id: string,
    ...sharing_types: ('Answers' | 'Notes' | 'UserTopics')[]
  ) => ({ course_id, issue_id, sharing_types });
  const held = [
    sharing('wasser', 'wasser-2026', 'Answers', 'UserTopics'),
    sharing('wasser', 'wasser-2027', 'Notes'),
    sharing('feuer', 'feuer-2025', 'Answers'),
  ];
  const [course, ended] = sharedCourses([water], held);

  it('is what leaders read: by a sharing of any issue', () => {
    expect(sharedTypes(course!)).toEqual(['Answers', 'UserTopics', 'Notes']);
  });

  it('ends for each issue, and leaves what else there is', () => {
    expect(sharingsFor(course!, ['UserTopics', 'Notes'])).toEqual([
      sharing('wasser', 'wasser-2027', 'UserTopics', 'Notes'),
      sharing('wasser', 'wasser-2026', 'UserTopics'),
    ]);
  });

  it('can be ended in a course that is no longer published', () => {
    expect(ended).toMatchObject({ courseId: 'feuer', title: 'feuer' });
    expect(sharingsFor(ended!, [])).toEqual([sharing('feuer', 'feuer-2025')]);
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
    const failure: unknown = await source.join('H4TW-9KXM-3RP9').catch((error) => error);
    expect(faultOf(failure)).toBe(fault);
  });

  it('without a connection has its sentence, which does not say that nothing has changed', async () => {
    await speak('de-CH');
    expect((await loadClassesTexts(false)).faults.offline).not.toContain('nichts');
    const call = { service: 'gres', name: 'groupsJoin' } as const;
    expect(faultOf(new CallFailed(call, 'network', 'away'))).toBe('offline');
    expect(faultOf(new CallFailed(call, 'timeout', 'slow'))).toBe('offline');
    expect(faultOf(new Error('else'))).toBe('failed');
  });
});

describe('names', () => {
  const words = { nameless: '?' };
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

  it('of people who are called alike have numbers that no change of one moves', () => {
    const numbers = (...people: readonly Membership[]) =>
      namedMembers(people, 'de-CH', words).map(({ name, membership: { subject } }) => [
        name,
        subject,
      ]);
    const expected = [
      ['Ben Frei', 'c'],
      ['mia keller (1)', 'a'],
      ['Mia Keller (2)', 'b'],
    ];
    const [a, b, c] = [
      member('a', { known_name: 'mia keller' }),
      member('b', { known_name: 'Mia Keller' }, 2),
      member('c', { known_name: 'Ben Frei' }),
    ] as const;
    expect(numbers(b, c, a)).toEqual(expected);
    // She is let in, which changes her membership.
    const accepted = { ...a, membership_state: 'accepted', changed_at: '2026-08-09T06:00:00.000Z' };
    expect(numbers(accepted as Membership, b, c)).toEqual(expected);
  });

  it('of pupils have the numbers of a list of the pupils alone', () => {
    const pupils = ['b', 'd'].map((subject) => member(subject, { membership_state: 'accepted' }));
    const others = [
      member('a', { group_role: 'leader', membership_state: 'accepted' }),
      member('c', { membership_state: 'requested' }),
    ];
    const numbers = (people: readonly Membership[]) =>
      namedMembers(people, 'de-CH', words).map(({ name, membership: { subject } }) => [
        name,
        subject,
      ]);
    const alone = [
      ['? (1)', 'b'],
      ['? (2)', 'd'],
    ];
    expect(numbers(pupils)).toEqual(alone);
    expect(numbers([...others, ...pupils])).toEqual([...alone, ['? (3)', 'a'], ['? (4)', 'c']]);
  });

  it('that only teachers see stay so where a class is invited into another', () => {
    const pupil = (subject: string, fields: object) =>
      member(subject, { membership_state: 'accepted', known_name: 'Mia Keller', ...fields });
    const people = peopleToInvite(
      [
        pupil('a', {}),
        pupil('b', { display_name: 'Fuchs' }),
        pupil('here', {}),
        pupil('t', { group_role: 'leader' }),
        member('asks', {}),
      ],
      [member('here', {})],
    );
    expect(people).toEqual([
      { subject: 'a', name: undefined },
      { subject: 'b', name: 'Fuchs' },
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

  it.each([
    ['Anna Weiß', 'weiss'],
    ['Anna Weiss', 'weiß'],
    ['Łukasz Żółć', 'lukasz zolc'],
    ['İpek Şahin', 'ipek sahin'],
    ['Tom Müller', 'mueller'],
    ['Tom Müller', 'muller'],
    ['Tom Mueller', 'Müller'],
    ['Tom Mueller', 'mü'],
    ['Søren Æbelø', 'soren aebelo'],
    ['Mia  Keller', 'mia k'],
    ['محمد علي', 'علي'],
  ])('are found on a keyboard without their letters: %s, %s', (known_name, typed) => {
    const named = namedMembers([member('a', { known_name }), member('b', {})], 'de', words);
    expect(membersCalled(named, typed).map(({ name }) => name)).toEqual([known_name]);
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

describe('the answers to an issue', () => {
  const of = (issue_id: string, ...sharing_types: ('Answers' | 'Notes')[]) => ({
    course_id: 'wasser',
    issue_id,
    sharing_types,
  });
  const issue = { courseId: 'wasser', issueId: '2' };

  it('are shared beside what is shared already, and for that issue alone', () => {
    const sharings = [of('1', 'Answers', 'Notes'), of('2', 'Notes')];
    expect(answerSharings({ ...issue, sharings }, true)).toEqual([of('2', 'Notes', 'Answers')]);
    expect(answerSharings({ ...issue, sharings: [] }, true)).toEqual([of('2', 'Answers')]);
  });

  it('are taken back for older issues, too, and nothing else is', () => {
    const sharings = [of('1', 'Answers', 'Notes'), of('2', 'Answers'), of('3', 'Notes')];
    expect(answerSharings({ ...issue, sharings }, false)).toEqual([of('1', 'Notes'), of('2')]);
  });
});

describe('content', () => {
  const sharing = { course_id: 'wasser', issue_id: '1', sharing_types: ['Answers' as const] };
  const ways: readonly [string, (source: ReturnType<typeof open>['source']) => Promise<unknown>][] =
    [
      ['shared', (source) => source.share('g', [sharing])],
      ['left', (source) => source.leave('g')],
      ['made', (source) => source.create('g', '6a')],
      ['deleted', (source) => source.delete('g')],
    ];

  it.each(ways)('asks for its classes anew once one is %s', async (_, change) => {
    const { source, tellChanged } = open(() => ({}));
    await change(source).catch(() => {});
    expect(tellChanged).toHaveBeenCalledOnce();
  });

  it('asks anew, too, where nobody knows whether a change was made', async () => {
    const { source, tellChanged } = open(() => ({ status: 503, code: 'UNAVAILABLE' }));
    await expect(source.share('g', [sharing])).rejects.toThrow();
    expect(tellChanged).toHaveBeenCalledOnce();
  });

  it('hears nothing of mere looks', async () => {
    const { source, tellChanged } = open(() => ({ group: someGroup, memberships: [] }));
    await source.inspect('g');
    expect(tellChanged).not.toHaveBeenCalled();
  });
});

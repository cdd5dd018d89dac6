// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { texts } from '../src/classes/texts/de.ts';
import {
  answers,
  buttons,
  classes,
  declining,
  freshClassEach,
  gone,
  isAsking,
  more,
  open,
  person,
  press,
  row,
  sent,
  shown,
  text,
} from './led-class-page.tsx';

/* A teacher's work with a class, from the press to the request and back to the screen. */

freshClassEach();

describe('people who ask to come in', () => {
  beforeEach(async () => {
    classes['new']!.people.push(
      person('ben', 'Ben Frei', isAsking),
      person('lea', 'Lea Wyss', isAsking),
    );
    await open();
  });

  it('are let in or not, one by one', async () => {
    await press(texts.acceptName('Ben Frei'));
    await shown(texts.accepted(1));
    await press(texts.refuseName('Lea Wyss'));
    await gone('Lea Wyss');
    expect(sent('/acceptMemberships')).toEqual([
      { group_id: 'new', memberships: [{ subject: 'ben', membership_types: ['HasLicenses'] }] },
    ]);
    expect(sent('/revokeMemberships')).toEqual([
      { group_id: 'new', memberships: [{ subject: 'lea', only_in_state: 'requested' }] },
    ]);
    expect(text()).not.toContain(texts.requests);
    expect(text()).toContain(texts.memberCount(2));
  });

  it('stay in where another teacher has let them in before they are refused', async () => {
    const group = classes['new']!;
    group.people = group.people.map((one) =>
      one.subject === 'lea' ? person('lea', 'Lea Wyss') : one,
    );
    group.index += 1;
    await press(texts.refuseName('Lea Wyss'));
    await shown(texts.faults.alreadyIn);
    await shown(texts.memberCount(2));
    expect(text()).not.toContain(texts.saved);
    expect(row('Lea Wyss')).toBeDefined();
  });

  it('are not called members where another teacher has invited them before they are refused', async () => {
    const group = classes['new']!;
    group.people = group.people.map((one) =>
      one.subject === 'lea' ? { ...one, membership_state: 'invited' } : one,
    );
    group.index += 1;
    await press(texts.refuseName('Lea Wyss'));
    await shown(texts.faults.membershipChanged);
    expect(text()).not.toContain(texts.faults.alreadyIn);
  });

  it('are let in together by a button above them, which stays in sight however many there are', () => {
    const [all] = buttons(texts.acceptAll(2));
    const [each] = buttons(texts.acceptName('Ben Frei'));
    expect(all!.compareDocumentPosition(each!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('stand in the order in which they came', async () => {
    const changed_at = '2026-08-17T06:01:00.000Z';
    classes['new']!.people.push(person('ada', 'Ada Amman', { ...isAsking, changed_at }));
    await press(texts.acceptName('Lea Wyss'));
    await shown('Ada Amman');
    const names = [...document.querySelectorAll('.classes-requests bdi')];
    expect(names.map(({ textContent }) => textContent)).toEqual(['Ben Frei', 'Ada Amman']);
  });

  it('are answered once, however quick the presses are', async () => {
    buttons(texts.acceptName('Ben Frei'))[0]!.click();
    buttons(texts.acceptAll(2))[0]!.click();
    await gone(texts.requests);
    const accepted = sent('/acceptMemberships') as readonly {
      readonly memberships: readonly { readonly subject: string }[];
    }[];
    expect(accepted.map(({ memberships }) => memberships.map(({ subject }) => subject))).toEqual([
      ['ben'],
      ['lea'],
    ]);
  });
});

describe('another class', () => {
  function choose(): void {
    const select = document.querySelector('select')!;
    select.value = 'old';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }

  it('is invited with the names that it sees, but for those who are here, lead or wait', async () => {
    await open();
    choose();
    await shown(texts.inviteAll(2));
    await press(texts.inviteAll(2));
    await shown(texts.inviteDone(2));
    const as = { group_role: 'member', membership_types: ['HasLicenses'] };
    expect(sent('/addMemberships')).toEqual([
      {
        group_id: 'new',
        memberships: [
          { subject: 'ben', ...as },
          { subject: 'lea', ...as, display_name: 'Leo' },
        ],
      },
    ]);
    await shown(texts.nobodyToInvite);
    expect(document.querySelectorAll('.classes-member small')).not.toHaveLength(0);
    expect(text()).toContain(texts.invitedNote);
  });

  it('where somebody has declined says so, and the others are invited', async () => {
    declining.add('ben');
    await open();
    choose();
    await shown(texts.inviteAll(2));
    await press(texts.inviteAll(2));
    await shown(texts.faults.declined);
    expect(text()).not.toContain(texts.inviteDone(2));
    await vi.waitFor(() => expect(row('lea')).toContain(texts.invitedNote));
    expect(row('ben')).toBeUndefined();
  });

  it('is not offered where there is none', async () => {
    delete classes['old'];
    await open();
    expect(text()).not.toContain(texts.inviteFrom);
  });
});

describe('an invitation', () => {
  it('is taken back without a question', async () => {
    classes['new']!.people.push(person('ben', 'Ben Frei', { membership_state: 'invited' }));
    await open();
    expect(row('Ben Frei')).toContain(texts.invitedNote);
    await more('Ben Frei');
    await press(texts.withdraw);
    await vi.waitFor(() => expect(row('Ben Frei')).toBeUndefined());
    expect(sent('/revokeMemberships')).toEqual([
      { group_id: 'new', memberships: [{ subject: 'ben', only_in_state: 'invited' }] },
    ]);
  });
});

describe('a second teacher', () => {
  it('is asked to lead after a question, and is no teacher before accepting', async () => {
    await open();
    await more('Mia Keller');
    await press(texts.makeTeacher);
    await shown(texts.makeTeacherQuestion('\u2068Mia Keller\u2069'));
    expect(sent('/setMemberships')).toEqual([]);
    await press(texts.makeTeacherYes);
    await shown(texts.madeTeacher('\u2068Mia Keller\u2069'));
    expect(sent('/setMemberships')).toEqual([
      {
        group_id: 'new',
        memberships: [
          {
            subject: 'mia',
            group_role: 'leader',
            membership_types: ['MaySupport', 'HasLicenses'],
          },
        ],
      },
    ]);
    await shown(texts.invitedToLead);
    await more('Mia Keller');
    expect(buttons(texts.makeTeacher)).toEqual([]);
    await press(texts.withdraw);
    await gone(texts.invitedToLead);
    expect(sent('/setMemberships').at(-1)).toEqual({
      group_id: 'new',
      memberships: [{ subject: 'mia', group_role: 'member', membership_types: ['HasLicenses'] }],
    });
  });

  it('is one no more by one press; nobody is offered that of the own account', async () => {
    classes['new']!.people.push(person('anna', 'Anna Graf', { group_role: 'leader' }));
    await open();
    expect(buttons(texts.more('Thomas Berger'))).toEqual([]);
    await more('Anna Graf');
    expect(buttons(texts.makeTeacher)).toEqual([]);
    await press(texts.unmakeTeacher);
    await shown(texts.saved);
    await shown(texts.memberCount(2));
  });

  it.each([
    ['SUBJECT_ERASED', texts.faults.membershipChanged],
    ['LAST_LEADER', texts.faults.lastLeader],
  ])('that the service refuses by %s is told why', async (refusal, sentence) => {
    answers['/setMemberships'] = {
      result_state: 'WARNING',
      results: [{ subject: 'mia', outcome: 'REFUSED', refusal }],
      transaction_index: 2,
    };
    await open();
    await more('Mia Keller');
    await press(texts.makeTeacher);
    await press(texts.makeTeacherYes);
    await shown(sentence);
    expect(text()).not.toContain(texts.invitedToLead);
  });
});

describe('the name of a class', () => {
  async function rename(to: string): Promise<HTMLInputElement> {
    const field = document.querySelector<HTMLInputElement>(
      'form.classes-form input:not([type=search])',
    )!;
    field.value = to;
    await press(texts.rename);
    return field;
  }

  it('is changed', async () => {
    await open();
    await rename('  6a Natur ');
    await shown(texts.saved);
    expect(sent('/transactions/createNew')).toMatchObject([
      { group_id: 'new', changes: [{ change_type: 'GROUP_NAME_SET', name: '6a Natur' }] },
    ]);
    await vi.waitFor(() => expect(document.querySelector('h3')!.textContent).toBe('6a Natur'));
  });

  it('that is typed stays while another teacher gives it one', async () => {
    await open();
    const field = document.querySelector<HTMLInputElement>('form.classes-form input')!;
    field.value = '6a Nat';
    classes['new']!.name = '6a NT';
    document.querySelectorAll<HTMLInputElement>('[type=radio]')[1]!.click();
    await vi.waitFor(() => expect(document.querySelector('h3')!.textContent).toBe('6a NT'));
    expect(field.isConnected && field.value).toBe('6a Nat');
  });

  it('that another teacher gives it is in the field where nobody types', async () => {
    await open();
    const field = document.querySelector<HTMLInputElement>('form.classes-form input')!;
    classes['new']!.name = '6a NT';
    document.querySelectorAll<HTMLInputElement>('[type=radio]')[1]!.click();
    await vi.waitFor(() => expect(field.value).toBe('6a NT'));
    expect(field.isConnected).toBe(true);
  });

  it('that others have, too, is numbered in the question whether to delete it', async () => {
    classes['old']!.name = '6a';
    await open();
    await press(texts.delete);
    await vi.waitFor(() => expect(text()).toContain(texts.deleteQuestion('6a (1)')));
  });

  it('cannot be nothing', async () => {
    await open();
    const field = await rename(' ');
    await shown(texts.nameMissing);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(sent('/transactions/createNew')).toEqual([]);
  });
});

it('without a connection a change says so, and can be made afterwards', async () => {
  await open();
  const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('away'));
  await press(texts.rename);
  await shown(texts.faults.offline);
  expect(document.querySelector('[role=alert]')!.textContent).toBe(texts.faults.offline);
  network.mockRestore();
  await press(texts.rename);
  await shown(texts.saved);
  expect(text()).not.toContain(texts.faults.offline);
});

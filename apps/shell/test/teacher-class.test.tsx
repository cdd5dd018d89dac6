// @vitest-environment happy-dom
import decodeQr from 'qr/decode.js';
import { useCallback, useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createClassesSource,
  type Classes,
  type ClassesSource,
  type Membership,
} from '../src/classes/classes-source.ts';
import { LedClass } from '../src/classes/led-class.tsx';
import { QrCode } from '../src/classes/qr-code.tsx';
import { TextsContext } from '../src/classes/texts-context.ts';
import { texts } from '../src/classes/texts/de.ts';
import { joinAddress, parseJoinCode } from '../src/session/kept-join-code.ts';
import { fakeServices, type ServiceAnswer, type ServiceRequest } from './fake-services.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';
import { speak } from './speak.ts';

/* What a teacher does with a class, from the press to the request and back to what is shown. */

const code = 'H4TW-9KXM-3RPE';
const changed_at = '2026-08-17T06:00:00.000Z';
const person = (subject: string, known_name: string, fields: object = {}): Membership => ({
  subject,
  known_name,
  group_role: 'member',
  membership_types: ['HasLicenses'],
  membership_state: 'accepted',
  changed_at,
  ...fields,
});
const thomas = person('thomas', 'Thomas Berger', { group_role: 'leader' });
const isAsking = { membership_state: 'requested' };

/** Classes of the service: this year's, and last year's. */
let classes: Record<string, { name: string; code: string; people: Membership[]; index: number }>;
let seats: object[];
let requests: ServiceRequest[];
/** Answers in place of the service, by the end of the path. */
let answers: Record<string, ServiceAnswer>;
let root: Root;

beforeEach(async () => {
  for (const method of ['debug', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(() => {});
  const mia = person('mia', 'Mia Keller');
  classes = {
    new: { name: '6a', code, index: 1, people: [thomas, mia] },
    old: {
      name: '5a',
      code: '7QXM-2NDK-8XRT',
      index: 1,
      people: [
        thomas,
        mia,
        person('ben', 'Ben Frei'),
        person('lea', 'Lea Wyss', { display_name: 'Leo' }),
        person('max', 'Max Roth', isAsking),
      ],
    },
  };
  seats = [];
  answers = {};
});
afterEach(() => {
  root?.unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const detailsOf = (group_id: string) => {
  const { name, code: join_code, index: transaction_index } = classes[group_id]!;
  return {
    group_id,
    name,
    join_code,
    transaction_index,
    provider_id: 'BEOOK_1',
    join_policy: 'on_request',
    join_code_expires_at: '2099-09-16T06:00:00.000Z',
    created_at: changed_at,
  };
};

/** As the service does it. */
function serve({ path, body }: ServiceRequest): ServiceAnswer {
  const instead = Object.entries(answers).find(([end]) => path.endsWith(end));
  if (instead) return instead[1];
  const { group_id, memberships, changes } = body as {
    readonly group_id: string;
    readonly memberships: readonly { readonly subject: string; readonly group_role?: 'leader' }[];
    readonly changes: readonly { readonly change_type: string; readonly name?: string }[];
  };
  const group = classes[group_id];
  const change = (to: (person: Membership) => readonly Membership[]) => {
    const named = new Set(memberships.map(({ subject }) => subject));
    group!.people = group!.people.flatMap((one) => (named.has(one.subject) ? to(one) : [one]));
    return { results: [], transaction_index: ++group!.index };
  };
  switch (path.split('/').slice(-2).join('/')) {
    case 'user/getRoles':
      return { role_names: ['teacher'], permission_names: ['group.lead'] };
    case 'groups/getUpdated':
      return {
        groups: Object.keys(classes).map((id) => ({
          ...detailsOf(id),
          membership_state: 'accepted',
        })),
        gone_group_ids: [],
      };
    case 'groups/get':
      return { groups: Object.keys(classes).map(detailsOf) };
    case 'groups/inspect':
      return { group: detailsOf(group_id), memberships: group!.people };
    case 'groups/seats':
      return { licenses: seats };
    case 'groups/acceptMemberships':
      return change((one) => [{ ...one, membership_state: 'accepted' }]);
    case 'groups/revokeMemberships':
      return change(() => []);
    case 'groups/setMemberships':
      return change(({ invited_as, ...one }) =>
        memberships[0]!.group_role === 'leader'
          ? [{ ...one, invited_as: 'leader' }]
          : [{ ...one, group_role: 'member' }],
      );
    case 'groups/addMemberships':
      group!.people.push(
        ...memberships.map((one) =>
          person(one.subject, one.subject, { membership_state: 'invited' }),
        ),
      );
      return { results: [], transaction_index: ++group!.index };
    case 'transactions/createNew':
      for (const { change_type, name } of changes) {
        if (change_type === 'GROUP_NAME_SET') group!.name = name!;
        if (change_type === 'JOIN_CODE_RENEWED') group!.code = 'NEUR-C0DE-2222';
      }
      return { transaction: { transaction_index: ++group!.index, changes, made_at: changed_at } };
    default:
      throw new Error(`No part of this test: ${path}`);
  }
}

/** The class, with the list of classes around it. */
function Shown({ source }: { readonly source: ClassesSource }) {
  const [list, setList] = useState<Classes>();
  const load = useCallback(() => void source.list().then(setList, () => {}), [source]);
  useEffect(load, [load]);
  const entry = list?.entries.find(({ groupId }) => groupId === 'new');
  return (
    entry && (
      <TextsContext value={texts}>
        <h3>{entry.name}</h3>
        <LedClass
          source={source}
          entry={entry}
          others={list!.entries.filter(({ groupId }) => groupId !== 'new')}
          subject="thomas"
          title="Wasser entdecken"
          onChanged={load}
          onGone={() => {}}
          onProject={() => {}}
        >
          {() => null}
        </LedClass>
      </TextsContext>
    )
  );
}

async function open(): Promise<void> {
  await speak('de-CH');
  const session = {
    ...someSession('thomas'),
    identities: [{ identity_provider_identifier: 'BEOOK_1', external_id: 'thomas', groups: [] }],
  };
  const services = fakeServices(serve, 'thomas');
  ({ requests } = services);
  const { api, clientOf } = services;
  const source = createClassesSource({ api, clientOf, courses: [], project: someProject, session });
  const container = document.createElement('main');
  document.body.replaceChildren(container);
  root = createRoot(container);
  root.render(<Shown source={source} />);
  await shown('Mia Keller');
}

const text = () => document.body.textContent;
const shown = (wanted: string) => vi.waitFor(() => expect(text()).toContain(wanted));
const gone = (wanted: string) => vi.waitFor(() => expect(text()).not.toContain(wanted));
const buttons = (name: string) =>
  [...document.querySelectorAll('button')].filter(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );
async function press(name: string): Promise<void> {
  await vi.waitFor(() => expect(buttons(name), name).toHaveLength(1));
  buttons(name)[0]!.click();
}
const more = (name: string) => press(texts.more(name));
/** Row of somebody in a list. */
const row = (name: string) =>
  [...document.querySelectorAll('.classes-member')].find(({ textContent }) =>
    textContent.startsWith(name),
  )?.textContent;
/** Bodies of requests, by the end of the path. */
const sent = (path: string) =>
  requests.filter((request) => request.path.endsWith(path)).map(({ body }) => body);

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
      { group_id: 'new', memberships: [{ subject: 'lea' }] },
    ]);
    expect(text()).not.toContain(texts.requests);
    expect(text()).toContain(texts.memberCount(2));
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
    answers['/addMemberships'] = {
      result_state: 'WARNING',
      results: [{ subject: 'ben', outcome: 'REFUSED', refusal: 'INVITATION_DECLINED' }],
      transaction_index: 2,
    };
    await open();
    choose();
    await shown(texts.inviteAll(2));
    await press(texts.inviteAll(2));
    await shown(texts.faults.declined);
    expect(text()).not.toContain(texts.inviteDone(2));
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
      { group_id: 'new', memberships: [{ subject: 'ben' }] },
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
    ['SUBJECT_ERASED', texts.faults.declined],
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

  it('cannot be nothing', async () => {
    await open();
    const field = await rename(' ');
    await shown(texts.nameMissing);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(sent('/transactions/createNew')).toEqual([]);
  });
});

describe('the code', () => {
  const clipboard = (writeText: (text: string) => Promise<void>) => {
    const spy = vi.fn<typeof writeText>(writeText);
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText: spy } as never);
    return spy;
  };

  it('is another one after a question; the old link is shown no more', async () => {
    clipboard(() => Promise.reject(new Error('denied')));
    await open();
    await press(texts.copy);
    await shown(joinAddress(code).href);
    await press(texts.renew);
    await shown(texts.renewQuestion);
    await press(texts.back);
    await press(texts.renew);
    await press(texts.renewYes);
    await shown(texts.renewed);
    expect(sent('/transactions/createNew')).toMatchObject([
      { group_id: 'new', changes: [{ change_type: 'JOIN_CODE_RENEWED' }] },
    ]);
    await shown('NEUR-C0DE-2222');
    expect(text()).not.toContain(code);
  });

  it('is copied as a link', async () => {
    const copied = clipboard(async () => {});
    await open();
    await press(texts.copy);
    await shown(texts.copied);
    expect(copied).toHaveBeenCalledExactlyOnceWith(joinAddress(code).href);
  });

  it('as a QR code leads to its address', async () => {
    await open();
    const svg = document.querySelector('svg.classes-qr')!;
    const address = readQr(svg);
    expect(address).toBe(joinAddress(code).href);
    expect(parseJoinCode(new URL(address).search)).toBe(code);
  });

  it.each([
    `https://lernen.${'schule-am-see.'.repeat(12)}ch/?joinCode=${code}`,
    `https://lernen.example/?joinCode=${code}`,
  ])('is read from a QR code of whatever length: %s', async (address) => {
    const container = document.createElement('main');
    document.body.replaceChildren(container);
    root = createRoot(container);
    root.render(<QrCode text={address} />);
    await vi.waitFor(() => expect(readQr(container.querySelector('svg')!)).toBe(address));
  });
});

/** Reads a code as a camera does, from pixels: some for each module. */
function readQr(svg: Element): string {
  const size = Number(svg.getAttribute('viewBox')!.split(' ').at(-1));
  const pixelsOfModule = 4;
  const width = size * pixelsOfModule;
  const data = new Uint8Array(width * width * 4).fill(255);
  const path = svg.querySelector('path')!.getAttribute('d')!;
  const modules = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)];
  // White around it, without which cameras find no code (ISO/IEC 18004).
  expect(Math.min(...modules.flatMap(([, x, y]) => [Number(x), Number(y)]))).toBe(4);
  for (const [, x, y] of modules)
    for (let dy = 0; dy < pixelsOfModule; dy++)
      for (let dx = 0; dx < pixelsOfModule; dx++) {
        const pixel = (Number(y) * pixelsOfModule + dy) * width + Number(x) * pixelsOfModule + dx;
        data.fill(0, pixel * 4, pixel * 4 + 3);
      }
  return decodeQr({ width, height: width, data }, { timeLimit: 10_000 });
}

describe('seats of a licence', () => {
  const license = {
    mandant_identifier: 'LECTERN',
    product_reference: 'wasser-entdecken',
    license_code: 'L-1',
    license_state: 'LICENSE_STATE_VALID',
    valid_from: '2026-08-01T00:00:00.000Z',
  };
  const holder = (subject: string) => ({ subject, obtained_at: '2026-08-17T06:00:00.000Z' });

  it('have the names of this class who hold them, and the number of those elsewhere', async () => {
    classes['new']!.people.push(
      person('mia-2', 'Mia Keller'),
      person('ben', 'Ben Frei', { display_name: 'Fuchs' }),
    );
    seats = [{ ...license, seats: 5, taken_seats: 3, holders: [holder('ben'), holder('mia-2')] }];
    await open();
    await shown(texts.seats(3, 5));
    expect(text()).toContain(texts.seatsElsewhere(1));
    const names = [...document.querySelectorAll('.classes-names li')].map(
      ({ textContent }) => textContent,
    );
    expect(names).toEqual(['Fuchs', 'Mia Keller (2)']);
    expect(row('Mia Keller (1)')).not.toContain(texts.hasSeat);
    expect(row('Mia Keller (2)')).toContain(texts.hasSeat);
  });

  it('that are all taken say when there is one again', async () => {
    seats = [{ ...license, seats: 1, taken_seats: 1, holders: [holder('mia')] }];
    await open();
    await shown(texts.seats(1, 1));
    expect(text()).toContain(texts.seatsFull);
  });

  it('that cannot be loaded leave the class as it is', async () => {
    answers['/groups/seats'] = { status: 500, code: 'INTERNAL' };
    await open();
    expect(text()).toContain(code);
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

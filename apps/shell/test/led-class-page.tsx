import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import {
  createClassesSource,
  type Classes,
  type ClassesSource,
  type Membership,
} from '../src/classes/classes-source.ts';
import { LedClass } from '../src/classes/led-class.tsx';
import { Projector, type Projected } from '../src/classes/projector.tsx';
import { TextsContext } from '../src/classes/texts-context.ts';
import { texts } from '../src/classes/texts/de.ts';
import { fakeServices, type ServiceAnswer, type ServiceRequest } from './fake-services.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';
import { speak } from './speak.ts';

/* A teacher's class in a page, in front of a service that keeps what is changed. */

export const code = 'H4TW-9KXM-3RP9';
const changed_at = '2026-08-17T06:00:00.000Z';
export const person = (subject: string, known_name: string, fields: object = {}): Membership => ({
  subject,
  known_name,
  group_role: 'member',
  membership_types: ['HasLicenses'],
  membership_state: 'accepted',
  changed_at,
  ...fields,
});
const thomas = person('thomas', 'Thomas Berger', { group_role: 'leader' });
export const isAsking = { membership_state: 'requested' };

/** Classes of the service: this year's, and last year's. */
export let classes: Record<
  string,
  { name: string; code: string; policy?: string; people: Membership[]; index: number }
>;
/** Licences with seats of this year's class. */
export const seats: object[] = [];
/** Subjects who want no invitation. */
export const declining = new Set<string>();
let requests: readonly ServiceRequest[];
/** Answers in place of the service, by the end of the path. */
export let answers: Record<string, ServiceAnswer>;
let root: Root | undefined;

/** Each test of the file begins with a fresh service, and leaves no page. */
export function freshClassEach(): void {
  beforeEach(async () => {
    for (const method of ['debug', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation(() => {});
    const mia = person('mia', 'Mia Keller');
    classes = {
      new: { name: '6a', code, index: 1, people: [thomas, mia] },
      old: {
        name: '5a',
        code: '7QXM-2NDK-8XRW',
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
    seats.length = 0;
    declining.clear();
    answers = {};
  });
  afterEach(() => {
    root?.unmount();
  });
}

const detailsOf = (group_id: string) => {
  const group = classes[group_id]!;
  const { name, code: join_code, policy = 'on_request', index: transaction_index } = group;
  return {
    group_id,
    name,
    join_code,
    transaction_index,
    provider_id: 'BEOOK_1',
    join_policy: policy,
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
    readonly memberships: readonly {
      readonly subject: string;
      readonly group_role?: 'leader';
      readonly only_in_state?: string;
    }[];
    readonly changes: readonly {
      readonly change_type: string;
      readonly name?: string;
      readonly join_policy?: string;
    }[];
  };
  const group = classes[group_id];
  const change = (to: (person: Membership) => readonly Membership[]) => {
    const named = new Set(memberships.map(({ subject }) => subject));
    group!.people = group!.people.flatMap((one) => (named.has(one.subject) ? to(one) : [one]));
    return { results: [], transaction_index: ++group!.index };
  };
  const refusing = (refused: typeof memberships, refusal: string) => ({
    result_state: refused.length > 0 ? 'WARNING' : 'OK',
    results: refused.map(({ subject }) => {
      const membership = group!.people.find((one) => one.subject === subject);
      return { subject, outcome: 'REFUSED', refusal, ...(membership && { membership }) };
    }),
    transaction_index: group!.index,
  });
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
      return memberships.some(
        ({ subject, only_in_state: state }) =>
          state &&
          group!.people.some((one) => one.subject === subject && one.membership_state !== state),
      )
        ? refusing(memberships, 'MEMBERSHIP_CHANGED')
        : change(() => []);
    case 'groups/setMemberships':
      return change(({ invited_as, ...one }) =>
        memberships[0]!.group_role === 'leader'
          ? [{ ...one, invited_as: 'leader' }]
          : [{ ...one, group_role: 'member' }],
      );
    case 'groups/addMemberships': {
      const refused = memberships.filter(({ subject }) => declining.has(subject));
      group!.people.push(
        ...memberships
          .filter((one) => !refused.includes(one))
          .map(({ subject }) => person(subject, subject, { membership_state: 'invited' })),
      );
      group!.index += 1;
      return refusing(refused, 'INVITATION_DECLINED');
    }
    case 'transactions/createNew':
      for (const { change_type, name, join_policy } of changes) {
        if (change_type === 'JOIN_POLICY_SET') group!.policy = join_policy!;
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
  const [projected, setProjected] = useState<Projected>();
  const load = useCallback(() => void source.list().then(setList, () => {}), [source]);
  useEffect(load, [load]);
  const entry = list?.entries.find(({ groupId }) => groupId === 'new');
  return (
    <TextsContext value={texts}>
      {projected && <Projector {...projected} onClose={() => setProjected(undefined)} />}
      {entry && <h3>{entry.name}</h3>}
      {entry && (
        <LedClass
          source={source}
          entry={entry}
          others={list!.entries.filter(({ groupId }) => groupId !== 'new')}
          subject="thomas"
          title="Wasser entdecken"
          onChanged={load}
          onGone={() => {}}
          onProject={setProjected}
        >
          {() => null}
        </LedClass>
      )}
    </TextsContext>
  );
}

/** Shows this in an empty page. */
export function render(node: ReactNode): void {
  const container = document.createElement('main');
  document.body.replaceChildren(container);
  root = createRoot(container);
  root.render(node);
}

/** Opens this year's class. */
export async function open(): Promise<void> {
  await speak('de-CH');
  const session = {
    ...someSession('thomas'),
    identities: [{ identity_provider_identifier: 'BEOOK_1', external_id: 'thomas', groups: [] }],
  };
  const services = fakeServices(serve, 'thomas');
  ({ requests } = services);
  const { api, clientOf } = services;
  const source = createClassesSource({ api, clientOf, courses: [], project: someProject, session });
  render(<Shown source={source} />);
  await shown('Mia Keller');
}

export const text = () => document.body.textContent;
export const shown = (wanted: string) => vi.waitFor(() => expect(text()).toContain(wanted));
export const gone = (wanted: string) => vi.waitFor(() => expect(text()).not.toContain(wanted));
export const buttons = (name: string) =>
  [...document.querySelectorAll('button')].filter(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );
export async function press(name: string): Promise<void> {
  await vi.waitFor(() => expect(buttons(name), name).toHaveLength(1));
  buttons(name)[0]!.click();
}
export const more = (name: string) => press(texts.more(name));
/** Row of somebody in a list. */
export const row = (name: string) =>
  [...document.querySelectorAll('.classes-member')].find(({ textContent }) =>
    textContent.startsWith(name),
  )?.textContent;
/** Bodies of requests, by the end of the path. */
export const sent = (path: string) =>
  requests.filter((request) => request.path.endsWith(path)).map(({ body }) => body);

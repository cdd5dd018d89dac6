import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { MemberList } from '../src/classes/member-list.tsx';
import { namedMembers } from '../src/classes/members.ts';
import { Requests } from '../src/classes/requests.tsx';
import { TextsContext } from '../src/classes/texts-context.ts';
import { loadClassesTexts } from '../src/classes/texts/load-texts.ts';
import { speak } from './speak.ts';

beforeAll(() => speak('de-CH'));

it.each(['accepted', 'requested'] as const)(
  'row 141: the direction of a name ends with it: %s',
  async (membership_state) => {
    const texts = await loadClassesTexts(true);
    const membership = {
      subject: 'b',
      display_name: 'بن',
      known_name: 'بنجامين',
      membership_state,
      group_role: 'member' as const,
      membership_types: [],
      changed_at: '2026-11-21T09:30:00Z',
    };
    const members = namedMembers([membership], 'de-CH', texts);
    const never = () => Promise.reject(new Error('Nothing is pressed'));
    const action = { isBusy: false, done: undefined, fault: undefined, run: never };
    const List = membership_state === 'accepted' ? MemberList : Requests;
    const html = renderToStaticMarkup(
      <TextsContext value={texts}>
        <List
          source={{ remove: never, setRole: never, accept: never }}
          groupId="5b"
          members={members}
          subject="a"
          seated={new Set()}
          action={action}
        />
      </TextsContext>,
    );
    expect(html).toMatch(/<bdi>بن<\/bdi><small>(?:<span>)?\u2068بنجامين\u2069/);
  },
);

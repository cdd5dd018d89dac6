import { nameCollator, twin } from '../texts/in-name-order.ts';
import type { Membership } from './classes-source.ts';

type Named = Pick<Membership, 'subject' | 'display_name' | 'known_name'> &
  Partial<Pick<Membership, 'group_role' | 'membership_state'>>;

/** A membership as people tell it from others. */
export interface Member<Of extends Named = Membership> {
  readonly membership: Of;
  /** Unique in the class. */
  readonly name: string;
  /** By the platform, where the class sees another name. */
  readonly knownAs: string | undefined;
  /** Others have the same name. */
  readonly isTwin: boolean;
}

/** Names of those who lead a class, as its members see them. */
export function teachersOf(
  memberships: readonly Pick<Membership, 'display_name' | 'group_role' | 'known_name'>[],
): string[] {
  return memberships
    .filter(({ group_role }) => group_role === 'leader')
    .flatMap(({ display_name, known_name }) => display_name ?? known_name ?? []);
}

/**
 * Members in the order of their names. Those of one name are numbered by their ids, pupils before leaders and those who
 * have not joined: a pupil has the same number in a list of the pupils alone, such as content has. A number stays whatever
 * else changes, as long as the same pupils of that name are here.
 */
export function namedMembers<Of extends Named>(
  memberships: readonly Of[],
  locale: string,
  { nameless }: { readonly nameless: string },
): readonly Member<Of>[] {
  const shown = (member: Of) => member.display_name ?? member.known_name ?? nameless;
  const collator = nameCollator(locale);
  const byName = Map.groupBy(
    memberships.toSorted(
      (a, b) => Number(isPupil(b)) - Number(isPupil(a)) || (a.subject < b.subject ? -1 : 1),
    ),
    (membership) => shown(membership).normalize('NFKC').toLocaleLowerCase(locale),
  );
  const members = [...byName.values()].flatMap((same) =>
    same.map((membership, index): Member<Of> => {
      const name = shown(membership);
      const { display_name, known_name } = membership;
      const isTwin = same.length > 1;
      return {
        membership,
        name: isTwin ? twin(name, index + 1) : name,
        knownAs: display_name !== undefined && known_name !== display_name ? known_name : undefined,
        isTwin,
      };
    }),
  );
  return members.toSorted((a, b) => collator.compare(a.name, b.name));
}

function isPupil({ group_role = 'member', membership_state = 'accepted' }: Named): boolean {
  return group_role === 'member' && membership_state === 'accepted';
}

/** Letters that are no other with a sign, as keyboards without them write them. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  þ: 'th',
};
const signs = /\p{Mn}/gu;

/** Members whose names, chosen or known, have what was typed in them, whatever case, accents and keyboard. */
export function membersCalled(members: readonly Member[], typed: string): readonly Member[] {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(signs, '')
      .replaceAll(/[ßæœøłđðıþ]/g, (letter) => letters[letter]!)
      .replaceAll(/\s+/g, ' ')
      .trim();
  // Müller is Mueller, too.
  const spelt = (text: string) =>
    plain(text.normalize('NFKD').replaceAll(/([aou])\u0308/gi, '$1e'));
  return members.filter(({ name, knownAs = '' }) => {
    const both = `${name} ${knownAs}`;
    return [plain, spelt].some((written) => written(both).includes(written(typed)));
  });
}

/** Pupils of one class who are not in another yet. A name that only teachers see is not made the one that a class sees. */
export function peopleToInvite(
  from: readonly Membership[],
  into: readonly Membership[],
): readonly { readonly subject: string; readonly name: string | undefined }[] {
  const here = new Set(into.map(({ subject }) => subject));
  return from
    .filter((member) => member.membership_state === 'accepted' && member.group_role === 'member')
    .filter(({ subject }) => !here.has(subject))
    .map(({ subject, display_name }) => ({ subject, name: display_name }));
}

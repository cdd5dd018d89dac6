import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { feedbackLimits } from '@lectern/contracts/calls/annotations/feedback';
import { codeOf, startBeforeAll } from '../platform.ts';
import type { Person } from '../groups/people.ts';
import { again, comment, feedback, seen, startClassroom, task } from './classroom.ts';
import { rowsOf } from '../rows.ts';

const room = startBeforeAll(startClassroom);

/** A class of one pupil with an answer. */
async function newClass() {
  const { group_id, teacher, pupils } = await room.newClass(1);
  const [mia] = pupils as [Person];
  const version = await room.answer(mia, 'Es regnet.');
  return { group_id, teacher, mia, version };
}

const textsOf = (list: readonly object[]) =>
  list.map((one) => (one as { content?: { text?: string } }).content?.text);

describe('feedback', () => {
  test.each([
    ['seen', seen],
    ['a comment', comment('Schön!')],
    ['to be done again', { ...again, text: 'Noch einmal.' }],
    ['to be done again without a word', again],
  ])('%s reaches the pupil, with the name of its author, and other leaders', async (_, content) => {
    const { group_id, teacher, mia, version } = await newClass();
    const colleague = await room.newPerson('teacher');
    await room.makeLeader(teacher, group_id, colleague);
    await teacher.gres.usersUpdate({
      body: { subject: teacher.subject, group_id, display_name: 'Frau Keller' },
    });
    const given = feedback(version, content);
    const saved = await room.give(teacher, group_id, mia, given);
    expect(saved.feedback).toMatchObject([
      { feedback_id: given.feedback_id, outcome: 'stored', version: 1 },
    ]);
    const received = {
      feedback_id: given.feedback_id,
      ...task,
      answer_version: version,
      content,
      version: 1,
      updated_at: saved.feedback[0]!.updated_at,
      group_id,
      author: { subject: teacher.subject, display_name: 'Frau Keller' },
    };
    expect((await room.received(mia)).feedback).toEqual([received]);
    expect((await room.answersOf(colleague, group_id, mia)).feedback).toEqual([received]);
  });

  test('comes since a cursor, changes and removals too, and of some exercises alone', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    await room.answer(mia, 'Wind.', { exercise_id: 'wind' });
    const begin = await room.received(mia);
    expect(begin).toMatchObject({ feedback: [], has_more: false });
    const one = feedback(version, comment('eins'));
    const two = { ...feedback(1, comment('zwei')), exercise_id: 'wind' };
    await room.give(teacher, group_id, mia, one, two);
    const first = await room.received(mia, { cursor: begin.next_cursor, limit: 1 });
    expect(textsOf(first.feedback)).toEqual(['eins']);
    expect(first.has_more).toBe(true);
    const second = await room.received(mia, { cursor: first.next_cursor, limit: 1 });
    expect(textsOf(second.feedback)).toEqual(['zwei']);
    expect(second.has_more).toBe(false);
    expect(textsOf((await room.received(mia, { exercise_ids: ['wind'] })).feedback)).toEqual([
      'zwei',
    ]);

    await room.give(teacher, group_id, mia, {
      ...one,
      content: comment('eins, besser'),
      version: 1,
    });
    await room.give(teacher, group_id, mia, {
      feedback_id: two.feedback_id,
      version: 1,
      is_removed: true,
    });
    const later = await room.received(mia, { cursor: second.next_cursor });
    expect(later.feedback).toMatchObject([
      { feedback_id: one.feedback_id, content: { text: 'eins, besser' }, version: 2 },
      { feedback_id: two.feedback_id, is_removed: true, version: 2 },
    ]);
    expect(textsOf((await room.answersOf(teacher, group_id, mia)).feedback)).toEqual([
      'eins, besser',
    ]);
    const other = room.received(mia, { cursor: later.next_cursor, exercise_ids: ['wind'] });
    expect(await codeOf(other)).toBe('CURSOR_INVALID');
  });

  test('a repeat is one, also after a change; a change without knowing the last one is refused', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const first = feedback(version, comment('eins'));
    await room.give(teacher, group_id, mia, first);
    expect(await room.give(teacher, group_id, mia, first)).toMatchObject({
      result_state: 'IA_OK',
      feedback: [{ outcome: 'unchanged', version: 1 }],
    });
    await room.give(teacher, group_id, mia, { ...first, content: comment('zwei'), version: 1 });
    expect(await room.give(teacher, group_id, mia, first)).toMatchObject({
      feedback: [{ outcome: 'unchanged', version: 1 }],
    });
    const blind = { ...first, content: comment('drei'), version: 1 };
    expect(await codeOf(room.give(teacher, group_id, mia, blind))).toBe('FEEDBACK_CONFLICT');
    expect(textsOf((await room.received(mia)).feedback)).toEqual(['zwei']);
    expect(await codeOf(room.give(teacher, group_id, mia, first, first))).toBe('FEEDBACK_REPEATED');
  });

  test('a change and a late repeat of the first one bring nothing back that was removed', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const first = feedback(version, comment('eins'));
    const { feedback_id } = first;
    await room.give(teacher, group_id, mia, first);
    const removal = { feedback_id, version: 1, is_removed: true as const };
    await room.give(teacher, group_id, mia, removal);
    const edit = { ...first, content: comment('zwei'), version: 1 };
    expect(await codeOf(room.give(teacher, group_id, mia, edit))).toBe('FEEDBACK_CONFLICT');
    expect(await codeOf(room.give(teacher, group_id, mia, first))).toBe('FEEDBACK_CONFLICT');
    expect(await room.give(teacher, group_id, mia, removal)).toMatchObject({
      result_state: 'IA_OK',
    });
    expect((await room.received(mia)).feedback).toMatchObject([{ feedback_id, is_removed: true }]);
    await room.give(teacher, group_id, mia, { ...edit, version: 2 });
    expect(textsOf((await room.received(mia)).feedback)).toEqual(['zwei']);
  });

  test('all or none is stored', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const wrong = { ...feedback(1, seen), exercise_id: 'nirgends' };
    const given = room.give(teacher, group_id, mia, feedback(version, seen), wrong);
    expect(await codeOf(given)).toBe('ANSWER_NOT_FOUND');
    expect((await room.received(mia)).feedback).toEqual([]);
  });

  test('two devices at once give the same feedback once, and others in an order without gaps', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const same = feedback(version, comment('gleich'));
    const all = [
      same,
      same,
      ...Array.from({ length: 6 }, (_, place) => feedback(version, comment(`${place}`))),
    ];
    await Promise.all(all.map((one) => room.give(teacher, group_id, mia, one)));
    const found: unknown[] = [];
    let page = await room.received(mia, { limit: 2 });
    for (;;) {
      found.push(...page.feedback.map(({ feedback_id }) => feedback_id));
      if (!page.has_more) break;
      page = await room.received(mia, { limit: 2, cursor: page.next_cursor });
    }
    expect(found).toHaveLength(7);
    expect(new Set(found)).toEqual(new Set(all.map(({ feedback_id }) => feedback_id)));
  });
});

describe('the version that feedback names', () => {
  test('row 136: stays readable to both when the answer goes on, without the private text', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    await room.give(teacher, group_id, mia, feedback(version, again));
    expect((await room.answersOf(teacher, group_id, mia)).earlier_versions).toEqual([]);
    const next = await room.answer(mia, 'Es regnet, weil die Wolken schwer sind.');
    const earlier = [
      {
        ...task,
        version,
        content: { basic_answer_type: 'essay', shared_text: 'Es regnet.' },
        is_done: true,
        updated_at: expect.any(String) as string,
      },
    ];
    const read = await room.answersOf(teacher, group_id, mia);
    expect(read.answers).toMatchObject([{ version: next }]);
    expect(read.earlier_versions).toEqual(earlier);
    expect((await room.received(mia, { with_earlier_versions: true })).earlier_versions).toEqual(
      earlier,
    );
  });

  test('may be one that the leader has read, and that has gone on meanwhile', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    await room.classAnswers(teacher, group_id);
    await room.answer(mia, 'Zwei.');
    await room.answer(mia, 'Drei.');
    await room.give(teacher, group_id, mia, feedback(version, comment('zu eins')));
    const { earlier_versions } = await room.answersOf(teacher, group_id, mia);
    expect(earlier_versions).toMatchObject([{ version, content: { shared_text: 'Es regnet.' } }]);
  });

  test('of which nothing is kept is named all the same', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    await room.answer(mia, 'Zwei.');
    await room.give(teacher, group_id, mia, feedback(version, comment('zu eins')));
    const { feedback: given, earlier_versions } = await room.received(mia, {
      with_earlier_versions: true,
    });
    expect(given).toMatchObject([{ answer_version: version }]);
    expect(earlier_versions).toEqual([]);
  });

  test('is one that the answer has had', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const given = room.give(teacher, group_id, mia, feedback(version + 1, seen));
    expect(await codeOf(given)).toBe('ANSWER_NOT_FOUND');
  });

  test('stays when the pupil starts again, and goes when the feedback does', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const given = feedback(version, again);
    await room.give(teacher, group_id, mia, given);
    const exercise_ids = [task.exercise_id];
    await room.clag(mia).exerciseDeleteUserData({
      body: { subject: mia.subject, ...room.scope, exercise_ids },
    });
    const read = async () => (await room.answersOf(teacher, group_id, mia)).earlier_versions;
    expect(await read()).toMatchObject([{ version }]);
    await room.give(teacher, group_id, mia, {
      feedback_id: given.feedback_id,
      version: 1,
      is_removed: true,
    });
    expect(await read()).toEqual([]);
  });
});

describe('row 134: feedback by somebody who does not read the answer, or about what is not there', () => {
  test('is refused, as if there were no answer', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const other = await newClass();
    const stranger = await room.newPerson();
    const give = (who: Person, id: string, pupil: Person) =>
      codeOf(room.give(who, id, pupil, feedback(version, seen)));
    expect(await give(teacher, group_id, other.mia)).toBe('ANSWER_NOT_FOUND');
    expect(await give(teacher, group_id, stranger)).toBe('ANSWER_NOT_FOUND');
    expect(await give(teacher, other.group_id, other.mia)).toBe('GROUP_NOT_FOUND');
    expect(await give(mia, group_id, mia)).toBe('PERMISSION_MISSING');
    await room.share(mia, group_id, ['Notes']);
    expect(await give(teacher, group_id, mia)).toBe('ANSWER_NOT_FOUND');
    await room.share(mia, group_id, ['Answers']);
    await rowsOf(room.platform.database, 'gres.members', { group_id }).set({
      began_at: new Date(),
    });
    expect(await give(teacher, group_id, mia)).toBe('ANSWER_NOT_FOUND');
    expect((await room.received(mia)).feedback).toEqual([]);
    const { rows } = await sql`
      select from clag.issue_changes where subject = ${stranger.subject}
    `.execute(room.platform.database);
    expect(rows).toEqual([]);
  });

  test('is changed and removed by its author alone, also when the member shares no more', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const colleague = await room.newPerson('teacher');
    await room.makeLeader(teacher, group_id, colleague);
    const given = feedback(version, comment('eins'));
    await room.give(teacher, group_id, mia, given);
    const change = { ...given, content: comment('zwei'), version: 1 };
    const removal = { feedback_id: given.feedback_id, version: 1, is_removed: true as const };
    expect(await codeOf(room.give(colleague, group_id, mia, change))).toBe('FEEDBACK_OF_ANOTHER');
    expect(await codeOf(room.give(colleague, group_id, mia, removal))).toBe('FEEDBACK_OF_ANOTHER');
    await room.share(mia, group_id, []);
    expect(await codeOf(room.give(teacher, group_id, mia, change))).toBe('ANSWER_NOT_FOUND');
    expect(await room.give(teacher, group_id, mia, given)).toMatchObject({ result_state: 'IA_OK' });
    await room.give(teacher, group_id, mia, removal);
    expect((await room.received(mia)).feedback).toMatchObject([{ is_removed: true }]);
  });

  test('names feedback of others in capital letters', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const colleague = await room.newPerson('teacher');
    await room.makeLeader(teacher, group_id, colleague);
    const given = feedback(version, comment('eins'));
    await room.give(teacher, group_id, mia, given);
    const feedback_id = given.feedback_id.toUpperCase();
    for (const base of [0, 1]) {
      const change = { ...given, feedback_id, content: comment('zwei'), version: base };
      expect(await codeOf(room.give(colleague, group_id, mia, change))).toBe('FEEDBACK_OF_ANOTHER');
      const removal = { feedback_id, version: base, is_removed: true as const };
      expect(await codeOf(room.give(colleague, group_id, mia, removal))).toBe(
        'FEEDBACK_OF_ANOTHER',
      );
    }
    const both = room.give(teacher, group_id, mia, given, { ...given, feedback_id });
    expect(await codeOf(both)).toBe('FEEDBACK_REPEATED');
    expect(await room.give(teacher, group_id, mia, { ...given, feedback_id })).toMatchObject({
      feedback: [{ feedback_id: given.feedback_id, outcome: 'unchanged' }],
    });
    expect((await room.received(mia)).feedback).toMatchObject([
      { content: { text: 'eins' }, version: 1, author: { subject: teacher.subject } },
    ]);
  });

  test('cannot fill the list of a pupil', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const many = (count: number) => Array.from({ length: count }, () => feedback(version, seen));
    await room.give(teacher, group_id, mia, ...many(feedbackLimits.exercise));
    expect(await codeOf(room.give(teacher, group_id, mia, ...many(1)))).toBe('FEEDBACK_FULL');
    expect((await room.received(mia, { limit: 500 })).feedback).toHaveLength(
      feedbackLimits.exercise,
    );
    const { feedback: held } = await room.received(mia, { limit: 1 });
    const { feedback_id } = held[0]!;
    await room.give(teacher, group_id, mia, {
      ...feedback(version, comment('geändert')),
      feedback_id,
      version: 1,
    });
    await room.give(teacher, group_id, mia, { feedback_id, version: 2, is_removed: true });
    await room.give(teacher, group_id, mia, ...many(1));
    expect(await codeOf(room.give(teacher, group_id, mia, ...many(1)))).toBe('FEEDBACK_FULL');

    const other = await room.newClass(0);
    await room.enrol(other.teacher, other.group_id, mia);
    await room.share(mia, other.group_id, ['Answers']);
    const next = await room.answer(mia, 'Zwei.');
    await room.give(other.teacher, other.group_id, mia, feedback(next, seen));
    await sql`
      insert into clag.feedback (subject, course_id, issue_id, feedback_id, exercise_id, answer_id, answer_version,
        group_id, written_by, given_at, content, version, change_index, updated_at)
      select ${mia.subject}, 'wetter', 'wetter-1', gen_random_uuid(), 'wolken', 'a', 1, ${other.group_id},
        ${other.teacher.subject}, now(), null::jsonb, 2, 1, now()
      from generate_series(2, ${feedbackLimits.withRemoved}::integer)
    `.execute(room.platform.database);
    const beyond = room.give(other.teacher, other.group_id, mia, feedback(next, seen));
    expect(await codeOf(beyond)).toBe('FEEDBACK_FULL');
  });

  test('cannot fill the database with versions: one that does not fit is named without being kept', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const other = await room.answer(mia, 'Groß.', { answer_id: 'b' });
    await room.give(teacher, group_id, mia, { ...feedback(other, seen), answer_id: 'b' });
    await sql`
      update clag.answer_versions set bytes = ${feedbackLimits.namedBytes}
      where subject = ${mia.subject} and answer_id = 'b'
    `.execute(room.platform.database);
    await room.give(teacher, group_id, mia, feedback(version, comment('eins')));
    await room.answer(mia, 'Zwei.');
    const { feedback: given, earlier_versions } = await room.answersOf(teacher, group_id, mia);
    expect(textsOf(given)).toEqual([undefined, 'eins']);
    expect(earlier_versions).toEqual([]);
  });

  test('is given three hundred times a minute at most', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const given = feedback(version, seen);
    // Refused before the database is asked.
    const give = () => codeOf(room.give(teacher, group_id, mia, given, given));
    for (let count = 0; count < 300; count++) expect(await give()).toBe('FEEDBACK_REPEATED');
    expect(await give()).toBe('TOO_MANY_REQUESTS');
  });
});

describe('row 135: versions of answers and feedback of another class, or from before', () => {
  test('a class reads the feedback of its own leaders, and the versions that these have named', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const other = await room.newClass(0);
    await room.enrol(other.teacher, other.group_id, mia);
    await room.share(mia, other.group_id, ['Answers']);
    await room.give(teacher, group_id, mia, feedback(version, comment('von hier')));
    await room.answer(mia, 'Zwei.');
    const read = await room.answersOf(other.teacher, other.group_id, mia);
    expect(read).toMatchObject({ feedback: [], earlier_versions: [] });
    // A version that it cannot have read is no more readable because it is named.
    await room.give(other.teacher, other.group_id, mia, feedback(version, comment('von dort')));
    const named = await room.answersOf(other.teacher, other.group_id, mia);
    expect(textsOf(named.feedback)).toEqual(['von dort']);
    expect(named.earlier_versions).toEqual([]);
    expect(textsOf((await room.received(mia)).feedback)).toEqual(['von hier', 'von dort']);
  });

  test.each<[string, (mia: Person) => Promise<unknown>, string | undefined]>([
    ['goes on', (mia: Person) => room.answer(mia, 'Vier.'), undefined],
    [
      'is removed',
      (mia: Person) =>
        room.clag(mia).exerciseDeleteUserData({
          body: { subject: mia.subject, ...room.scope, exercise_ids: [task.exercise_id] },
        }),
      'ANSWER_NOT_FOUND',
    ],
  ])(
    'what another class has read stays with that, where the answer %s',
    async (_, change, refused) => {
      const { group_id, teacher, mia } = await newClass();
      const other = await room.newClass(0);
      await room.enrol(other.teacher, other.group_id, mia);
      await room.answer(mia, 'Zwei.');
      const version = await room.answer(mia, 'Geheim.');
      await room.classAnswers(teacher, group_id);
      await change(mia);
      await room.share(mia, other.group_id, ['Answers']);
      const all = Array.from({ length: version }, (_one, index) => feedback(index + 1, seen));
      for (const given of [[feedback(version, seen)], all]) {
        const giving = room.give(other.teacher, other.group_id, mia, ...given);
        expect(await codeOf(giving)).toBe(refused);
      }
      const read = await room.classAnswers(other.teacher, other.group_id, {
        with_earlier_versions: true,
      });
      expect(JSON.stringify(read)).not.toContain('Geheim.');
      expect(read.members).toMatchObject([{ subject: mia.subject, earlier_versions: [] }]);
    },
  );

  test('a member who leaves keeps it, and shows nothing of it when it comes back', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    await room.give(teacher, group_id, mia, feedback(version, comment('eins')));
    await room.answer(mia, 'Zwei.');
    await mia.gres.groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: mia.subject }] },
    });
    expect((await room.classAnswers(teacher, group_id)).members).toEqual([]);
    const kept = await room.received(mia, { with_earlier_versions: true });
    expect(textsOf(kept.feedback)).toEqual(['eins']);
    expect(kept.earlier_versions).toMatchObject([{ version }]);
    await room.enrol(teacher, group_id, mia);
    await room.share(mia, group_id, ['Answers']);
    expect(await room.answersOf(teacher, group_id, mia)).toMatchObject({
      answers: [],
      feedback: [],
      earlier_versions: [],
    });
  });

  test('a member who shares no more, too, until it shares again', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    await room.give(teacher, group_id, mia, feedback(version, comment('eins')));
    await room.answer(mia, 'Zwei.');
    await room.share(mia, group_id, []);
    expect(await room.answersOf(teacher, group_id, mia)).toEqual({
      subject: mia.subject,
      answers: [],
      feedback: [],
      earlier_versions: [],
    });
    await room.share(mia, group_id, ['Answers']);
    expect(await room.answersOf(teacher, group_id, mia)).toMatchObject({
      feedback: [{}],
      earlier_versions: [{ version }],
    });
  });

  test('a teacher who has left removes its own words, and nothing else', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const colleague = await room.newPerson('teacher');
    await room.makeLeader(teacher, group_id, colleague);
    const [own, other] = [
      feedback(version, comment('eins')),
      feedback(version, comment('zwei')),
    ] as const;
    await room.give(teacher, group_id, mia, own);
    await room.give(colleague, group_id, mia, other);
    await colleague.gres.groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: teacher.subject }] },
    });
    const removalOf = ({ feedback_id }: { feedback_id: string }) =>
      ({ feedback_id, version: 1, is_removed: true }) as const;
    const refused = [
      [{ ...own, content: comment('drei'), version: 1 }],
      [removalOf(other)],
      [removalOf(own), removalOf(other)],
      [removalOf(own), feedback(version, seen)],
      [],
    ];
    for (const given of refused) {
      expect(await codeOf(room.give(teacher, group_id, mia, ...given))).toBe('GROUP_NOT_FOUND');
    }
    await room.give(teacher, group_id, mia, removalOf(own));
    expect(await room.give(teacher, group_id, mia, removalOf(own))).toMatchObject({
      result_state: 'IA_OK',
    });
    expect(textsOf((await room.answersOf(colleague, group_id, mia)).feedback)).toEqual(['zwei']);
  });

  test('a teacher who leaves keeps nothing of it; pupil and colleagues do', async () => {
    const { group_id, teacher, mia, version } = await newClass();
    const colleague = await room.newPerson('teacher');
    await room.makeLeader(teacher, group_id, colleague);
    await room.give(teacher, group_id, mia, feedback(version, comment('eins')));
    await colleague.gres.groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: teacher.subject }] },
    });
    expect(await codeOf(room.classAnswers(teacher, group_id))).toBe('GROUP_NOT_FOUND');
    expect(textsOf((await room.answersOf(colleague, group_id, mia)).feedback)).toEqual(['eins']);
    expect((await room.received(mia)).feedback).toMatchObject([
      { author: { subject: teacher.subject } },
    ]);
  });
});

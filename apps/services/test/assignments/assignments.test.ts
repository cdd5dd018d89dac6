import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { assignmentLimits } from '@lectern/contracts/calls/annotations/assignment';
import { writePageCursor } from '../../src/http/page-cursor.ts';
import type { Person } from '../groups/people.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { assignment, startAssignmentWorld } from './world.ts';
import { rowsOf } from '../rows.ts';

const world = startBeforeAll(startAssignmentWorld);

const titlesOf = ({ assignments }: { assignments: readonly { title?: string | undefined }[] }) =>
  assignments.map(({ title }) => title);
const later = (inMs: number) => new Date(Date.now() + inMs).toISOString();
const hour = 60 * 60 * 1000;
const leave = ({ gres, subject }: Person, group_id: string) =>
  gres.groupsRevokeMemberships({ body: { group_id, memberships: [{ subject }] } });

describe('an assignment', () => {
  test('of a class reaches each pupil, also those who come later, and no leader', async () => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    const given = assignment({ due_at: later(hour), solutions_at: later(2 * hour) });
    expect(await world.save(teacher, group_id, given)).toMatchObject({
      assignment: { assignment_id: given.assignment_id, version: 1, outcome: 'stored' },
    });
    const late = await world.newPerson();
    await world.enrol(teacher, group_id, late);
    const { solutions_open, version: _, ...about } = given;
    for (const pupil of [pupils[0]!, late]) {
      const { assignments, served_at } = await world.ofPupil(pupil);
      expect(assignments).toEqual([
        {
          ...about,
          solutions_open,
          group_id,
          group_name: 'Klasse 5b',
          assignment_state: 'NOT_BEGUN',
          done_targets: [],
        },
      ]);
      expect(Math.abs(Date.parse(served_at) - Date.now())).toBeLessThan(hour);
    }
    expect((await world.ofPupil(teacher)).assignments).toEqual([]);
  });

  test('of some pupils is theirs alone', async () => {
    const { group_id, teacher, pupils } = await world.newClass(2);
    const [mia, ben] = pupils as [Person, Person];
    await world.save(teacher, group_id, assignment({ member_subjects: [mia.subject] }));
    expect(titlesOf(await world.ofPupil(mia))).toEqual(['Der Bach']);
    expect((await world.ofPupil(ben)).assignments).toEqual([]);
    const { assignments } = await world.ofClass(teacher, group_id);
    expect(assignments).toMatchObject([
      { member_subjects: [mia.subject], progress: [{ subject: mia.subject }] },
    ]);
  });

  test('is seen by pupils from its beginning on', async () => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    await world.save(teacher, group_id, assignment({ begins_at: later(hour) }));
    expect((await world.ofPupil(pupils[0]!)).assignments).toEqual([]);
    expect((await world.ofClass(teacher, group_id)).assignments).toHaveLength(1);
  });

  test('goes with the membership, and comes back with it', async () => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    const [mia] = pupils as [Person];
    await world.save(teacher, group_id, assignment({ member_subjects: [mia.subject] }));
    await leave(mia, group_id);
    expect((await world.ofPupil(mia)).assignments).toEqual([]);
    expect((await world.ofClass(teacher, group_id)).assignments).toMatchObject([{ progress: [] }]);
    await world.enrol(teacher, group_id, mia);
    expect((await world.ofPupil(mia)).assignments).toHaveLength(1);
  });

  test('is changed, and removed from the pupils', async () => {
    const { group_id, teacher, pupils } = await world.newClass(2);
    const [mia, ben] = pupils as [Person, Person];
    const given = assignment({ member_subjects: [mia.subject] });
    await world.save(teacher, group_id, given);
    const { member_subjects: _, ...forAll } = given;
    await world.save(teacher, group_id, { ...forAll, title: 'Der Bach, neu', version: 1 });
    expect(titlesOf(await world.ofPupil(ben))).toEqual(['Der Bach, neu']);
    const { assignment_id } = given;
    const removal = { assignment_id, version: 2, is_removed: true as const };
    expect(await world.save(teacher, group_id, removal)).toMatchObject({
      assignment: { outcome: 'removed', version: 3 },
    });
    expect((await world.ofPupil(ben)).assignments).toEqual([]);
    expect((await world.ofClass(teacher, group_id)).assignments).toEqual([]);
  });

  test('is stored once however often it comes; a change without knowing the last one is refused', async () => {
    const { group_id, teacher } = await world.newClass(1);
    const first = assignment();
    await world.save(teacher, group_id, first);
    const colleague = await world.newPerson('teacher');
    await world.license(colleague, 'LICENSE_STRATEGY_GROUP');
    await world.makeLeader(teacher, group_id, colleague);
    await world.save(colleague, group_id, { ...first, title: 'Anders', version: 1 });
    expect(await world.save(teacher, group_id, first)).toMatchObject({
      result_state: 'IA_OK',
      assignment: { outcome: 'unchanged', version: 1 },
    });
    const blind = { ...first, title: 'Blind', version: 1 };
    expect(await codeOf(world.save(teacher, group_id, blind))).toBe('ASSIGNMENT_CONFLICT');
    expect(await codeOf(world.save(teacher, group_id, { ...first, version: 9 }))).toBe(
      'ASSIGNMENT_CONFLICT',
    );
    const { assignment_id } = first;
    await world.save(teacher, group_id, { assignment_id, version: 2, is_removed: true });
    expect(await codeOf(world.save(teacher, group_id, first))).toBe('ASSIGNMENT_CONFLICT');
    expect((await world.ofClass(teacher, group_id)).assignments).toEqual([]);
  });

  test('keeps those who are still there when one of the named has left', async () => {
    const { group_id, teacher, pupils } = await world.newClass(2);
    const [mia, ben] = pupils as [Person, Person];
    const named = [mia.subject, ben.subject];
    await leave(ben, group_id);
    await world.save(teacher, group_id, assignment({ member_subjects: named }));
    expect((await world.ofClass(teacher, group_id)).assignments).toMatchObject([
      { member_subjects: [mia.subject] },
    ]);
  });

  test('that is changed meanwhile is again that of one who comes back', async () => {
    const { group_id, teacher, pupils } = await world.newClass(2);
    const [mia, ben] = pupils as [Person, Person];
    const given = assignment({ member_subjects: [mia.subject, ben.subject] });
    await world.save(teacher, group_id, given);
    await leave(ben, group_id);
    await world.save(teacher, group_id, { ...given, title: 'Anders', version: 1 });
    expect(await world.ofClass(teacher, group_id)).toMatchObject({
      assignments: [{ progress: [{ subject: mia.subject }] }],
    });
    await world.enrol(teacher, group_id, ben);
    expect(titlesOf(await world.ofPupil(ben))).toEqual(['Anders']);
    await leave(mia, group_id);
    const gone = { ...given, member_subjects: [mia.subject], version: 2 };
    expect(await codeOf(world.save(teacher, group_id, gone))).toBe('ASSIGNMENT_FOR_NOBODY');
  });

  test('comes in pages, the newest first', async () => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    for (const title of ['eins', 'zwei', 'drei'])
      await world.save(teacher, group_id, assignment({ title }));
    const first = await world.ofPupil(pupils[0]!, { limit: 2 });
    expect(titlesOf(first)).toEqual(['drei', 'zwei']);
    const second = await world.ofPupil(pupils[0]!, { limit: 2, cursor: first.next_cursor });
    expect(titlesOf(second)).toEqual(['eins']);
    expect(second.next_cursor).toBeUndefined();
    const ofClass = await world.ofClass(teacher, group_id, { limit: 1 });
    expect(titlesOf(ofClass)).toEqual(['drei']);
    const rest = await world.ofClass(teacher, group_id, { cursor: ofClass.next_cursor });
    expect(titlesOf(rest)).toEqual(['zwei', 'eins']);
  });

  test.each([
    ['a', 'b'],
    ['2026-01-05T07:00:00.000Z', '-'.repeat(36)],
    ['2026-01-05T07:00:00.000Z', '0'.repeat(36)],
    ['Mon Jan 05 2026 (Bern)', assignment().assignment_id],
    ['2026-01-05T07:00:00.000+23:00', assignment().assignment_id],
    ['0000-01-05T07:00:00.000Z', assignment().assignment_id],
    ['2026-01-05T07:00:00.000Z'],
  ])('has no page after a place that was never given: %s %s', async (...place) => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    const cursor = writePageCursor(place);
    for (const asked of [
      world.ofPupil(pupils[0]!, { cursor }),
      world.ofClass(teacher, group_id, { cursor }),
    ])
      expect(await codeOf(asked)).toBe('CURSOR_INVALID');
  });

  test('row 137: is given and read by leaders of the group alone, for its own pupils', async () => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    const other = await world.newClass(1);
    const [mia] = pupils as [Person];
    const given = assignment();
    expect(await codeOf(world.save(other.teacher, group_id, given))).toBe('GROUP_NOT_FOUND');
    expect(await codeOf(world.ofClass(other.teacher, group_id))).toBe('GROUP_NOT_FOUND');
    expect(await codeOf(world.save(mia, group_id, given))).toBe('PERMISSION_MISSING');
    const colleague = await world.newPerson('teacher');
    await world.enrol(teacher, group_id, colleague);
    expect(await codeOf(world.save(colleague, group_id, given))).toBe('GROUP_NOT_LED');
    expect(await codeOf(world.ofClass(colleague, group_id))).toBe('GROUP_NOT_LED');

    const strangers = other.pupils.map(({ subject }) => subject);
    const forOthers = assignment({ member_subjects: strangers });
    expect(await codeOf(world.save(teacher, group_id, forOthers))).toBe('ASSIGNMENT_FOR_NOBODY');
    await world.save(
      teacher,
      group_id,
      assignment({ member_subjects: [mia.subject, ...strangers] }),
    );
    expect((await world.ofClass(teacher, group_id)).assignments).toMatchObject([
      { member_subjects: [mia.subject] },
    ]);
    expect((await world.ofPupil(other.pupils[0]!)).assignments).toEqual([]);
    // The same id in another group is another assignment.
    await world.save(teacher, group_id, given);
    await world.save(other.teacher, other.group_id, { ...given, title: 'Ihr Bach' });
    expect(titlesOf(await world.ofPupil(mia))).toContain('Der Bach');
    expect(titlesOf(await world.ofPupil(mia))).not.toContain('Ihr Bach');
  });

  test('of an issue that is not published is one all the same, and of another one none', async () => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    const given = assignment();
    await world.save(teacher, group_id, given, 'unbekannt');
    const { assignments } = await world.ofPupil(pupils[0]!, {
      issue_id_dto: { issue_id: 'unbekannt' },
    });
    expect(assignments).toMatchObject([{ done_targets: [] }]);
    expect(assignments[0]).not.toHaveProperty('assignment_state');
    expect((await world.ofPupil(pupils[0]!)).assignments).toEqual([]);
    expect(await codeOf(world.save(teacher, group_id, { ...given, version: 1 }))).toBe(
      'ASSIGNMENT_CONFLICT',
    );
  });

  /** Copies the only assignment of a group in the database. */
  async function copy(group_id: string, count: number, issueOf = (issue_id: string) => issue_id) {
    const { database } = world.platform;
    const row = await rowsOf(database, 'clag.assignments', { group_id }).one();
    const { content, recent, issue_id, ...fields } = row;
    const copies = Array.from({ length: count }, () => ({
      ...fields,
      issue_id: issueOf(issue_id),
      assignment_id: assignment().assignment_id,
      content: JSON.stringify(content),
      recent: JSON.stringify(recent),
    }));
    await database.insertInto('clag.assignments').values(copies).execute();
    return copies[0]!.assignment_id;
  }

  test('row 139: a group has so many in an issue, and no more', async () => {
    const { group_id, teacher } = await world.newClass(1);
    await world.save(teacher, group_id, assignment());
    const assignment_id = await copy(group_id, assignmentLimits.issue - 1);
    expect(await codeOf(world.save(teacher, group_id, assignment()))).toBe('ASSIGNMENTS_FULL');
    await world.save(teacher, group_id, { assignment_id, version: 1, is_removed: true });
    await world.save(teacher, group_id, assignment());
  });

  test('row 139: a group has so many in all issues, however many it names', async () => {
    const { group_id, teacher } = await world.newClass(1);
    const given = assignment();
    await world.save(teacher, group_id, given);
    await copy(group_id, assignmentLimits.group - 1, () => randomUUID());
    expect(await codeOf(world.save(teacher, group_id, assignment(), 'erfunden'))).toBe(
      'ASSIGNMENTS_FULL',
    );
    const changed = { ...given, title: 'Anders', version: 1 };
    expect(await world.save(teacher, group_id, changed)).toMatchObject({
      assignment: { outcome: 'stored' },
    });
  });
});

describe('solutions', () => {
  test.each([
    ['are closed without a time', {}, false],
    ['are closed before their time', { solutions_at: later(hour) }, false],
    ['are open after their time', { solutions_at: later(-hour) }, true],
    [
      'are open by hand before their time',
      { solutions_at: later(hour), solutions_open: true },
      true,
    ],
  ])('row 138: %s, by the clock of the service', async (_, fields, isOpen) => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    await world.save(teacher, group_id, assignment(fields));
    expect((await world.ofPupil(pupils[0]!)).assignments).toMatchObject([
      { solutions_open: isOpen },
    ]);
    // Teachers read what they have set.
    expect((await world.ofClass(teacher, group_id)).assignments).toMatchObject([
      { solutions_open: 'solutions_open' in fields },
    ]);
  });
});

describe('who has done it', () => {
  test('is told by the progress of pages and exercises, to the pupil and its leaders', async () => {
    const { group_id, teacher, pupils } = await world.newClass(3);
    const [mia, ben, lea] = pupils as [Person, Person, Person];
    await world.save(teacher, group_id, assignment());
    await world.finish(mia, 'lauf');
    await world.finish(mia, 'tiere');
    await world.finish(ben, 'tiere');
    await world.finish(lea, 'ufer');
    const { assignments } = await world.ofClass(teacher, group_id);
    const bySubject = new Map(
      assignments[0]!.progress.map(({ subject, ...done }) => [subject, done]),
    );
    expect(bySubject.get(mia.subject)).toEqual({
      assignment_state: 'FINISHED',
      done_targets: [0, 1],
      done_at: expect.any(String),
    });
    expect(bySubject.get(ben.subject)).toEqual({ assignment_state: 'BEGUN', done_targets: [1] });
    expect(bySubject.get(lea.subject)).toEqual({ assignment_state: 'NOT_BEGUN', done_targets: [] });
    expect((await world.ofPupil(ben)).assignments).toMatchObject([bySubject.get(ben.subject)]);
    expect((await world.ofPupil(mia)).assignments).toMatchObject([bySubject.get(mia.subject)]);
  });

  test('names pupils with whom the class does not work with the course', async () => {
    const { group_id, teacher, pupils } = await world.newClass(2);
    await rowsOf(world.platform.database, 'lima.licenses', { subject: teacher.subject }).set({
      license_strategy: 'LICENSE_STRATEGY_USER',
    });
    const [mia, ben] = pupils as [Person, Person];
    await world.license(mia, 'LICENSE_STRATEGY_USER');
    await world.save(teacher, group_id, assignment());
    const marked = async () => {
      const { members } = await world.ofClass(teacher, group_id);
      return members.flatMap(({ subject, without_course }) => (without_course ? [subject] : []));
    };
    expect(await marked()).toEqual([ben.subject]);
    const { assignments } = await world.ofClass(teacher, group_id);
    const states = assignments[0]!.progress.map((own) => [own.subject, own.assignment_state]);
    expect(Object.fromEntries(states)).toEqual({
      [mia.subject]: 'NOT_BEGUN',
      [ben.subject]: undefined,
    });
    await world.license(ben, 'LICENSE_STRATEGY_USER');
    expect(await marked()).toEqual([]);
  });

  test('of a Thema counts its pages; what is not there any more counts for nothing', async () => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    const [mia] = pupils as [Person];
    const gone = { exercise_id: 'fort' };
    await world.save(teacher, group_id, assignment({ targets: [gone, { topic_id: 'bach' }] }));
    await world.save(teacher, group_id, assignment({ title: 'Fort', targets: [gone] }));
    await world.finish(mia, 'lauf');
    await world.finish(mia, 'tiere');
    const { assignments } = await world.ofPupil(mia);
    expect(assignments[0]).toMatchObject({ title: 'Fort', done_targets: [] });
    expect(assignments[0]).not.toHaveProperty('assignment_state');
    expect(assignments[1]).toMatchObject({ assignment_state: 'FINISHED', done_targets: [1] });
  });

  test('row 138: what a leader has handed back is to do, until it is finished once more; no other class is told', async () => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    const [mia] = pupils as [Person];
    const other = await world.newClass(0);
    await world.enrol(other.teacher, other.group_id, mia);
    await world.save(other.teacher, other.group_id, assignment({ title: 'Anderswo' }));
    await world.save(teacher, group_id, assignment());
    await world.answerAndFinish(mia, group_id, 'lauf');
    await world.finish(mia, 'tiere');
    const done = async () => {
      const [ofClass, own] = await Promise.all([
        world.ofClass(teacher, group_id),
        world.ofPupil(mia),
      ]);
      const { assignment_state, done_targets, again_targets } =
        ofClass.assignments[0]!.progress[0]!;
      // To the pupil it is so in each class.
      expect(own.assignments).toHaveLength(2);
      for (const each of own.assignments) {
        expect(each).toMatchObject({ assignment_state, done_targets });
        expect(each.again_targets).toEqual(again_targets);
      }
      return [assignment_state, done_targets, again_targets];
    };
    expect(await done()).toEqual(['FINISHED', [0, 1], undefined]);
    await world.giveFeedback(teacher, group_id, mia, 'lauf', 'again');
    expect(await done()).toEqual(['BEGUN', [1], [0]]);
    const elsewhere = await world.ofClass(other.teacher, other.group_id);
    expect(elsewhere.assignments[0]!.progress).toEqual([
      {
        subject: mia.subject,
        assignment_state: 'FINISHED',
        done_targets: [0, 1],
        done_at: expect.any(String),
      },
    ]);
    const handedBackAt = new Date().toISOString();
    await world.finish(mia, 'lauf');
    expect(await done()).toEqual(['FINISHED', [0, 1], undefined]);
    const doneAt = async () => {
      const [ofClass, own] = await Promise.all([
        world.ofClass(teacher, group_id),
        world.ofPupil(mia),
      ]);
      return [ofClass.assignments[0]!.progress[0]!.done_at, own.assignments[0]!.done_at];
    };
    const again = await doneAt();
    for (const done_at of again) expect(done_at! > handedBackAt).toBe(true);
    // Later feedback leaves the day as it is.
    await world.giveFeedback(teacher, group_id, mia, 'lauf', 'seen');
    expect(await doneAt()).toEqual(again);
  });

  test('row 138: is not told of pupils whose progress in the course is not read; looks are recorded', async () => {
    const { group_id, teacher, pupils } = await world.newClass(1);
    const [mia] = pupils as [Person];
    await world.save(teacher, group_id, assignment());
    await world.finish(mia, 'lauf');
    await world.ofClass(teacher, group_id);
    const looks = await rowsOf(world.platform.database, 'gres.looks', { subject: mia.subject }).get(
      'reader',
    );
    expect(looks).toEqual([{ reader: teacher.subject }]);
    await rowsOf(world.platform.database, 'lima.licenses', { subject: teacher.subject }).delete();
    const untold = [{ progress: [{ subject: mia.subject, done_targets: [] }] }];
    const withoutLicense = (await world.ofClass(teacher, group_id)).assignments;
    expect(withoutLicense).toMatchObject(untold);
    expect(withoutLicense[0]!.progress[0]).not.toHaveProperty('assignment_state');
    // Shared, the progress of the pupil is read, but how an issue is made whose titles are not seen is not told.
    const sharing = {
      course_id: 'gewaesser',
      issue_id: 'gewaesser-1',
      sharing_types: ['Answers' as const],
    };
    await mia.gres.usersUpdate({ body: { subject: mia.subject, group_id, sharings: [sharing] } });
    expect((await world.ofClass(teacher, group_id)).assignments).toMatchObject([
      { progress: [{ assignment_state: 'BEGUN' }] },
    ]);
    await world.publish({ titles: 'licensed' });
    const hidden = (await world.ofClass(teacher, group_id)).assignments;
    await world.publish();
    expect(hidden).toMatchObject(untold);
    expect(hidden[0]!.progress[0]).not.toHaveProperty('assignment_state');
  });
});

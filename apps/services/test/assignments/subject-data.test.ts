import { expect, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import { forgetOfDeletedGroups } from '../../src/annotations/assignment/subject-data.ts';
import { annotationsSubjectData } from '../../src/annotations/subject-data.ts';
import type { Database } from '../../src/index.ts';
import type { Person } from '../groups/people.ts';
import { tablesNaming } from '../tables-naming.ts';
import { assignment, startAssignmentWorld } from './world.ts';

const world = startBeforeAll(startAssignmentWorld);

const within = <Result>(work: (transaction: Database) => Promise<Result>) =>
  world.platform.database.transaction().execute(work);
const tablesWith = (text: string) => tablesNaming(world.platform.database, text, 'clag');
const erase = ({ subject }: Person) =>
  within((transaction) => annotationsSubjectData.erase(transaction, subject));

/** A class with an assignment for one of two pupils. */
async function newClass() {
  const { group_id, teacher, pupils } = await world.newClass(2);
  const [mia, ben] = pupils as [Person, Person];
  await world.save(teacher, group_id, assignment({ member_subjects: [mia.subject] }));
  return { group_id, teacher, mia, ben };
}

test('a pupil who is erased is named no more, and its assignment becomes nobody else’s', async () => {
  const { group_id, teacher, mia, ben } = await newClass();
  expect(await erase(mia)).toMatchObject({ 'clag.assignment_members': 1, 'clag.assignments': 0 });
  expect(await tablesWith(mia.subject)).toEqual([]);
  expect((await world.ofPupil(ben)).assignments).toEqual([]);
  expect((await world.ofClass(teacher, group_id)).assignments).toMatchObject([
    { member_subjects: [], progress: [] },
  ]);
});

test('what a teacher has given stays with the class when the teacher is erased, without its words', async () => {
  const { teacher, mia } = await newClass();
  expect(await erase(teacher)).toMatchObject({ 'clag.assignments': 1 });
  expect(await tablesWith(teacher.subject)).toEqual([]);
  const { assignments } = await world.ofPupil(mia);
  expect(assignments).toMatchObject([{ targets: assignment().targets }]);
  expect(assignments[0]).not.toHaveProperty('title');
});

test('a title goes with the teacher who wrote it, whoever gave the assignment', async () => {
  const { group_id, teacher, pupils } = await world.newClass(1);
  const colleague = await world.newPerson('teacher');
  await world.license(colleague, 'LICENSE_STRATEGY_GROUP');
  await world.makeLeader(teacher, group_id, colleague);
  const given = assignment();
  await world.save(teacher, group_id, given);
  await world.save(colleague, group_id, { ...given, title: 'Mein Bach', version: 1 });
  await world.save(teacher, group_id, {
    ...given,
    title: 'Mein Bach',
    solutions_open: true,
    version: 2,
  });
  await erase(teacher);
  expect((await world.ofPupil(pupils[0]!)).assignments).toMatchObject([{ title: 'Mein Bach' }]);
  await erase(colleague);
  expect((await world.ofPupil(pupils[0]!)).assignments[0]).not.toHaveProperty('title');
});

test('assignments go with a pupil and a teacher that become others, once', async () => {
  const { group_id, teacher, mia } = await newClass();
  const [newTeacher, newMia] = [await world.newPerson('teacher'), await world.newPerson()];
  await world.enrol(teacher, group_id, newMia);
  const both = { member_subjects: [mia.subject, newMia.subject] };
  await world.save(teacher, group_id, assignment(both));
  const move = (from: Person, to: Person) =>
    within((transaction) => annotationsSubjectData.move(transaction, from.subject, to.subject));
  await move(mia, newMia);
  await move(teacher, newTeacher);
  expect(await tablesWith(mia.subject)).toEqual([]);
  expect(await tablesWith(teacher.subject)).toEqual([]);
  expect((await world.ofPupil(newMia)).assignments).toHaveLength(2);
});

test('a pupil is given its own assignments, a teacher its words, and nobody the names of others', async () => {
  const { teacher, mia, ben } = await newClass();
  const exported = (who: Person) =>
    within(async (transaction) => {
      const tables = annotationsSubjectData.export(transaction, who.subject);
      const rows: Record<string, unknown[]> = {};
      for (const table of ['clag.assignment_members', 'clag.assignments']) {
        rows[table] = [];
        for await (const piece of tables[table]!) rows[table].push(...piece);
      }
      return rows;
    });
  const ofMia = await exported(mia);
  expect(ofMia).toMatchObject({
    'clag.assignment_members': [{ content: { title: 'Der Bach' } }],
    'clag.assignments': [],
  });
  const ofTeacher = await exported(teacher);
  expect(ofTeacher).toMatchObject({
    'clag.assignment_members': [],
    'clag.assignments': [{ content: { title: 'Der Bach' } }],
  });
  for (const { subject } of [teacher, mia, ben])
    expect(JSON.stringify([ofMia, ofTeacher])).not.toContain(subject);
});

test('assignments of a deleted group are read by nobody, and forgotten', async () => {
  const { group_id, teacher, mia } = await newClass();
  const other = await newClass();
  await teacher.gres.groupsDelete({ body: { group_id } });
  expect((await world.ofPupil(mia)).assignments).toEqual([]);
  await forgetOfDeletedGroups(world.platform.database);
  expect(await tablesWith(group_id)).toEqual([]);
  expect((await world.ofPupil(other.mia)).assignments).toHaveLength(1);
});

import type { SignedIn } from '@lectern/env/testing';
import { describe, expect, test } from 'vitest';
import { publishedCourse } from './learning-records/published-course.ts';
import { codeOf, makeBeforeAll, startBeforeAll, startTestPlatform } from './platform.ts';
import { rowsOf } from './rows.ts';

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
const ben = makeBeforeAll(() => platform.identityProvider.signIn('ben'));

describe('learning records', () => {
  const verb = { id: 'http://adlnet.gov/expapi/verbs/answered', display: { de: 'beantwortete' } };
  const object = { id: 'https://lectern.example/exercise/1' };
  const actor = { mbox: 'mailto:mia@schule.example' };
  const attachment = {
    usageType: 'http://u.example/essay',
    display: { de: 'Aufsatz' },
    contentType: 'application/octet-stream',
    length: 5,
    sha2: 'a'.repeat(64),
  };
  const signature = {
    usageType: 'http://adlnet.gov/expapi/attachments/signature',
    fileUrl: 'https://files.example/signature',
  };
  const put = (who: SignedIn, statement: object, dto_id = 'exercise-1') =>
    platform.as('lars', who).dataPut({
      body: {
        subject: who.subject,
        put_dto: { dto_id, statement: { verb, object, ...statement } },
      },
    });

  test('actor and authority come from the token, whatever the statement says', async () => {
    const { statement_id } = await put(mia, { actor: { mbox: 'mailto:ben@schule.example' } });
    const { statements } = await platform
      .as('lars', mia)
      .dataGet({ body: { subject: mia.subject } });
    const stored = statements.find(({ id }) => id === statement_id);
    expect(stored).toMatchObject({
      verb,
      object,
      actor: {
        account: { homePage: platform.identityProvider.servicesClient.issuer, name: mia.subject },
      },
      authority: { account: { name: 'lectern-shell' } },
    });
    expect(stored?.actor).not.toHaveProperty('mbox');
  });

  test('row 115: nothing is refused for what an id looks like, and a statement keeps its courses', async () => {
    for (const course of ['eigener', 'fremder']) await publishedCourse(platform.database, course);
    const courses = ['eigener', 'a "b", {c}\\'];
    const at = (course: string) => ({ id: `https://verlag.example/${course}` });
    for (const statement of [
      { object: at('eigener') },
      { object: at('fremder') },
      { context: { contextActivities: { parent: [at('eigener'), at('fremder')] } } },
      { context: { contextActivities: { grouping: [at('fremder')] } } },
    ]) {
      for (const within of [courses, undefined]) {
        const { statement_id } = await platform.as('lars', mia).dataPut({
          body: {
            subject: mia.subject,
            put_dto: { dto_id: 'uebung', statement: { verb, object, ...statement } },
            ...(within && { courses: within }),
          },
        });
        const { said_within } = await rowsOf(platform.database, 'lars.statements', {
          statement_id,
        }).one('said_within');
        expect(said_within).toEqual(within ?? null);
      }
    }
  });

  test.each([
    ['an authority', { authority: { objectType: 'Group', member: 5 } }],
    ['an actor', { actor: { objectType: 'Group', member: 5 } }],
  ])('%s that is none is none, and is replaced', async (_name, change) => {
    expect(await put(mia, change)).toMatchObject({ result_state: 'OK' });
  });

  test('the same statement again is IA_OK, another one under its id a conflict', async () => {
    const id = 'f3b0b3d2-4f8c-4f64-9a3e-0a4a7a1f0c11';
    expect((await put(mia, { id })).result_state).toBe('OK');
    expect((await put(mia, { id })).result_state).toBe('IA_OK');
    expect((await put(mia, { id: id.toUpperCase() })).result_state).toBe('IA_OK');
    expect(await codeOf(put(mia, { id, result: { success: true } }))).toBe('STATEMENT_CONFLICT');
    expect(await codeOf(put(mia, { id }, 'exercise-2'))).toBe('STATEMENT_CONFLICT');
    const timed = { id: 'f3b0b3d2-4f8c-4f64-9a3e-0a4a7a1f0c12', timestamp: '2026-01-01T00:00:00Z' };
    await put(mia, timed);
    expect((await put(mia, timed)).result_state).toBe('IA_OK');
    expect(await codeOf(put(mia, { ...timed, timestamp: '2026-01-02T00:00:00Z' }))).toBe(
      'STATEMENT_CONFLICT',
    );
  });

  test('an attachment that is elsewhere is named, and stays there', async () => {
    const elsewhere = { ...attachment, fileUrl: 'https://files.example/essay' };
    expect(await put(mia, { attachments: [elsewhere] })).toMatchObject({ result_state: 'OK' });
  });

  test('fifty parallel puts of one statement store it once', async () => {
    const id = 'f3b0b3d2-4f8c-4f64-9a3e-0a4a7a1f0c13';
    const states = await Promise.all(Array.from({ length: 50 }, () => put(mia, { id })));
    expect(states.filter(({ result_state }) => result_state === 'OK')).toHaveLength(1);
  });

  test('pages follow each other without gap or repeat', async () => {
    for (let index = 0; index < 7; index++)
      await put(ben, { result: { score: { raw: index } } }, 'paged');
    const records = platform.as('lars', ben);
    const scores: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await records.dataGet({
        body: { subject: ben.subject, dto_id: 'paged', limit: 3, ...(cursor && { cursor }) },
      });
      expect(page.statements.length).toBeLessThanOrEqual(3);
      scores.push(
        ...page.statements.map(
          (statement) => (statement['result'] as { score: { raw: number } }).score.raw,
        ),
      );
      cursor = page.next_cursor;
    } while (cursor);
    expect(scores).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('a page ends before it is larger than 4 MiB, and the next one goes on', async () => {
    const noted = 'x'.repeat(60_000);
    const ids: string[] = [];
    for (let count = 0; count < 75; count++) {
      const { statement_id } = await put(ben, { result: { response: noted } }, 'large');
      ids.push(statement_id);
    }
    const body = { subject: ben.subject, dto_id: 'large', limit: 100 };
    const first = await platform.as('lars', ben).dataGet({ body });
    expect(JSON.stringify(first.statements).length).toBeLessThan(4_300_000);
    const cursor = first.next_cursor!;
    const second = await platform.as('lars', ben).dataGet({ body: { ...body, cursor } });
    expect(second.next_cursor).toBeUndefined();
    const all = [...first.statements, ...second.statements].map(({ id }) => id);
    expect(all).toEqual(ids);
  });

  test.each([
    ['no verb', { verb: undefined }],
    ['a verb that is no IRI', { verb: { id: 'answered' } }],
    ['an activity without id', { object: {} }],
    ['an id that is no UUID', { id: '1' }],
    ['an attachment that is nowhere', { attachments: [attachment] }],
    ['a signature that did not come along', { attachments: [{ ...attachment, ...signature }] }],
    [
      'one within that is nowhere',
      { object: { objectType: 'SubStatement', actor, verb, object, attachments: [attachment] } },
    ],
    ['a time without offset', { timestamp: '2026-01-01T00:00:00' }],
    ['a time that is long', { timestamp: `2026-01-01T00:00:00.${'0'.repeat(100)}Z` }],
    ['a time after the year 9999', { timestamp: '9999-12-31T23:59:59-23:59' }],
  ])('%s is refused', async (_name, change) => {
    expect(await codeOf(put(mia, change))).toBe('REQUEST_INVALID');
  });
});

import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll, startTestPlatform } from '../platform.ts';
import { makePublisher, prepare, publish, smallIssue } from './publication.ts';

const platform = startBeforeAll(startTestPlatform);
let publisher: SignedIn;
let pupil: SignedIn;
let classmate: SignedIn;
let courses = 0;

beforeAll(async () => {
  const signIn = platform.identityProvider.signIn;
  publisher = await makePublisher(platform, await signIn('sofia'), 'LECTERN');
  [pupil, classmate] = await Promise.all([signIn('mia'), signIn('ben')]);
});

/** A course that no other test has. */
const newIssue = () => ({ ...smallIssue, course_id: `links-${++courses}` });
const clag = (who: SignedIn) => platform.as('clag', who);

describe('links', () => {
  test('lead to the place of a topic and of an exercise', async () => {
    const issue = newIssue();
    await publish(platform, publisher, issue);
    const { course_id } = issue;
    const reference = { course_reference: course_id, issue_reference: issue.issue_id };
    const topic = await clag(pupil).linkResolveTopic({
      body: { ...reference, topic_reference: 'ufer-2' },
    });
    expect(topic.place).toEqual({
      course_id,
      issue_id: issue.issue_id,
      topic_id: 'ufer-2',
      thema_id: 'ufer',
      sub_thema_number: 3,
      title: 'Enten',
      path: [`Kurs ${course_id}`, 'Das Ufer'],
    });
    const exercise = await clag(pupil).linkResolveExercise({
      body: { ...reference, exercise_reference: 'enten' },
    });
    expect(exercise.place).toMatchObject({
      topic_id: 'ufer-2',
      exercise_id: 'enten',
      exercise_group_id: 'enten',
      title: 'Wie heisst das?',
      path: [`Kurs ${course_id}`, 'Das Ufer', 'Enten'],
    });
  });

  test('without an issue they lead to the newest of the course, of a channel where one is named', async () => {
    const issue = newIssue();
    await publish(platform, publisher, { ...issue, issue_id: 'alt' });
    await publish(platform, publisher, { ...issue, issue_id: 'app', channel: 'APP' });
    await prepare(platform, publisher, { ...issue, issue_id: 'begonnen' });
    const body = { course_reference: issue.course_id, topic_reference: 'ufer' };
    const issueOf = async (more: object) =>
      (await clag(pupil).linkResolveTopic({ body: { ...body, ...more } })).place.issue_id;
    expect(await issueOf({})).toBe('app');
    expect(await issueOf({ distribution_channel: 'WEBPUB' })).toBe('alt');
    const wrong = { ...body, issue_reference: 'alt', distribution_channel: 'APP' } as const;
    expect(await codeOf(clag(pupil).linkResolveTopic({ body: wrong }))).toBe(
      'LINK_TARGET_NOT_FOUND',
    );
    const unknown = { ...body, topic_reference: 'nirgends' };
    expect(await codeOf(clag(pupil).linkResolveTopic({ body: unknown }))).toBe(
      'LINK_TARGET_NOT_FOUND',
    );
  });

  test('row 56: nobody asks without a token, and nobody asks in a loop', async () => {
    const path = '/clag/v1/link/resolveTopic';
    const headers = { 'Content-Type': 'application/json', 'X-Ia-Correlation-Id': 'loop' };
    const body = JSON.stringify({ course_reference: 'c', topic_reference: 't' });
    expect((await platform.request(path, headers, body)).status).toBe(401);
    const signedIn = { ...headers, Authorization: `Bearer ${classmate.token}` };
    const statuses = new Set<number>();
    let retryAfter: string | null = null;
    for (let asked = 0; asked < 121; asked++) {
      const response = await platform.request(path, signedIn, body);
      statuses.add(response.status);
      retryAfter = response.headers.get('Retry-After');
    }
    expect([...statuses]).toEqual([404, 429]);
    expect(retryAfter).toMatch(/^\d+$/);
  });
});

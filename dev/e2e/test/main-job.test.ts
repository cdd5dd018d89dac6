import { contract, services } from '@lectern/contracts';
import { basicAnswerType } from '@lectern/contracts/calls/annotations/answer';
import { createClient } from '@lectern/contracts/client';
import { openDatabase } from '@lectern/services';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessTokenOf } from '../src/access-token.ts';
import { fillIn, saved, seen, throughAllExercises, type SeenAnswer } from '../src/exercises.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { stored } from '../src/stored.ts';
import { signInFromLoginPage } from '../src/sign-in-pages.ts';

const [mia, ben, lea, thomas] = newCast();

const { platform, browser } = visitBeforeAll();

/** Another pupil, who is in the publication from one journey to the next. */
let another: Learner;
arriveBeforeAll(({ learner }) => (another = learner));

/** A browser profile in which nobody has been before. */
async function freshProfile(): Promise<Learner> {
  return arrive(await browser.newContext({ locale: 'de-CH' }), platform);
}

const idOf = async (exercise: Locator) => (await exercise.getAttribute('data-exercise'))!;

describe('a pupil', () => {
  let learner: Learner;
  let answers: Map<string, SeenAnswer>;
  let untouched: Map<string, SeenAnswer>;

  test('answers every exercise', async () => {
    learner = await freshProfile();
    await learner.enter(mia);
    [untouched, answers] = [new Map(), new Map()];
    await throughAllExercises(
      learner.content,
      async (exercise) => {
        untouched.set(await idOf(exercise), await seen(exercise));
        await fillIn(exercise);
      },
      async (exercise) => {
        await saved(exercise);
        answers.set(await idOf(exercise), await seen(exercise));
      },
    );
    // Every basic answer type of the specification, section 3, and nothing that looks as before.
    expect(answers.size).toBeGreaterThanOrEqual(12);
    for (const [id, answered] of answers) expect(answered, id).not.toEqual(untouched.get(id));
  });

  test('has left answers of every type in the form that teachers can read', async () => {
    const types = await stored(platform).answerTypes(mia.subject);
    expect(types).toEqual([...basicAnswerType.options].sort());
  });

  test('has left statements in the learning records', async () => {
    const token = await accessTokenOf(learner.page);
    const records = createClient(contract.lars, {
      service: 'lars',
      base: platform.shell + services.lars.base,
      headers: () => ({
        xIaCorrelationId: 'journey',
        xIaSubject: mia.subject,
        xIaRoles: '',
        authorization: `Bearer ${token}`,
      }),
    });
    await expect
      .poll(async () => {
        const { statements } = await records.dataGet({
          body: { subject: mia.subject, limit: 500 },
        });
        return new Set(statements.map(({ verb }) => verb.id.split('/').at(-1)));
      })
      .toEqual(new Set(['initialized', 'experienced', 'attempted']));
    const { statements } = await records.dataGet({ body: { subject: mia.subject, limit: 500 } });
    for (const statement of statements) {
      expect(statement.actor).toMatchObject({ account: { name: mia.subject } });
    }
  });

  test('sees nothing of another pupil', async () => {
    await learner.page.context().close();
    await another.enter(lea);
    expect(await throughAllExercises(another.content, seen)).toEqual(untouched);
  });

  test('without a licence is told so and comes no further', async () => {
    const rejected = await freshProfile();
    await rejected.page.goto(platform.shell);
    await signInFromLoginPage(rejected.page, ben);
    await rejected.page.getByRole('heading', { name: 'Keine gültige Lizenz' }).waitFor();
    expect(new URL(rejected.page.url())).toMatchObject({
      pathname: '/login',
      search: '?rejected=true',
    });
    expect(await rejected.page.locator('iframe[data-content-frame]').count()).toBe(0);
    await rejected.page.context().close();
  });
});

describe('checking an exercise', () => {
  test('answered statements carry response, success and score', async () => {
    await another.page.goto(`${platform.shell}/?exerciseGroupId=nebel-waehlen`);
    const exercise = another.content.locator('[data-exercise="nebel-waehlen"]');
    await exercise.locator('fieldset:enabled').waitFor();
    await exercise.getByRole('radio').nth(1).check();
    await exercise.getByRole('button', { name: 'Prüfen' }).click();
    await exercise.locator('.feedback-text').waitFor();

    const database = openDatabase(platform.databaseUrl);
    try {
      const about = () =>
        database
          .selectFrom('lars.statements')
          .select('statement')
          .where('subject', '=', lea.subject)
          .where('dto_id', '=', 'nebel-waehlen')
          .orderBy('sequence')
          .execute();
      await expect.poll(async () => (await about()).length).toBe(2);
      const [attempted, answered] = await about();
      expect(attempted?.statement).toMatchObject({
        verb: { id: 'http://adlnet.gov/expapi/verbs/attempted' },
      });
      expect(answered?.statement).toMatchObject({
        verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
        result: { success: true, response: 'wolke', score: { scaled: 1 } },
      });
    } finally {
      await database.destroy();
    }
  });
});

describe('a teacher', () => {
  test('is a teacher', async () => {
    const teacher = await freshProfile();
    await teacher.enter(thomas, '/login?themaId=bach');
    await teacher.content.getByText('Für Lehrpersonen').waitFor();
    await teacher.content
      .getByRole('link', { name: /Übersicht|Wasser entdecken/ })
      .first()
      .click();
    const greeting = teacher.content.locator('.greeting');
    await expect.poll(() => greeting.textContent()).toBe('Guten Tag, Thomas Berger');
    // A teacher who is greeted so is not spoken to like a child.
    expect(await teacher.content.getByRole('main').innerText()).not.toMatch(
      /\b(du|dich|dir|dein\w*|geh)\b/i,
    );
    await teacher.page.context().close();
  });
});

test('a reload leads back to the page that was open', async () => {
  const { page, content } = another;
  await page.goto(`${platform.shell}/?themaId=bach&subThemaNumber=2`);
  await content.getByRole('link', { name: 'Den Bach schützen' }).first().click();
  await content.getByRole('heading', { level: 1, name: 'Den Bach schützen' }).waitFor();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('place'))).toContain('"3"');
  await page.reload();
  const heading = content.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent()).toBe('Den Bach schützen');
});

test('exerciseGroupId=bach-brief opens the page «Den Bach schützen» and is then forgotten', async () => {
  await another.page.goto(`${platform.shell}/login?exerciseGroupId=bach-brief`);
  // The provider still knows the pupil of before.
  await another.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await another.content.getByRole('heading', { level: 1, name: 'Den Bach schützen' }).waitFor();
  await expect
    .poll(() => another.page.evaluate(() => sessionStorage.getItem('deepLink')))
    .toBeNull();
});

test('without a container the publication says so and can still be tried', async () => {
  const { page } = await freshProfile();
  await page.goto(`${platform.content}/index.html#/bach/3`);
  await page.getByText('ohne Lernplattform').waitFor();
  const exercise = page.locator('[data-exercise="bach-brief"]');
  await exercise.getByRole('textbox').fill('Nur ausprobiert');
  expect(await exercise.locator('[data-save-state]').textContent()).toBe('Wird nicht gespeichert');
  await page.context().close();
});

describe('while a pupil writes', () => {
  let exercise: Locator;
  const essay = () => stored(platform).answer(lea.subject, 'bach-brief');

  beforeAll(async () => {
    await another.page.goto(`${platform.shell}/?exerciseGroupId=bach-brief`);
    exercise = another.content.locator('[data-exercise="bach-brief"]');
    await exercise.locator('fieldset:enabled').waitFor();
  });

  /** Has the page try at once what it would try again after a pause. */
  async function savedAtOnce(): Promise<void> {
    const isSaved = async () => {
      await another.page.evaluate(() => void dispatchEvent(new Event('online')));
      return exercise.locator('[data-save-state="saved"]').isVisible();
    };
    await expect.poll(isSaved, { interval: 200 }).toBe(true);
  }

  test.each(['services', 'database'] as const)(
    'killing the %s loses no acknowledged answer, and in the end none at all',
    async (part) => {
      const text = exercise.getByRole('textbox');
      await text.fill(part);
      await saved(exercise);
      // Killed while the next words are typed and sent.
      const killed = platform.kill(part);
      await text.pressSequentially(' und noch ein paar Wörter');
      await killed;
      await platform.whenReady(part);
      expect(await essay()).toContain(part);
      await saved(exercise);
      expect(await essay()).toBe(`${part} und noch ein paar Wörter`);

      await platform.stop(part);
      await text.fill(`${part}: während`);
      await exercise.getByText('Auf diesem Gerät gesichert').waitFor();
      await platform.start(part);
      await savedAtOnce();
      expect(await essay()).toBe(`${part}: während`);
    },
  );
});

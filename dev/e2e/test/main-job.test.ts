import { contract, services } from '@lectern/contracts';
import { createClient } from '@lectern/contracts/client';
import { openDatabase } from '@lectern/services';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessTokenOf } from '../src/access-token.ts';
import { answer, saved, seen, throughAllExercises, type SeenAnswer } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import { arrive, type Learner } from '../src/learner.ts';

const [mia, ben, lea, thomas] = newCast();

let platform: SharedPlatform;
let browser: Browser;

visitBeforeAll((stage) => ({ platform, browser } = stage));

/** A browser profile in which nobody has been before. */
async function freshProfile(): Promise<Learner> {
  return arrive(await browser.newContext({ locale: 'de-CH' }), platform);
}

describe('a pupil', () => {
  let learner: Learner;
  let answers: Map<string, SeenAnswer>;
  let untouched: Map<string, SeenAnswer>;

  test('signs in and is greeted by first name', async () => {
    learner = await freshProfile();
    await learner.signIn(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    expect(new URL(learner.page.url()).search).toBe('');
  });

  test('answers every exercise', async () => {
    untouched = await throughAllExercises(learner.content, seen);
    answers = await throughAllExercises(learner.content, answer);
    // Every basic answer type of the specification, section 3, and nothing that looks as before.
    expect(answers.size).toBeGreaterThanOrEqual(12);
    for (const [id, answered] of answers) expect(answered, id).not.toEqual(untouched.get(id));
  });

  test('finds the answers after a reload', async () => {
    // It leads back to the page that is open: by then that must be the first one again.
    const place = () => learner.page.evaluate(() => sessionStorage.getItem('place'));
    await expect.poll(place).toBeNull();
    await learner.page.reload();
    expect(await throughAllExercises(learner.content, seen)).toEqual(answers);
  });

  test('finds them in a fresh browser after signing out', async () => {
    await learner.signOut();
    await learner.page.context().close();
    learner = await freshProfile();
    await learner.signIn(mia);
    expect(await throughAllExercises(learner.content, seen)).toEqual(answers);
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
    const other = await freshProfile();
    await other.enter(lea);
    expect(await throughAllExercises(other.content, seen)).toEqual(untouched);
    await other.page.context().close();
  });

  test('without a licence is told so and comes no further', async () => {
    const rejected = await freshProfile();
    await rejected.page.goto(platform.shell);
    await rejected.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await rejected.page.getByLabel('Benutzername').fill(ben.username);
    await rejected.page.getByLabel('Passwort').fill(ben.password);
    await rejected.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
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
    const learner = await freshProfile();
    await learner.enter(lea, '/login?exerciseGroupId=nebel-waehlen');
    const exercise = learner.content.locator('[data-exercise="nebel-waehlen"]');
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
    await learner.page.context().close();
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
    // Nobody greeted so is then spoken to like a child.
    expect(await teacher.content.getByRole('main').innerText()).not.toMatch(
      /\b(du|dich|dir|dein\w*|geh)\b/i,
    );
    await teacher.page.context().close();
  });

  test('a pupil who joins the class does not become one', async () => {
    const database = openDatabase(platform.databaseUrl);
    const { group_id } = await database
      .selectFrom('gres.members')
      .select('group_id')
      .where('subject', '=', thomas.subject)
      .executeTakeFirstOrThrow();
    const membership = { group_id, subject: lea.subject, group_role: 'member' as const };
    await database.insertInto('gres.members').values(membership).execute();
    await database
      .insertInto('gres.subject_groups')
      .values({ ...membership, membership_state: 'accepted', membership_types: ['HasLicenses'] })
      .execute();
    await database.destroy();

    const pupil = await freshProfile();
    await pupil.enter(lea);
    await pupil.content.getByText('Hallo Lea').waitFor();
    await pupil.content.getByRole('link', { name: /Los geht|Weiterlernen/ }).click();
    await pupil.content.locator('article.course-page').waitFor();
    expect(await pupil.content.getByText('Für Lehrpersonen').isVisible()).toBe(false);
    await pupil.page.context().close();
  });
});

test('a reload leads back to the page that was open', async () => {
  const learner = await freshProfile();
  await learner.enter(lea, '/login?themaId=bach&subThemaNumber=2');
  await learner.content.getByRole('link', { name: 'Den Bach schützen' }).first().click();
  await learner.content.getByRole('heading', { level: 1, name: 'Den Bach schützen' }).waitFor();
  await learner.page.reload();
  const heading = learner.content.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent()).toBe('Den Bach schützen');
  await learner.page.context().close();
});

describe('a deep link', () => {
  test.each([
    ['themaId=bach&subThemaNumber=2', 'Wer lebt im Bach?'],
    ['exerciseGroupId=bach-brief', 'Den Bach schützen'],
    ['themaId=unbekannt', 'Wasser entdecken'],
  ])('%s opens the page «%s» and is then forgotten', async (query, heading) => {
    const learner = await freshProfile();
    await learner.signIn(lea, `/login?${query}`);
    await learner.content.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expect
      .poll(() => learner.page.evaluate(() => sessionStorage.getItem('deepLink')))
      .toBeNull();
    await learner.page.context().close();
  });
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

/** What the database holds of an essay, whatever pages show. */
async function storedEssay(subject: string): Promise<unknown> {
  const database = openDatabase(platform.databaseUrl);
  try {
    const { value } = await database
      .selectFrom('clag.local_store_items')
      .select('value')
      .where('subject', '=', subject)
      .where('model_id', '=', 'bach-brief')
      .where('key', '=', 'answer')
      .executeTakeFirstOrThrow();
    return JSON.parse(value);
  } finally {
    await database.destroy();
  }
}

describe('while a pupil writes', () => {
  test.each(['services', 'database'] as const)(
    'killing the %s loses no acknowledged answer, and in the end none at all',
    async (part) => {
      const learner = await freshProfile();
      await learner.enter(lea, '/login?exerciseGroupId=bach-brief');
      const exercise = learner.content.locator('[data-exercise="bach-brief"]');
      await exercise.locator('fieldset:enabled').waitFor();
      const text = exercise.getByRole('textbox');

      for (let round = 1; round <= 3; round++) {
        const acknowledged = `${part} ${round}`;
        await text.fill(acknowledged);
        await saved(exercise);
        // Killed while the next words are typed and sent.
        const killed = platform.kill(part);
        await text.pressSequentially(' und noch ein paar Wörter', { delay: 30 });
        await killed;
        await platform.whenReady(part);
        expect(await storedEssay(lea.subject)).toContain(acknowledged);
        await saved(exercise);
        expect(await storedEssay(lea.subject)).toBe(`${acknowledged} und noch ein paar Wörter`);
      }

      await platform.stop(part);
      await text.fill(`${part}: während`);
      await exercise.getByText('Auf diesem Gerät gesichert').waitFor();
      await platform.start(part);
      await saved(exercise);
      expect(await storedEssay(lea.subject)).toBe(`${part}: während`);
      await learner.page.context().close();
    },
  );
});

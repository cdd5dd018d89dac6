import type { Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { servicesAs } from '../src/services.ts';
import { inDatabase } from '../src/stored.ts';

/* The demo publication as the start has published it: its film and its texts come from the services. */

const [mia, , lea] = newCast();
const firstPage = '/login?themaId=wasserkreislauf&subThemaNumber=1';
const issue = { course_id: 'wasser', issue_id: 'wasser-2026' };
const filmPath = 'film/wasserkreislauf.webm';

let learner: Learner;
let page: Page;
/** Answers to the page and its frame. */
let answered: Response[];

const { platform } = visitBeforeAll();

/** Each test of a group goes on where the one before has stopped. */
function arriveAndListen(): void {
  arriveBeforeAll((arrival) => {
    ({ learner, page } = arrival);
    answered = [];
    page.on('response', (response) => answered.push(response));
  });
}

/** Without the environment file, which everybody gets. */
const givenFiles = () =>
  answered.filter((response) => response.url().startsWith(`${platform.files}/files/`));
const filmsBesideThePage = () =>
  answered.filter((response) => response.url().startsWith(`${platform.content}/film/`));
const filmButton = () => learner.content.getByRole('button', { name: /^Film abspielen/ });

describe('the film', () => {
  arriveAndListen();

  test('plays from the origin of the files, in parts, with its captions', async () => {
    await learner.enter(mia, firstPage);
    await filmButton().click();
    const video = learner.content.locator('video');
    const playing = () =>
      video.evaluate((film: HTMLVideoElement) => ({
        hasPictures: film.readyState >= film.HAVE_CURRENT_DATA && film.videoWidth > 0,
        hasMoved: film.currentTime > 0.5,
        captions: film.textTracks[0]?.cues?.length ?? 0,
      }));
    await expect
      .poll(playing)
      .toEqual({ hasPictures: true, hasMoved: true, captions: expect.toSatisfy(isPositive) });
    const film = givenFiles().find((response) => response.url().includes('.webm'))!;
    expect(film.status()).toBe(206);
    expect((await film.allHeaders())['content-range']).toMatch(/^bytes 0-\d+\/\d+$/);
    expect(await video.evaluate((film: HTMLVideoElement) => film.currentSrc)).toBe(film.url());
    expect(filmsBesideThePage()).toEqual([]);
  });

  test('goes on from another place of it', async () => {
    const video = learner.content.locator('video');
    const timeOf = () => video.evaluate((film: HTMLVideoElement) => film.currentTime);
    await video.evaluate((film: HTMLVideoElement) => void (film.currentTime = film.duration - 4));
    const end = await video.evaluate((film: HTMLVideoElement) => film.duration);
    await expect.poll(timeOf).toBeGreaterThan(end - 4);
  });
});

describe('whoever has no licence any more', () => {
  arriveAndListen();
  beforeAll(async () => {
    await learner.enter(lea, firstPage);
    await filmButton().waitFor();
    const licenses = await inDatabase(platform, (database) =>
      database
        .deleteFrom('lima.licenses')
        .where('subject', '=', lea.subject)
        .returningAll()
        .execute(),
    );
    return () =>
      inDatabase(platform, (database) =>
        database.insertInto('lima.licenses').values(licenses).execute(),
      );
  });

  test('does not see the film, which is not taken from beside the page either', async () => {
    await filmButton().click();
    await learner.content.getByText('Der Film lässt sich gerade nicht abspielen.').waitFor();
    expect(givenFiles()).toEqual([]);
    expect(filmsBesideThePage()).toEqual([]);
    expect(await filmButton().evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('gets no address of a file, whatever they name', async () => {
    const { atma, clag, lima } = servicesAs(platform, page, lea.subject);
    const { files, product_references } = await clag.publishingGetFiles({
      body: { ...issue, paths: [filmPath] },
    });
    expect(files).toEqual([]);
    // Somebody else may have told it.
    const { file_reference } = await inDatabase(platform, (database) =>
      database
        .selectFrom('clag.version_files')
        .select('file_reference')
        .where('path', '=', filmPath)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
    );
    const device_identifier = 'leas-tablet';
    const device = { device_identifier };
    await lima.deviceUpdateForUser({ body: { subject: lea.subject, device } });
    const [product_reference] = product_references;
    const ofMia = { license_code: `DEMO-${mia.subject}`, product_reference };
    for (const [named, code] of [
      [{}, 'LICENSE_REQUIRED'],
      [{ ...ofMia, license_code: `DEMO-${lea.subject}` }, 'LICENSE_NOT_FOUND'],
      [ofMia, 'LICENSE_NOT_FOUND'],
      [{ ...ofMia, subject: mia.subject }, 'SUBJECT_FORBIDDEN'],
    ] as const) {
      const dto = {
        dto_id: 'film',
        file_reference,
        asset_stage: 'ASSET_STAGE_PROD',
        asset_type: 'ASSET_TYPE_WEB_PUB',
        version: 1,
        subject: lea.subject,
        device_identifier,
        ...named,
      } as const;
      const refused: unknown = await atma
        .fileAccessV2({ body: { file_access_dtos: [dto] } })
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({ code });
      expect(JSON.stringify(refused)).not.toContain(platform.files);
    }
  });
});

describe('the search of the course', () => {
  arriveAndListen();
  beforeAll(() => learner.enter(mia));

  const search = async (query: string) => {
    await learner.content.getByRole('link', { name: 'Suchen' }).click();
    await learner.content.getByRole('combobox').fill(query);
    await learner.content.getByRole('combobox').press('Enter');
  };
  const inBook = (name: string) =>
    learner.content.getByRole('region', { name: 'Im Buch' }).getByRole('link', { name });

  test('finds a text that was published, and leads to its page', async () => {
    await search('Dinosaurier');
    await inBook('Woher kommt der Regen?').click();
    const page = learner.content.locator('article.course-page h1');
    await expect.poll(() => page.textContent()).toBe('Woher kommt der Regen?');
  });

  test('finds an exercise, and leads to it', async () => {
    await search('Reise eines Tropfens');
    await inBook('Die Reise eines Tropfens').first().click();
    const exercise = learner.content.locator('[data-exercise="kreislauf-luecken"]');
    await expect
      .poll(() => exercise.evaluate((card) => card.contains(document.activeElement)))
      .toBe(true);
  });

  test('finds nothing of what only teachers are told', async () => {
    await search('Häufige Vorstellung');
    await learner.content.getByText('wurde nichts gefunden').first().waitFor();
    expect(await learner.content.locator('.hit').count()).toBe(0);
  });
});

function isPositive(count: number): boolean {
  return count > 0;
}

import { makeZip, manifest12, manifest2004 } from '@lectern/course-import/testing';
import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCourseServer, type CourseServer, type ImportedCourse } from '../src/course-server.ts';
import { refusesDrops } from '../src/drops.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { stored } from '../src/stored.ts';

/* How pages of old content come and go: without a word, late, or one after the other. */

const [mia] = newCast();

let courses: CourseServer;
let learner: Learner;
let turning: ImportedCourse;
let framed: ImportedCourse;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  courses = await startCourseServer(platform);
  turning = await courses.import('pages', pages);
  framed = await courses.import('frameset', frameset);
  await courses.show(await courses.import('late', late));
  learner = await arrive(await courses.profile(browser), platform);
  await learner.enter(mia);
});
afterAll(() => courses?.close());

const page = (title: string, script: string) =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p id="said"></p><script>${script}</script>`;

/** One page saves in `beforeunload` alone; another says nothing but that it begins and ends. */
const late = makeZip([
  {
    name: 'imsmanifest.xml',
    content: manifest12(
      'LATE',
      '<item identifier="A" identifierref="A"><title>Spät</title></item><item identifier="B" identifierref="B"><title>Still</title></item>',
      ['A', 'B'],
    ),
  },
  {
    name: 'A.html',
    content: page(
      'Spät',
      `parent.API.LMSInitialize('');
      addEventListener('beforeunload', function () {
        parent.API.LMSSetValue('cmi.suspend_data', 'gerade noch');
        parent.API.LMSSetValue('cmi.core.exit', 'suspend');
        parent.API.LMSFinish('');
      });`,
    ),
  },
  {
    name: 'B.html',
    content: page(
      'Still',
      `parent.API.LMSInitialize('');
      addEventListener('pagehide', function () { parent.API.LMSFinish(''); });`,
    ),
  },
]);

const frameset = makeZip([
  {
    name: 'imsmanifest.xml',
    content: manifest12(
      'FRAMES',
      '<item identifier="F" identifierref="F"><title>Rahmen</title></item>',
      ['F'],
    ),
  },
  {
    name: 'F.html',
    content:
      '<!doctype html><title>Rahmen</title><frameset cols="50%,50%"><frame src="left.html" name="left"><frame src="right.html" name="right"></frameset>',
  },
  { name: 'left.html', content: page('Links', '') },
  {
    name: 'right.html',
    content: '<!doctype html><h1>Rechts</h1><a href="next.html">Weiter im Rahmen</a>',
  },
  { name: 'next.html', content: page('Danach', '') },
]);

/** Two pages of one item, which look for the other standard's object first. */
const turningPage = (title: string, more: string) =>
  page(
    title,
    `function find(from, name) {
      var win = from, count = 0;
      while (win[name] == null && win.parent != null && win.parent != win && count < 500) { count += 1; win = win.parent; }
      return win[name];
    }
    var api = find(window.parent, 'API') || find(window.parent, 'API_1484_11');
    var begun = api.Initialize('');
    document.getElementById('said').textContent = begun + ' ' + api.GetLastError() + ' ' + api.GetValue('cmi.location');
    api.SetValue('cmi.location', '${title}');
    addEventListener('pagehide', function () { api.SetValue('cmi.exit', 'suspend'); api.Terminate(''); });
    ${more}`,
  );
const pages = makeZip([
  {
    name: 'imsmanifest.xml',
    content: manifest2004(
      'PAGES',
      '<item identifier="P" identifierref="P"><title>Seiten</title></item>',
      '',
      ['P'],
    ),
  },
  {
    name: 'P.html',
    content: turningPage(
      'Eins',
      `document.body.insertAdjacentHTML('beforeend', '<a href="Q.html">Umblättern</a>');`,
    ),
  },
  {
    name: 'Q.html',
    content: turningPage(
      'Zwei',
      `document.body.insertAdjacentHTML('beforeend', '<button>Pause</button>');
      document.querySelector('button').addEventListener('click', function () {
        api.SetValue('cmi.exit', 'suspend');
        api.SetValue('adl.nav.request', 'suspendAll');
        api.Terminate('');
      });`,
    ),
  },
]);

function itemPage(): FrameLocator {
  return learner.content.frameLocator('iframe[data-item-frame]');
}

const contents = () => learner.content.getByRole('navigation', { name: 'Inhaltsverzeichnis' });

const storedCmi = (item: string) => stored(platform).cmi(mia.subject, item);

test('a page that is left saves in beforeunload, and one that says nothing is completed', async () => {
  const first = itemPage().getByRole('heading', { name: 'Spät' });
  await first.waitFor();
  expect(await first.evaluate(refusesDrops)).toBe(true);
  await learner.content.getByRole('button', { name: 'Weiter', exact: true }).click();
  await itemPage().getByRole('heading', { name: 'Still' }).waitFor();
  await expect.poll(() => storedCmi('A')).toMatchObject({ suspend_data: 'gerade noch' });
  await learner.content.getByRole('button', { name: 'Zurück', exact: true }).click();
  await contents().getByRole('button', { name: 'Still (abgeschlossen)' }).waitFor();
  await expect.poll(() => storedCmi('B')).toMatchObject({ core: { lesson_status: 'completed' } });
});

test('the pages of an item are recorded one after the other, until the content pauses the course', async () => {
  await courses.show(turning);
  await learner.page.reload();
  await expect.poll(() => itemPage().locator('#said').textContent()).toBe('true 0 ');
  await itemPage().getByRole('link', { name: 'Umblättern' }).click();
  await expect.poll(() => itemPage().locator('#said').textContent()).toBe('true 0 Eins');
  await itemPage().getByRole('button', { name: 'Pause' }).click();
  await learner.content.getByText('Du kannst später an dieser Stelle weitermachen.').waitFor();
  await expect.poll(() => storedCmi('P')).toMatchObject({ location: 'Zwei', exit: 'suspend' });
  await learner.page.reload();
  await expect.poll(() => itemPage().locator('#said').textContent()).toBe('true 0 Zwei');
});

test('drops are refused on each page of a frameset, also on those that come later', async () => {
  await courses.show(framed);
  await learner.page.reload();
  const inFrame = (name: string) => itemPage().frameLocator(`frame[name=${name}]`);
  async function expectRefused(name: string, title: string): Promise<void> {
    const heading = inFrame(name).getByRole('heading', { name: title });
    await expect.poll(() => heading.evaluate(refusesDrops)).toBe(true);
  }
  await expectRefused('left', 'Links');
  await expectRefused('right', 'Rechts');
  await inFrame('right').getByRole('link').click();
  await expectRefused('right', 'Danach');
});

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { makeZip } from '@lectern/course-import/testing';

/*
 * A course by cmi5 as its authors make them: units that are pages with the client @xapi/cmi5, in a block and
 * beside it.
 */

/** Names of the course and its units by their publisher. */
export const weatherId = 'https://verlag.example/wetter';

/** A unit that its learner passes, fails or leaves by buttons. */
const unitPage = (title: string) => `<!doctype html>
<html lang="de">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <script type="module" src="../unit.js"></script>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p id="state">wird geladen</p>
      <button id="pass" disabled>Bestehen</button>
      <button id="fail" disabled>Nicht bestehen</button>
      <button id="leave" disabled>Verlassen</button>
    </main>
  </body>
</html>`;

const unitScript = `import Cmi5 from './Cmi5.esm.js';

const unit = Cmi5.instance;
const say = (text) => (document.querySelector('#state').textContent = text);
const leave = async () => {
  await unit.terminate();
  if (window === parent) return say('beendet');
  location.href = unit.launchData.returnURL;
};
try {
  await unit.initialize();
  say('begonnen: ' + unit.launchData.launchMode);
} catch (error) {
  say('Fehler: ' + error);
  throw error;
}
const on = (id, act) => {
  const button = document.querySelector(id);
  button.disabled = false;
  button.onclick = () => act().catch((error) => say('Fehler: ' + error));
};
on('#pass', async () => {
  await unit.pass({ scaled: 0.8 });
  await unit.complete();
  await leave();
});
on('#fail', async () => {
  await unit.fail({ scaled: 0.2 });
  await leave();
});
on('#leave', leave);
`;

const titled = (title: string, about: string) =>
  `<title><langstring lang="de">${title}</langstring></title>
   <description><langstring lang="de">${about}</langstring></description>`;

const unit = (name: string, title: string, about: string, attributes: string) =>
  `<au id="${weatherId}/${name}" ${attributes}>${titled(title, about)}<url>${name}/index.html?thema=${name}</url></au>`;

const structure = `<?xml version="1.0" encoding="UTF-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="${weatherId}">${titled('Wetter', 'Wie Wolken entstehen, und woher der Wind kommt.')}</course>
  <block id="${weatherId}/himmel">
    ${titled('Am Himmel', 'Was über uns vorbeizieht.')}
    ${unit('wolken', 'Wolken', 'Sechs Arten von Wolken.', 'moveOn="CompletedAndPassed" masteryScore="0.6"')}
    ${unit('wind', 'Wind', 'Vom Hauch zum Sturm.', 'moveOn="Passed" masteryScore="0.6"')}
  </block>
  ${unit('radar', 'Regenradar', '', 'moveOn="Completed" launchMethod="OwnWindow"')}
  ${unit('wetterfrosch', 'Wetterfrosch', 'Wer mag, liest weiter.', 'moveOn="NotApplicable"')}
</courseStructure>`;

export async function weatherCourse(): Promise<Uint8Array> {
  const client = await readFile(fileURLToPath(import.meta.resolve('@xapi/cmi5/dist/Cmi5.esm.js')));
  const names = { wolken: 'Wolken', wind: 'Wind', radar: 'Regenradar', wetterfrosch: 'Frosch' };
  return makeZip([
    { name: 'cmi5.xml', content: structure },
    { name: 'unit.js', content: unitScript },
    { name: 'Cmi5.esm.js', content: client },
    ...Object.entries(names).map(([name, title]) => ({
      name: `${name}/index.html`,
      content: unitPage(title),
    })),
  ]);
}

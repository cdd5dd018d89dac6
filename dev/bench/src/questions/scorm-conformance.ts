import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPackage } from '@lectern/course-import';
import { buildPlayer, makeZip } from '@lectern/course-import/testing';
import { launchBrowser } from '@lectern/chromium';
import { createContentServer, findFreePorts } from '@lectern/env';
import { rounded, type Benchmark } from '../figures.ts';
import { hostPage, play } from '../scorm/play.ts';
import { readSuite, type Script } from '../scorm/suite.ts';

/** A checkout of ADL's suite (adlnet/SCORM-2004-4ed-Test-Suite). */
const suite = process.env['LECTERN_SCORM_SUITE'];
const only = process.env['LECTERN_SCORM_SCRIPTS']?.split(',');
/** How many scripts there are at least. */
const atLeast = 169;

export const benchmark: Benchmark = {
  question:
    "In how many scripts of ADL's SCORM 2004 4th Edition LMS suite does the player of imported courses do as ADL says?",

  remarks:
    'Scripts that run without a person looking. `LECTERN_SCORM_SUITE=<checkout> npm run bench scorm-conformance` runs the suite, which is not part of this project, and names failures; `LECTERN_SCORM_SCRIPTS=CM-01,CM-02a` chooses some. [Existing content](bridge/existing-content.md#adls-scripts-that-fail) has the reasons.',

  async run() {
    if (!suite) return undefined;
    await using stack = new AsyncDisposableStack();
    const scripts = (await readSuite(suite)).filter(({ name }) => only?.includes(name) ?? true);
    const folder = await mkdtemp(join(tmpdir(), 'lectern-scorm-'));
    stack.defer(() => rm(folder, { recursive: true }));
    const playerFolder = join(folder, 'player');
    await buildPlayer(playerFolder);
    await mkdir(join(folder, 'courses'));
    await writeFile(join(folder, 'courses', 'host.html'), hostPage);
    const server = await createContentServer({
      folder: join(folder, 'courses'),
      shellOrigin: 'http://127.0.0.1',
      isExport: true,
    });
    stack.defer(() => server.close());
    const { content: port } = await findFreePorts();
    await server.listen({ host: '127.0.0.1', port });
    const browser = await launchBrowser();
    stack.defer(() => browser.close());

    let asWanted = 0;
    for (const script of scripts) {
      const page = await browser.newPage();
      const wrong = await importing(script, folder, playerFolder)
        .then(() => play(page, `http://127.0.0.1:${port}/${script.name}/index.html`, script))
        .catch((error: unknown) => String(error));
      await page.close();
      if (wrong === undefined) asWanted += 1;
      else console.log(`${script.name}: ${wrong}`);
    }
    if (only) return undefined;
    return [
      {
        figure: 'scripts that go as ADL says',
        unit: 'scripts',
        value: asWanted,
        against: { what: 'all', value: scripts.length },
        ratio: rounded(asWanted / scripts.length),
        goal: `all of at least ${atLeast}`,
        met: asWanted === scripts.length && scripts.length >= atLeast,
      },
    ];
  },
};

/** The package with an empty page for each of its own, which are applets: the driver makes their calls. */
async function importing(
  { name, manifest }: Script,
  folder: string,
  playerFolder: string,
): Promise<void> {
  const names = new Set(
    [...manifest.matchAll(/\shref\s*=\s*"([^"]*)"/g)].flatMap(([, href = '']) => [
      href,
      `resources/${href}`,
    ]),
  );
  const page = '<!doctype html><title>SCO</title>';
  const packageFile = join(folder, `${name}.zip`);
  await writeFile(
    packageFile,
    makeZip([
      { name: 'imsmanifest.xml', content: manifest },
      ...[...names].map((file) => ({ name: file, content: page })),
    ]),
  );
  await importPackage({ packageFile, folder: join(folder, 'courses', name), playerFolder });
}

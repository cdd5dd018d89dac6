import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { demoProduct, type Platform } from '@lectern/env';

const author = fileURLToPath(new URL('../../../packages/author/src/main.ts', import.meta.url));

/** A page of the demo publication, as the search knows it. */
export interface PublishedPage {
  readonly topic_id: string;
  readonly title: string;
  readonly text: string;
}

/** Publishes pages of the demo's course by the command that publishers have. */
export async function publishCourse(
  platform: Platform,
  pages: readonly PublishedPage[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-course-'));
  try {
    const topics = pages.map(({ topic_id, title }) => ({
      topic_id,
      title,
      text: `${topic_id}.txt`,
    }));
    for (const { topic_id, text } of pages) await writeFile(join(folder, `${topic_id}.txt`), text);
    const manifest = {
      mandant_identifier: demoProduct.mandant_identifier,
      course: { course_id: 'wasser', title: 'Wasser entdecken' },
      issue: {
        issue_id: 'wasser-2026',
        title: 'Wasser entdecken',
        distribution_channel: 'WEBPUB',
      },
      product_references: [demoProduct.product_reference],
      topics,
    };
    await writeFile(join(folder, 'lectern.json'), JSON.stringify(manifest));
    const secrets = await readFile(join(platform.dataFolder, 'secrets.json'), 'utf8');
    const { publisher } = JSON.parse(secrets) as { publisher: string };
    await promisify(execFile)(process.execPath, [author, 'publish', folder], {
      env: {
        ...process.env,
        LECTERN_URL: platform.shell,
        LECTERN_ISSUER: platform.identityProvider,
        LECTERN_PUBLISHER_CLIENT_SECRET: publisher,
      },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

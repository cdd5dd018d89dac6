import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A manifest that is without fault, with the folder below. */
export const goodManifest = {
  mandant_identifier: 'LECTERN',
  course: { course_id: 'see', title: 'Am See' },
  issue: { issue_id: 'see-1', title: 'Am See', distribution_channel: 'WEBPUB' },
  product_references: ['see-produkt'],
  topics: [
    { topic_id: 'ufer', title: 'Das Ufer' },
    { topic_id: 'schilf', parent_topic_id: 'ufer', title: 'Schilf', text: 'index.html#schilf' },
    { topic_id: 'enten', parent_topic_id: 'ufer', title: 'Enten', text: 'index.html#enten' },
  ],
  exercises: [
    {
      exercise_id: 'fressen',
      topic_id: 'enten',
      title: 'Was fressen sie?',
      exercise_type: 'EXERCISE_TYPE_ESSAY',
      basic_answer_type: 'essay',
      text: 'frage.txt',
    },
  ],
  files: ['index.html', 'img/**'],
  public_files: ['index.html'],
};

export const goodFiles: Readonly<Record<string, string>> = {
  'index.html':
    '<!doctype html><title>See</title><main><section id="schilf"><p>Schilf <b>wächst</b> dicht.</p></section><section id="enten"><p>Enten gründeln.</p><script>x()</script></section></main>',
  'frage.txt': 'Schreibe auf.',
  'img/see.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'img/tief/ente.svg': '<svg xmlns="http://www.w3.org/2000/svg" id="ente"/>',
};

/** A folder that goes with the test. */
export async function makeFolder(
  manifest: unknown = goodManifest,
  files: Readonly<Record<string, string | Uint8Array>> = goodFiles,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-publish-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest, null, 2);
  await writeAll(folder, { ...files, 'lectern.json': text });
  return folder;
}

export async function writeAll(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

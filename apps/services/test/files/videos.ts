import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Answer, Body, Contract } from '@lectern/contracts';
import { vi } from 'vitest';
import { accessTo, publish, type Person, type PublicationFile } from './file-world.ts';

const run = promisify(execFile);

type ConvertCall = Contract['atma']['videoConvertCreate'];
export type Wish = Body<ConvertCall>;
export type Told = Answer<ConvertCall>['video_convert'];

/** A small film with a tone; each one is another. */
export async function makeVideo({
  seconds = 2,
  size = '192x108',
  format = 'mp4',
  codecs = ['-c:v', 'libx264', '-c:a', 'aac'],
} = {}): Promise<Buffer> {
  return inFolder(async (folder) => {
    const file = join(folder, `film.${format}`);
    await run(
      'ffmpeg',
      [
        ['-nostdin', '-loglevel', 'error'],
        ['-f', 'lavfi', '-i', `testsrc=duration=${seconds}:size=${size}:rate=10`],
        ['-f', 'lavfi', '-i', `sine=duration=${seconds}`],
        ['-metadata', `title=${randomUUID()}`, '-pix_fmt', 'yuv420p', ...codecs, file],
      ].flat(),
    );
    return readFile(file);
  });
}

/** What ffprobe says of a film. */
export interface ProbedVideo {
  readonly format: { readonly format_name: string; readonly duration: string };
  readonly streams: readonly {
    readonly codec_name: string;
    readonly width?: number;
    readonly height?: number;
  }[];
}

export async function probeVideo(bytes: Buffer): Promise<ProbedVideo> {
  return inFolder(async (folder) => {
    const file = join(folder, 'film');
    await writeFile(file, bytes);
    const { stdout } = await run(
      'ffprobe',
      [
        ['-loglevel', 'error', '-show_format', '-show_streams', '-print_format', 'json', file],
      ].flat(),
    );
    return JSON.parse(stdout) as ProbedVideo;
  });
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-film-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Somebody who publishes videos, has them converted and looks at what became of them. */
export function converterOf(publisher: Person) {
  const publishVideo = (bytes: Buffer, change: object = {}) =>
    publish(publisher, bytes, { file_name: 'Film.mp4', media_type: 'video/mp4', ...change });
  const wishFor = (
    { mandant_identifier, file_reference, asset_stage, asset_type }: PublicationFile,
    change: Partial<Wish> = {},
  ): Wish => ({
    video_convert_id: randomUUID(),
    mandant_identifier,
    file_reference,
    asset_stage,
    asset_type,
    version: 0,
    video_rendition: 'VIDEO_RENDITION_MP4',
    target_file_reference: `${file_reference}-small`,
    ...change,
  });
  const ask = async (wish: Wish) => {
    const answer = await publisher.as('atma').videoConvertCreate({ body: wish });
    return { ...answer.video_convert, result_state: answer.result_state };
  };
  /** Waits until a conversion is over. */
  const end = async (wish: Wish, timeout = 60_000): Promise<Told> => {
    const { restart_failed: _, ...repeat } = wish;
    return vi.waitUntil(
      async () => {
        const { result_state: _state, ...told } = await ask(repeat);
        return told.finished_at === undefined ? false : told;
      },
      { timeout, interval: 100 },
    );
  };
  const convert = async (wish: Wish) => {
    await ask(wish);
    return end(wish);
  };
  const contentOf = async (file_reference: string, change: object = {}) => {
    const { file_accesses } = await publisher.as('atma').fileAccessV2({
      body: accessTo({ file_reference }, publisher, change),
    });
    const file = file_accesses[0]!.file!;
    const answer = await fetch(file.address);
    return { file, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  return { publishVideo, wishFor, ask, end, convert, contentOf };
}

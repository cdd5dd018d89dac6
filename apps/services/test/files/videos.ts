import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Answer, Body, Contract } from '@lectern/contracts';
import { vi } from 'vitest';
import {
  encode,
  filmName,
  playlistName,
  type ConversionLimits,
  type Wanted,
} from '../../src/files/video/encode.ts';
import type { Ffmpeg } from '../../src/files/video/ffmpeg.ts';
import { probe, sourceName } from '../../src/files/video/probe.ts';
import { openWorkFolder, type WorkFolder } from '../../src/files/video/work-folder.ts';
import { accessTo, publish, type Person, type PublicationFile } from './file-world.ts';

const run = promisify(execFile);

type ConvertCall = Contract['atma']['videoConvertCreate'];
export type Wish = Body<ConvertCall>;
export type VideoConvert = Answer<ConvertCall>['video_convert'];

/** Bytes under the name of a film, which no real ffmpeg reads; each time others. */
export function anyFilm(): Buffer {
  return Buffer.concat([Buffer.from('....ftyp'), randomBytes(50)]);
}

/** A small film with a tone, made by ffmpeg; it can be repeated in one file. */
export async function makeVideo({
  seconds = 1,
  picture = 'testsrc',
  size = '64x36',
  format = 'mp4',
  times = 1,
  codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
  pixels = 'yuv420p',
} = {}): Promise<Buffer> {
  return inFolder(async (folder) => {
    const file = join(folder, `film.${format}`);
    await run(
      'ffmpeg',
      [
        ['-nostdin', '-loglevel', 'error'],
        ['-f', 'lavfi', '-i', `${picture}=duration=${seconds}:size=${size}:rate=5`],
        ['-f', 'lavfi', '-i', `sine=duration=${seconds}`],
        ['-pix_fmt', pixels, ...codecs, file],
      ].flat(),
    );
    if (times === 1) return readFile(file);
    const repeated = join(folder, `films.${format}`);
    const input = ['-stream_loop', String(times - 1), '-i', file];
    await run('ffmpeg', ['-nostdin', '-loglevel', 'error', ...input, '-c', 'copy', repeated]);
    return readFile(repeated);
  });
}

/** The film as phones that are held upright make it: to be turned by a quarter (ISO 14496-12, section 8.3.2). */
export function lyingOnItsSide(film: Buffer): Buffer {
  const turned = Buffer.from(film);
  const matrix = turned.indexOf('tkhd') + 44;
  [0, 0x10000, 0, -0x10000, 0].forEach((value, index) => {
    turned.writeInt32BE(value, matrix + 4 * index);
  });
  return turned;
}

const programs: Ffmpeg = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe', mapsTones: true };

/** Looks at a film in a folder for conversions, as they do before they begin. */
export async function probeIn(folder: WorkFolder, film: Buffer, media_type: string) {
  await writeFile(join(folder.path, sourceName), film);
  return probe(folder, programs, media_type);
}

/** The files of a rendition. */
export interface Rendition {
  readonly film: Buffer;
  /** Of one for streaming. */
  readonly playlist: Buffer | undefined;
}

/**
 * Converts a film with ffmpeg alone, without the services around it.
 *
 * @throws {ConversionFailed}
 */
export async function encodeVideo(
  film: Buffer,
  change: Partial<Wanted & ConversionLimits> = {},
  onProgress: (share: number) => void = () => {},
): Promise<Rendition> {
  const folder = await openWorkFolder(getPriority());
  try {
    const asked = {
      video_rendition: 'VIDEO_RENDITION_MP4' as const,
      height_in_pixels: null,
      media_type: 'video/x-whatever',
      durationInSeconds: 3_600,
      timeInSeconds: 3_600,
      processorTimeInSeconds: 3_600,
      outputInBytes: 10_000_000,
      toneMappedPixels: 100_000,
      ...change,
    };
    const probed = await probeIn(folder, film, asked.media_type);
    const files = await encode({ folder, ffmpeg: programs, wanted: asked, limits: asked }, probed, {
      onProgress,
      onExcess: () => void folder.close(),
    });
    const read = async (name: string) =>
      files.some((file) => file.name === name) ? readFile(join(folder.path, name)) : undefined;
    return { film: (await read(filmName))!, playlist: await read(playlistName) };
  } finally {
    await folder.close();
  }
}

/** A film by ffprobe. */
export interface ProbedVideo {
  readonly format: { readonly format_name: string; readonly duration: string };
  readonly streams: readonly {
    readonly codec_name: string;
    readonly width?: number;
    readonly height?: number;
    readonly pix_fmt?: string;
    readonly color_transfer?: string;
    readonly side_data_list?: readonly unknown[];
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

/** Counts the pictures of a film that are of one moment, rather than of two whose lines alternate. */
export async function wholePictures(bytes: Buffer): Promise<number> {
  return inFolder(async (folder) => {
    const file = join(folder, 'film');
    await writeFile(file, bytes);
    const looking = ['-nostdin', '-hide_banner', '-i', file, '-vf', 'idet', '-f', 'null', '-'];
    const { stderr } = await run('ffmpeg', looking);
    return Number(/Single frame detection:.* Progressive: *(\d+)/.exec(stderr)![1]);
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
  const publishVideo = (bytes = anyFilm(), change: object = {}) =>
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
  const end = async (wish: Wish, timeout = 60_000): Promise<VideoConvert> => {
    const { restart_failed: _, ...repeat } = wish;
    return vi.waitUntil(
      async () => {
        const { result_state: _state, ...answer } = await ask(repeat);
        return answer.finished_at === undefined ? false : answer;
      },
      { timeout, interval: 50 },
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

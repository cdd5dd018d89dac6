import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultPartSizeInBytes } from '../../src/files/file-store.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { sha256, startFileWorld, type FileWorld, type Person } from './file-world.ts';
import { scriptedFilm, scriptFfmpeg, type ScriptedFfmpeg } from './scripted-ffmpeg.ts';
import { storeKinds, type TestStore } from './stores.ts';
import {
  anyFilm,
  converterOf,
  encodeVideo,
  lyingOnItsSide,
  makeVideo,
  probeVideo,
  wholePictures,
} from './videos.ts';
import { rowsOf } from '../rows.ts';

/* Renditions that are one file. */

test('a film becomes an MP4 file, smaller, without its notes', async () => {
  const world = await startFileWorld({ video: {} });
  onTestFinished(() => world.close());
  const converter = converterOf(await world.newPerson('administrator'));
  const codecs = ['-c:v', 'libvpx', '-c:a', 'libvorbis', '-metadata', 'title=Geheimnis'];
  const source = await makeVideo({ size: '320x180', format: 'webm', codecs });
  expect(source.includes('Geheimnis')).toBe(true);
  const video = await converter.publishVideo(source, {
    media_type: 'video/webm',
    file_name: 'Kreislauf.webm',
    is_public: true,
  });
  const wish = converter.wishFor(video, { height_in_pixels: 144 });
  expect(await converter.convert(wish)).toMatchObject({
    video_convert_state: 'VIDEO_CONVERT_STATE_DONE',
    progress_in_percent: 100,
    attempts: 1,
    source_version: 1,
    target_file_reference: wish.target_file_reference,
  });
  const { file, bytes } = await converter.contentOf(wish.target_file_reference);
  expect(file).toMatchObject({
    file_name: 'Kreislauf.mp4',
    media_type: 'video/mp4',
    version: 1,
    size_in_bytes: bytes.length,
    content_hash: sha256(bytes),
  });
  const { streams, format } = await probeVideo(bytes);
  expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac']);
  expect([streams[0]!.width, streams[0]!.height]).toEqual([256, 144]);
  expect(Number(format.duration)).toBeCloseTo(1, 0);
  // The index of a film stands before its pictures, because players read it first.
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  expect(bytes.includes('Geheimnis')).toBe(false);
});

const lossless = { format: 'mkv', codecs: ['-c:v', 'ffv1', '-an'] };
const ofPhone = (transfer: string) => ({
  pixels: 'yuv420p10le',
  codecs: ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-color_trc', transfer, '-an'],
});

test.each<[string, Parameters<typeof makeVideo>[0], number | null, readonly [number, number]]>([
  ['smaller', { ...lossless, size: '128x72' }, 36, [64, 36]],
  ['as it is, never larger', { ...lossless, size: '64x36' }, 720, [64, 36]],
  ['as it is, with even sides', { ...lossless, size: '65x37' }, null, [64, 36]],
  ['with an even height where an odd one is wanted', { ...lossless, size: '128x72' }, 35, [60, 34]],
  ['two pixels of one', { ...lossless, size: '1x1' }, null, [2, 2]],
  ['two pixels of one, never larger', { ...lossless, size: '1x1' }, 36, [2, 2]],
  ['as small as it is', { ...lossless, size: '2x2' }, 36, [2, 2]],
  ['as narrow as it can be', { ...lossless, size: '2x200' }, 36, [2, 36]],
  ['one of usual colours, of HLG', { ...ofPhone('arib-std-b67') }, null, [64, 36]],
  ['one of usual colours, of PQ', { ...ofPhone('smpte2084') }, null, [64, 36]],
  ['as it is without a tone', { codecs: ['-c:v', 'libx264', '-an'] }, null, [64, 36]],
])('the picture becomes %s', async (_what, video, height_in_pixels, [width, height]) => {
  const film = await makeVideo(video);
  const rendition = await encodeVideo(film, { height_in_pixels });
  const { streams } = await probeVideo(rendition.film);
  expect(streams[0]).toMatchObject({ width, height, pix_fmt: 'yuv420p' });
  expect(streams[0]!.color_transfer).toBe(video?.pixels && 'bt709');
  expect(streams).toHaveLength(1);
});

test.each<[string, string, number | null, readonly [number, number]]>([
  ['fewer, where it has more', '256x128', null, [128, 64]],
  ['fewer, in even sides', '192x128', null, [108, 72]],
  ['fewer, where it is one long line', '1024x32', null, [512, 16]],
  ['not as high as wanted, with too many', '256x128', 100, [128, 64]],
])(
  'a picture whose tones are mapped gets %s',
  async (_what, size, height_in_pixels, [width, height]) => {
    const film = await makeVideo({ ...ofPhone('smpte2084'), size });
    const rendition = await encodeVideo(film, { height_in_pixels, toneMappedPixels: 128 * 64 });
    const { streams } = await probeVideo(rendition.film);
    expect(streams[0]).toMatchObject({ width, height, color_transfer: 'bt709' });
  },
);

test.each<[string, number | null, readonly [number, number]]>([
  ['is turned', null, [36, 64]],
  ['is as high as wanted when it stands', 32, [18, 32]],
])(
  'a film of a phone that was held upright %s',
  async (_what, height_in_pixels, [width, height]) => {
    const rendition = await encodeVideo(lyingOnItsSide(await makeVideo()), { height_in_pixels });
    const { streams } = await probeVideo(rendition.film);
    expect(streams[0]).toMatchObject({ width, height });
    expect(streams[0]!.side_data_list).toBeUndefined();
  },
);

test('a film of fields becomes one of whole pictures', async () => {
  const fields = ['-vf', 'tinterlace=interleave_top,fieldorder=tff', '-flags', '+ildct+ilme'];
  const codecs = [...fields, '-c:v', 'libx264', '-x264opts', 'tff=1', '-an'];
  const film = await makeVideo({ seconds: 4, picture: 'testsrc2', size: '320x180', codecs });
  expect(await wholePictures(film)).toBe(0);
  const rendition = await encodeVideo(film);
  expect(await wholePictures(rendition.film)).toBeGreaterThan(6);
});

describe.each(storeKinds)('in %s', (_name, start) => {
  let ffmpeg: ScriptedFfmpeg;
  let place: TestStore;
  let world: FileWorld;
  let publisher: Person;
  let converter: ReturnType<typeof converterOf>;
  let temporary: string;

  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'lectern-conversions-'));
    vi.stubEnv('TMPDIR', temporary);
    ffmpeg = await scriptFfmpeg();
    place = await start();
    world = await startFileWorld({ store: place.options, video: { ffmpeg: ffmpeg.path } });
    publisher = await world.newPerson('administrator');
    converter = converterOf(publisher);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await world.close();
    await place.close();
    await ffmpeg.close();
    await rm(temporary, { recursive: true });
  });

  const rightsOf = async (file_reference: string) =>
    rowsOf(world.database, 'atma.file_versions', { file_reference }).one(
      'space',
      'asset_stage',
      'asset_type',
      'product_references',
      'is_public',
      'distribution_channel',
    );

  test('a rendition is licensed as its film is', async () => {
    const video = await converter.publishVideo(anyFilm(), { distribution_channel: 'APP' });
    const wish = converter.wishFor(video, { height_in_pixels: 144 });
    await converter.convert(wish);
    const license = await world.license(publisher);
    const { file, bytes } = await converter.contentOf(wish.target_file_reference, license);
    expect(bytes).toEqual(scriptedFilm);
    expect(file).toMatchObject({
      file_name: 'Film.mp4',
      media_type: 'video/mp4',
      version: 1,
      size_in_bytes: bytes.length,
      content_hash: sha256(bytes),
    });
    expect(await rightsOf(wish.target_file_reference)).toEqual(
      await rightsOf(video.file_reference),
    );
  });

  test('what is larger than a part is stored in parts', async () => {
    const made = randomBytes(defaultPartSizeInBytes + 1);
    await ffmpeg.make({ film: made });
    onTestFinished(() => ffmpeg.make({ film: scriptedFilm }));
    const wish = converter.wishFor(await converter.publishVideo(anyFilm(), { is_public: true }));
    expect(await converter.convert(wish)).toMatchObject({
      video_convert_state: 'VIDEO_CONVERT_STATE_DONE',
    });
    const { file, bytes } = await converter.contentOf(wish.target_file_reference);
    expect(bytes.equals(made)).toBe(true);
    expect(file.content_hash).toBe(sha256(made));
  });

  test('another conversion makes the next version of its target', async () => {
    const video = await converter.publishVideo(anyFilm(), { is_public: true });
    const target_file_reference = `films/${randomUUID()}`;
    await converter.convert(converter.wishFor(video, { target_file_reference }));
    const first = await converter.contentOf(target_file_reference);
    await converter.convert(
      converter.wishFor(video, { target_file_reference, height_in_pixels: 144 }),
    );
    const second = await converter.contentOf(target_file_reference);
    expect([first.file.version, second.file.version]).toEqual([1, 2]);
  });

  test('nothing is left in the folder for temporary files, nor in the tables', async () => {
    // A conversion is told as done before its work ends.
    const left = async () => [
      ...(await readdir(temporary)).filter((name) => name.startsWith('lectern-video-')),
      ...(await world.database.selectFrom('atma.video_convert_objects').selectAll().execute()),
    ];
    await expect.poll(left).toEqual([]);
  });
});

describe('a request', () => {
  let world: FileWorld;
  let publisher: Person;
  let converter: ReturnType<typeof converterOf>;
  const ffmpeg = startBeforeAll(scriptFfmpeg);
  beforeAll(async () => {
    world = await startFileWorld({ video: { ffmpeg: ffmpeg.path } });
    publisher = await world.newPerson('administrator');
    converter = converterOf(publisher);
  });
  afterAll(async () => {
    await world.close();
  });

  const ask = (change: object, wish: ReturnType<typeof converter.wishFor>) =>
    codeOf(converter.ask({ ...wish, ...change }));

  test('that comes again says how far it is, also when the video has a newer version', async () => {
    const video = await converter.publishVideo();
    const wish = converter.wishFor(video);
    const first = await converter.ask(wish);
    expect(first).toMatchObject({
      result_state: 'OK',
      video_convert_state: 'VIDEO_CONVERT_STATE_QUEUED',
      progress_in_percent: 0,
      attempts: 0,
    });
    await converter.publishVideo(anyFilm(), {
      file_reference: video.file_reference,
      version: 2,
    });
    expect(await converter.ask(wish)).toMatchObject({
      result_state: 'IA_OK',
      source_version: 1,
      created_at: first.created_at,
    });
    const done = await converter.end(wish);
    expect(Date.parse(done.finished_at!)).toBeGreaterThan(Date.parse(done.created_at));
    // A finished conversion is not begun again.
    expect(await converter.ask({ ...wish, restart_failed: true })).toMatchObject({
      result_state: 'IA_OK',
      attempts: 1,
      video_convert_state: 'VIDEO_CONVERT_STATE_DONE',
    });
  });

  test('with an id that stands for something else is refused', async () => {
    const video = await converter.publishVideo();
    const other = await converter.publishVideo();
    const wish = converter.wishFor(video);
    await converter.ask(wish);
    for (const change of [
      { file_reference: other.file_reference },
      { version: 1 },
      { mandant_identifier: 'ANOTHER' },
      { asset_type: 'ASSET_TYPE_WEB_PUB' },
      { asset_stage: 'ASSET_STAGE_TEST' },
      { video_rendition: 'VIDEO_RENDITION_HLS' },
      { height_in_pixels: 720 },
      { target_file_reference: 'elsewhere' },
    ]) {
      expect([change, await ask(change, wish)]).toEqual([change, 'VIDEO_CONVERT_CONFLICT']);
    }
  });

  test('many at once begin one conversion', async () => {
    const wish = converter.wishFor(await converter.publishVideo());
    const answers = await Promise.all(Array.from({ length: 10 }, () => converter.ask(wish)));
    expect(answers.filter(({ result_state }) => result_state === 'OK')).toHaveLength(1);
    expect(await converter.end(wish)).toMatchObject({ attempts: 1 });
  });

  test('for what is not there, or is no video, is refused', async () => {
    const text = await converter.publishVideo(Buffer.from('words'), { media_type: 'text/plain' });
    const wish = converter.wishFor(text);
    expect(await ask({}, wish)).toBe('FILE_NOT_VIDEO');
    expect(await ask({ version: 2 }, wish)).toBe('FILE_NOT_FOUND');
    expect(await ask({ version: 2_147_483_648 }, wish)).toBe('FILE_NOT_FOUND');
    expect(await ask({ mandant_identifier: 'ANOTHER' }, wish)).toBe('FILE_NOT_FOUND');
    expect(
      await ask(
        { video_rendition: 'VIDEO_RENDITION_HLS', target_file_reference: 'a'.repeat(242) },
        wish,
      ),
    ).toBe('REQUEST_INVALID');
  });

  test('is written to the audit log, with who made it', async () => {
    const wish = converter.wishFor(await converter.publishVideo());
    await converter.ask(wish);
    await converter.ask(wish);
    const entries = await rowsOf(world.database, 'aua.audit_log', {
      call: '/atma/v1/videoConvert/create',
    }).get('token_subject', 'change');
    expect(
      entries.filter(({ change }) => change?.['video_convert_id'] === wish.video_convert_id),
    ).toEqual([{ token_subject: publisher.subject, change: wish }]);
  });
});

test('without ffmpeg everything but conversions works', async () => {
  const world = await startFileWorld({ video: { ffmpeg: '/nowhere/ffmpeg' } });
  try {
    const converter = converterOf(await world.newPerson('administrator'));
    const film = anyFilm();
    const video = await converter.publishVideo(film, { is_public: true });
    expect((await converter.contentOf(video.file_reference)).bytes).toEqual(film);
    expect(await codeOf(converter.ask(converter.wishFor(video)))).toBe('VIDEO_CONVERT_UNAVAILABLE');
  } finally {
    await world.close();
  }
});

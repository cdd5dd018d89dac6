import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestServer } from '@lectern/env/testing';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import type { ConversionFailed } from '../../src/files/video/failure.ts';
import { openWorkFolder } from '../../src/files/video/work-folder.ts';
import { startFileWorld, type FileWorld } from './file-world.ts';
import { scriptFfmpeg } from './scripted-ffmpeg.ts';
import { converterOf, encodeVideo, makeVideo, probeIn } from './videos.ts';

/* Uploads that are called videos and are none, or would take more than a conversion may. */

const unreadable = 'The video cannot be read: it is damaged, or not of the announced type.';

/** A server that an attack would have ffmpeg ask, and a film on this machine that it would read. */
const asked: string[] = [];
const server = startBeforeAll(() =>
  startTestServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(404).end();
  }),
);
let folder: string;
let secretFilm: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-secret-'));
  secretFilm = join(folder, 'secret.ts');
  await writeFile(secretFilm, await makeVideo({ format: 'ts' }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  asked.length = 0;
});

const address = () => `${server.origin}/secret.ts`;
const playlistOf = (uri: string) =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:2', '#EXTINF:2,', uri, '#EXT-X-ENDLIST', ''].join('\n');

const attacks: readonly (readonly [string, () => string])[] = [
  ['a playlist that names a file of the machine', () => playlistOf(`file://${secretFilm}`)],
  ['a playlist that names an address', () => playlistOf(address())],
  ['a playlist of several', () => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${address()}\n`],
  ['a list of films to join', () => `ffconcat version 1.0\nfile '${secretFilm}'\n`],
  ['a presentation of addresses', () => dashOf(address())],
  ['a description of a session', () => 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nm=video 9 RTP/AVP 96'],
];

function dashOf(url: string): string {
  return `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"
    mediaPresentationDuration="PT2S" profiles="urn:mpeg:dash:profile:isoff-main:2011"><Period>
    <AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${url}</BaseURL>
    <SegmentBase/></Representation></AdaptationSet></Period></MPD>`;
}

test('the control: ffmpeg without precautions reads what a playlist names', async () => {
  const [file, net] = [join(folder, 'film.m3u8'), join(folder, 'net.m3u8')];
  await writeFile(file, playlistOf(`file://${secretFilm}`));
  await writeFile(net, playlistOf(address()));
  const run = (path: string) =>
    promisify(execFile)('ffprobe', ['-protocol_whitelist', 'file,http,tcp', path]);
  expect((await run(file)).stderr).toContain('h264');
  await run(net).catch(() => {});
  expect(asked).not.toEqual([]);
});

describe('a conversion', () => {
  let converter: ReturnType<typeof converterOf>;
  const workFolder = startBeforeAll(() => openWorkFolder(getPriority()));
  const world = startBeforeAll(() => startFileWorld({ video: { retryPausesInSeconds: [0, 0] } }));
  beforeAll(async () => {
    converter = converterOf(await world.newPerson('administrator'));
  });
  /** Why nothing is made of it, before anything is. */
  const refusalOf = (bytes: Buffer, media_type: string) =>
    probeIn(workFolder, bytes, media_type).then(
      () => undefined,
      ({ message, isFinal }: ConversionFailed) => ({ message, isFinal }),
    );
  /** Trying again would not help. */
  const isUnreadable = { message: unreadable, isFinal: true };

  describe.each(['video/quicktime', 'video/x-matroska', 'video/x-whatever', 'video/mp2t'])(
    'of what was announced as %s',
    (media_type) => {
      test.each(attacks)('does not read %s', async (_what, write) => {
        expect(await refusalOf(Buffer.from(write()), media_type)).toEqual(isUnreadable);
        expect(asked).toEqual([]);
      });
    },
  );

  test('reads a film by no other type than the announced one', async () => {
    const film = await makeVideo({ format: 'mkv' });
    const [wrong, right] = await Promise.all(
      ['video/quicktime', 'video/x-matroska'].map(async (media_type) => {
        const video = await converter.publishVideo(film, { media_type });
        return converter.convert(converter.wishFor(video));
      }),
    );
    expect(wrong!.failure).toBe(unreadable);
    expect(right!.video_convert_state).toBe('VIDEO_CONVERT_STATE_DONE');
  });

  test.each([
    ['noise', Buffer.alloc(10_000, 'noise')],
    ['nothing', Buffer.alloc(0)],
  ])('of %s fails at once', async (_what, bytes) => {
    expect(await refusalOf(bytes, 'video/quicktime')).toEqual(isUnreadable);
  });

  test('of an attack fails at once', async () => {
    const bytes = Buffer.from(playlistOf(`file://${secretFilm}`));
    const video = await converter.publishVideo(bytes, { media_type: 'video/quicktime' });
    expect(await converter.convert(converter.wishFor(video))).toMatchObject({
      video_convert_state: 'VIDEO_CONVERT_STATE_FAILED',
      failure: unreadable,
      attempts: 1,
    });
  });

  test('of sound alone fails, with or without a picture on the cover', async () => {
    const sound = await makeVideo({ codecs: ['-vn', '-c:a', 'aac'] });
    const cover = ['-frames:v', '1', '-c:v', 'mjpeg', '-disposition:v', 'attached_pic'];
    const covered = await makeVideo({ codecs: [...cover, '-c:a', 'aac'] });
    for (const film of [sound, covered]) {
      expect(await refusalOf(film, 'video/mp4')).toEqual({
        message: 'The video has no picture.',
        isFinal: true,
      });
    }
  });

  test('of a picture that is too large fails at once', async () => {
    const codecs = ['-frames:v', '1', '-c:v', 'libx264', '-preset', 'ultrafast', '-an'];
    const film = await makeVideo({ picture: 'color', size: '7700x4320', codecs });
    expect(await refusalOf(film, 'video/mp4')).toEqual({
      message: 'The picture of the video is larger than 7680 by 4320.',
      isFinal: true,
    });
  });

  test('can be of a film that says nothing of its length, as browsers record it', async () => {
    const codecs = ['-c:v', 'libvpx', '-an', '-live', '1'];
    const film = await makeVideo({ format: 'webm', codecs });
    const probed = await probeIn(workFolder, film, 'video/webm');
    expect(probed.durationInSeconds).toBeUndefined();
  });
});

describe('a conversion ends that', () => {
  const newWorld = (limits: object) =>
    startFileWorld({ video: { ffmpeg: ffmpeg.path, retryPausesInSeconds: [0, 0], limits } });
  let world: FileWorld;
  const ffmpeg = startBeforeAll(scriptFfmpeg);
  beforeAll(async () => {
    world = await newWorld({ durationInSeconds: 10, outputInBytes: 1_000 });
  });
  afterAll(async () => {
    await world.close();
  });
  const convertIn = async ({ newPerson }: FileWorld) => {
    const converter = converterOf(await newPerson('administrator'));
    return converter.convert(converter.wishFor(await converter.publishVideo()));
  };

  test('is of a film that says that it is too long', async () => {
    await ffmpeg.tellLength(11);
    expect(await convertIn(world)).toMatchObject({
      failure: 'The video is longer than is converted here.',
      attempts: 1,
    });
  });

  test('is of a film that says nothing, and is too long', async () => {
    await ffmpeg.tellLength(undefined);
    await ffmpeg.hold();
    await ffmpeg.reach(11);
    expect(await convertIn(world)).toMatchObject({
      failure: 'The video is longer than is converted here.',
      attempts: 1,
    });
    expect(await ffmpeg.running()).toEqual([]);
    await ffmpeg.release();
  });

  test('makes a file that is too large', async () => {
    await ffmpeg.make({ film: Buffer.alloc(1_001) });
    expect(await convertIn(world)).toMatchObject({
      failure: 'The rendition would be larger than is allowed here.',
      attempts: 1,
    });
  });

  test('takes too long', async () => {
    const hasty = await newWorld({ timeInSeconds: 0.5 });
    onTestFinished(() => hasty.close());
    await ffmpeg.hold();
    expect(await convertIn(hasty)).toMatchObject({
      failure: 'The conversion took longer than is allowed here.',
      attempts: 1,
    });
    expect(await ffmpeg.running()).toEqual([]);
  });

  test('takes too much of the processor, and tells how far it came', async () => {
    // ffmpeg tells every half a second how far it is, and works with up to sixteen processors.
    const processorTimeInSeconds = Math.ceil(Math.min(availableParallelism(), 16) / 2);
    // More than so much work for the fastest processor.
    const film = await makeVideo({ size: '1280x720', times: 300 * processorTimeInSeconds });
    const shares: number[] = [];
    const limits = { processorTimeInSeconds };
    await expect(encodeVideo(film, limits, (share) => shares.push(share))).rejects.toMatchObject({
      message: 'The conversion took longer than is allowed here.',
      isFinal: true,
    });
    const isOnTheWay = (share: number) => share > 0 && share < 1;
    expect(shares.filter(isOnTheWay)).not.toEqual([]);
  });
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startFileWorld, type FileWorld } from './file-world.ts';
import { scriptFfmpeg, type ScriptedFfmpeg } from './scripted-ffmpeg.ts';
import { converterOf, makeVideo } from './videos.ts';

/* What is uploaded as a video and is none, or would take more than a conversion may. */

const unreadable = 'The video cannot be read: it is damaged, or not of the announced type.';

/** A server that an attack would have ffmpeg ask, and a film on this machine that it would read. */
let server: Server;
const asked: string[] = [];
let folder: string;
let secretFilm: string;
let ffmpeg: ScriptedFfmpeg;

beforeAll(async () => {
  ffmpeg = await scriptFfmpeg();
  folder = await mkdtemp(join(tmpdir(), 'lectern-secret-'));
  secretFilm = join(folder, 'secret.ts');
  await writeFile(secretFilm, await makeVideo({ format: 'ts' }));
  server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await ffmpeg.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  asked.length = 0;
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret.ts`;
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
  let world: FileWorld;
  let converter: ReturnType<typeof converterOf>;
  beforeAll(async () => {
    world = await startFileWorld({ video: { retryPausesInSeconds: [0, 0] } });
    converter = converterOf(await world.newPerson('administrator'));
  });
  afterAll(() => world.close());

  describe.each(['video/quicktime', 'video/x-matroska', 'video/x-whatever', 'video/mp2t'])(
    'of what was announced as %s',
    (media_type) => {
      test.each(attacks)('does not read %s', async (_what, write) => {
        const video = await converter.publishVideo(Buffer.from(write()), { media_type });
        const wish = converter.wishFor(video);
        const { failure, ...told } = await converter.convert(wish);
        // Trying again would not help.
        expect(told).toMatchObject({
          video_convert_state: 'VIDEO_CONVERT_STATE_FAILED',
          attempts: 1,
        });
        expect(failure).toBe(unreadable);
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
    const video = await converter.publishVideo(bytes, { media_type: 'video/quicktime' });
    expect(await converter.convert(converter.wishFor(video))).toMatchObject({
      failure: unreadable,
      attempts: 1,
    });
  });

  test('of sound alone fails, with or without a picture on the cover', async () => {
    const sound = await makeVideo({ codecs: ['-vn', '-c:a', 'aac'] });
    const video = await converter.publishVideo(sound);
    expect((await converter.convert(converter.wishFor(video))).failure).toBe(unreadable);
  });

  test('of a picture that is too large fails at once', async () => {
    const codecs = ['-frames:v', '1', '-c:v', 'libx264', '-preset', 'ultrafast', '-an'];
    const video = await converter.publishVideo(await makeVideo({ size: '7700x4320', codecs }));
    expect(await converter.convert(converter.wishFor(video))).toMatchObject({
      failure: 'The picture of the video is larger than 7680 by 4320.',
      attempts: 1,
    });
  });

  test('takes over no notes of the film, such as its title', async () => {
    const film = await makeVideo({ codecs: ['-c:v', 'libx264', '-metadata', 'title=Geheimnis'] });
    expect(film.includes('Geheimnis')).toBe(true);
    const wish = converter.wishFor(await converter.publishVideo(film, { is_public: true }));
    await converter.convert(wish);
    const { bytes } = await converter.contentOf(wish.target_file_reference);
    expect(bytes.includes('Geheimnis')).toBe(false);
  });
});

describe('a conversion ends that', () => {
  const newWorld = async (limits: object) => {
    const world = await startFileWorld({
      video: { ffmpeg: ffmpeg.path, retryPausesInSeconds: [0, 0], limits },
    });
    const converter = converterOf(await world.newPerson('administrator'));
    const convert = async (bytes: Buffer, media_type: string) => {
      const video = await converter.publishVideo(bytes, { media_type });
      try {
        return await converter.convert(converter.wishFor(video));
      } finally {
        await world.close();
      }
    };
    return { convert };
  };

  test('is of a film that says that it is too long', async () => {
    const { convert } = await newWorld({ durationInSeconds: 1 });
    expect(await convert(await makeVideo({ seconds: 2 }), 'video/mp4')).toMatchObject({
      failure: 'The video is longer than is converted here.',
      attempts: 1,
    });
  });

  test('is of a film that says nothing, and is too long', async () => {
    // As browsers record: without its length.
    const codecs = ['-c:v', 'libvpx', '-c:a', 'libvorbis', '-live', '1'];
    const film = await makeVideo({ seconds: 20, format: 'webm', codecs });
    await ffmpeg.takeTime(true);
    const { convert } = await newWorld({ durationInSeconds: 1 });
    const told = await convert(film, 'video/webm');
    await ffmpeg.takeTime(false);
    expect(told).toMatchObject({
      failure: 'The video is longer than is converted here.',
      attempts: 1,
    });
  });

  test('takes too long', async () => {
    await ffmpeg.takeTime(true);
    const { convert } = await newWorld({ timeInSeconds: 3 });
    const told = await convert(await makeVideo({ seconds: 30 }), 'video/mp4');
    await ffmpeg.takeTime(false);
    expect(told).toMatchObject({
      failure: 'The conversion took longer than is allowed here.',
      attempts: 1,
    });
    expect(await ffmpeg.running()).toEqual([]);
  });

  test('takes too much of the processor', async () => {
    const { convert } = await newWorld({ processorTimeInSeconds: 1 });
    const film = await makeVideo({ seconds: 60, size: '1280x720' });
    expect(await convert(film, 'video/mp4')).toMatchObject({
      failure: 'The conversion took longer than is allowed here.',
      attempts: 1,
    });
  }, 120_000);

  test('makes a file that is too large', async () => {
    const { convert } = await newWorld({ outputInBytes: 1_000 });
    expect(await convert(await makeVideo(), 'video/mp4')).toMatchObject({
      failure: 'The rendition would be larger than is allowed here.',
      attempts: 1,
    });
  });
});

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import {
  accessTo,
  codeIn,
  product,
  publicationFile,
  startFileWorld,
  type FileWorld,
  type Person,
} from './file-world.ts';
import { scriptedFilm, scriptFfmpeg, type ScriptedFfmpeg } from './scripted-ffmpeg.ts';
import { storeKinds, type TestStore } from './stores.ts';
import { anyFilm, converterOf, encodeVideo, makeVideo, probeVideo, type Wish } from './videos.ts';

/* Renditions for streaming: how they are given in parts, and to whom. */

const hls = { video_rendition: 'VIDEO_RENDITION_HLS' } as const;
const playlistOf = ({ target_file_reference }: Pick<Wish, 'target_file_reference'>) =>
  `${target_file_reference}/playlist.m3u8`;
const filmOf = ({ target_file_reference }: Pick<Wish, 'target_file_reference'>) =>
  `${target_file_reference}/media.mp4`;

/** Longer than two parts. */
const lengthInSeconds = 13;
const rendition = makeBeforeAll(async () =>
  encodeVideo(await makeVideo({ seconds: lengthInSeconds }), hls),
);

describe.each(storeKinds)('from %s', (_name, start) => {
  let place: TestStore;
  let world: FileWorld;
  let converter: ReturnType<typeof converterOf>;
  const ffmpeg = startBeforeAll(scriptFfmpeg);
  beforeAll(async () => {
    await ffmpeg.make(rendition);
    place = await start();
    world = await startFileWorld({ store: place.options, video: { ffmpeg: ffmpeg.path } });
    converter = converterOf(await world.newPerson('administrator'));
  });
  afterAll(async () => {
    await world.close();
    await place.close();
  });

  test('a film is played in parts of six seconds', async () => {
    const video = await converter.publishVideo(anyFilm(), { is_public: true });
    const wish = converter.wishFor(video, hls);
    expect(await converter.convert(wish)).toMatchObject({
      video_convert_state: 'VIDEO_CONVERT_STATE_DONE',
    });
    const { file, bytes } = await converter.contentOf(playlistOf(wish));
    expect(file).toMatchObject({
      file_name: 'playlist.m3u8',
      media_type: 'application/vnd.apple.mpegurl',
      size_in_bytes: bytes.length,
    });
    const playlist = bytes.toString();
    const lengths = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, length]) =>
      Number(length),
    );
    expect(lengths).toHaveLength(3);
    expect(lengths.slice(0, 2)).toEqual([6, 6]);
    // A player asks for the ranges of the playlist, beside it.
    const ranges = [...playlist.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)];
    const parts = await Promise.all(
      ranges.map(async ([, length, begin]) => {
        const end = Number(begin) + Number(length) - 1;
        const answer = await fetch(new URL('media.mp4', file.address), {
          headers: { Range: `bytes=${begin}-${end}` },
        });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/mp4']);
        return Buffer.from(await answer.arrayBuffer());
      }),
    );
    const { streams } = await probeVideo(Buffer.concat(parts));
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac']);
    // And what one says that does it by itself.
    const { stdout } = await promisify(execFile)('ffprobe', [
      '-loglevel',
      'error',
      '-show_entries',
      'format=duration',
      '-print_format',
      'csv=p=0',
      file.address,
    ]);
    expect(Number(stdout)).toBeCloseTo(lengthInSeconds, 0);
  });
});

describe('an address', () => {
  let ffmpeg: ScriptedFfmpeg;
  let world: FileWorld;
  let publisher: Person;
  let pupil: Person;
  let converter: ReturnType<typeof converterOf>;
  let wish: Wish;
  beforeAll(async () => {
    ffmpeg = await scriptFfmpeg();
    world = await startFileWorld({
      video: { ffmpeg: ffmpeg.path },
      keys: [{ name: 'KEY', secret: 'secret', mandantIdentifier: product.mandant_identifier }],
    });
    publisher = await world.newPerson('administrator');
    pupil = await world.newPerson();
    converter = converterOf(publisher);
    wish = await newStream();
  });
  afterAll(async () => {
    await world.close();
    await ffmpeg.close();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const access = async (who: Person, file_reference = playlistOf(wish)) => {
    const body = accessTo({ file_reference }, who, await world.license(who));
    const { file_accesses } = await who.as('atma').fileAccessV2({ body });
    return file_accesses[0]!.file!;
  };
  const newStream = async (change: object = {}) => {
    const made = converter.wishFor(await converter.publishVideo(anyFilm(), change), hls);
    await converter.convert(made);
    return made;
  };
  /** Saves one of the two once more, with other rights. */
  const describeAnew = async (file_reference: string, change: object) => {
    const row = await world.database
      .selectFrom('atma.file_versions')
      .select(['file_name', 'media_type', 'size_in_bytes', 'version', 'content_hash'])
      .where('file_reference', '=', file_reference)
      .executeTakeFirstOrThrow();
    const size_in_bytes = Number(row.size_in_bytes);
    const file = publicationFile('', { ...row, file_reference, size_in_bytes, ...change });
    await publisher.as('atma').fileConfigSaveV2({ body: { file_config_dtos: [file] } });
  };

  test('opens the playlist and what it plays, and names nobody', async () => {
    const { address } = await access(pupil);
    expect(address).not.toContain(pupil.subject);
    for (const name of ['playlist.m3u8', 'media.mp4']) {
      const answer = await fetch(new URL(name, address));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect((await answer.arrayBuffer()).byteLength).toBe(
        Number(answer.headers.get('content-length')),
      );
    }
  });

  test('needs a licence', async () => {
    const body = accessTo({ file_reference: playlistOf(wish) }, pupil);
    expect(await codeOf(pupil.as('atma').fileAccess({ body }))).toBe('LICENSE_REQUIRED');
  });

  test('holds for six hours', async () => {
    const { address, expires_at } = await access(pupil);
    const end = Date.parse(expires_at);
    expect(Math.round((end - Date.now()) / 3_600_000)).toBe(6);
    vi.useFakeTimers({ toFake: ['Date'], now: end - 1 });
    expect((await fetch(new URL('media.mp4', address))).status).toBe(200);
    vi.setSystemTime(end);
    expect((await fetch(new URL('media.mp4', address))).status).toBe(403);
    expect((await fetch(address)).status).toBe(403);
  });

  test('of one subject is none of another', async () => {
    const other = await world.newPerson();
    const markOf = async (who: Person) => {
      const [, about] = /streams\/([^.]+)\./.exec((await access(who)).address)!;
      return new URLSearchParams(Buffer.from(about!, 'base64url').toString()).get('u');
    };
    expect(await markOf(other)).not.toBe(await markOf(pupil));
  });

  describe('that was changed', () => {
    let stream: string;
    let other: string;
    let file: URL;
    beforeAll(async () => {
      stream = new URL((await access(pupil)).address).pathname;
      const another = await newStream();
      other = new URL((await access(pupil, playlistOf(another))).address).pathname;
      file = new URL((await access(pupil, filmOf(wish))).address);
    });
    const partsOf = (path: string) => /^\/streams\/([^.]+)\.([^/]+)\/(.*)$/.exec(path)!.slice(1);
    const about = (change: (query: URLSearchParams) => void) => {
      const [text, signature] = partsOf(stream);
      const query = new URLSearchParams(Buffer.from(text!, 'base64url').toString());
      change(query);
      const changed = Buffer.from(query.toString()).toString('base64url');
      return `/streams/${changed}.${signature}/media.mp4`;
    };

    test.each<[string, () => string]>([
      ['for other bytes', () => about((query) => query.set('mo', randomUUID()))],
      ['for another subject', () => about((query) => query.set('u', 'A'.repeat(22)))],
      [
        'that ends later',
        () => about((query) => query.set('e', new Date(Date.now() + 10 ** 9).toISOString())),
      ],
      ['with more', () => about((query) => query.set('x', '1'))],
      ['written in another way', () => stream.replace('.', '=.')],
      ['of another stream', () => `/streams/${partsOf(other)[0]}.${partsOf(stream)[1]}/media.mp4`],
      ['without a signature', () => `/streams/${partsOf(stream)[0]}/media.mp4`],
      ['with one that ends early', () => stream.replace(/.\/playlist/, '/playlist')],
      ['with a query', () => `${stream}?x=1`],
      ['with a folder more', () => stream.replace('playlist', 'more/playlist')],
      ['for a file alone', () => stream.replace('/streams/', '/files/')],
      ['with that of a file', () => stream + file.search],
      [
        'with the signature of a file',
        () => stream.replace(/\.[^.]{43}\//, `.${file.searchParams.get('s')}/`),
      ],
    ])('%s opens nothing', async (_what, path) => {
      const answer = await fetch(new URL(path(), file.origin));
      expect([answer.status, await codeIn(answer)]).toEqual([403, 'ADDRESS_REFUSED']);
    });

    test.each([
      'source',
      '..%2Fmedia.mp4',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      'media.mp4%00',
      'Media.mp4',
    ])('to the name %s opens nothing', async (name) => {
      const answer = await fetch(file.origin + stream.replace('playlist.m3u8', name));
      expect(answer.status).toBeGreaterThanOrEqual(403);
      expect((await answer.text()).length).toBeLessThan(300);
    });

    test('into the folder above leads out of the stream', async () => {
      const answer = await fetch(new URL('../media.mp4', file.origin + stream));
      expect([answer.status, await codeIn(answer)]).toEqual([403, 'ADDRESS_REFUSED']);
    });
  });

  test('is not given where the film alone has another licence, or is not public', async () => {
    const made = await newStream({ is_public: true });
    const basic = async () =>
      codeOf(
        publisher.as('atma').fileAccessBasic({
          body: {
            basic_key: 'KEY',
            basic_secret: 'secret',
            file_access_basic_dtos: [
              {
                dto_id: 'file',
                file_reference: playlistOf(made),
                version: 0,
                asset_stage: 'ASSET_STAGE_PROD',
                asset_type: 'ASSET_TYPE_PROS',
              },
            ],
          },
        }),
      );
    const signedIn = async (license: object) => {
      const body = accessTo({ file_reference: playlistOf(made) }, pupil, license);
      return codeOf(pupil.as('atma').fileAccess({ body }));
    };
    expect([await basic(), await signedIn({})]).toEqual([undefined, undefined]);
    await describeAnew(filmOf(made), { product_references: ['another'] });
    expect(await basic()).toBe('FILE_NOT_FOUND');
    expect(await signedIn({})).toBe('LICENSE_REQUIRED');
    expect(await signedIn(await world.license(pupil))).toBe('LICENSE_NOT_VALID');
    await describeAnew(filmOf(made), {});
    expect(await signedIn(await world.license(pupil))).toBeUndefined();
  });

  test('is not given where the film was deleted', async () => {
    const made = await newStream({ is_public: true });
    const { mandant_identifier, asset_stage, asset_type } = made;
    await publisher.as('atma').fileConfigDelete({
      body: {
        file_config_dtos: [
          {
            dto_id: 'film',
            file_reference: filmOf(made),
            mandant_identifier,
            asset_stage,
            asset_type,
          },
        ],
      },
    });
    expect(await codeOf(access(pupil, playlistOf(made)))).toBe('FILE_NOT_FOUND');
  });

  test('goes on with the film that it began with, when there is a newer one', async () => {
    const { address } = await access(pupil);
    const playedAt = async (playlist: string) => {
      const answer = await fetch(new URL('media.mp4', playlist));
      return Buffer.from(await answer.arrayBuffer());
    };
    expect(await playedAt(address)).toEqual(scriptedFilm);
    const newFilm = anyFilm();
    await ffmpeg.make({ film: newFilm });
    const { target_file_reference } = wish;
    const video = await converter.publishVideo();
    await converter.convert(converter.wishFor(video, { ...hls, target_file_reference }));
    expect(await playedAt(address)).toEqual(scriptedFilm);
    const next = await access(pupil);
    expect(next.version).toBe(2);
    expect(await playedAt(next.address)).toEqual(newFilm);
  });
});

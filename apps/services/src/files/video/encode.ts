import { readdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ConversionFailed } from './failure.ts';
import { inputOptions, pixelsMaximum, type Ffmpeg } from './ffmpeg.ts';
import { sourceName, type Probed } from './probe.ts';
import type { WorkFolder } from './work-folder.ts';

/** How much a conversion may take of the machine. */
export interface ConversionLimits {
  readonly durationInSeconds: number;
  /** From its begin to its end. */
  readonly timeInSeconds: number;
  /** Of all processors together. */
  readonly processorTimeInSeconds: number;
  readonly outputInBytes: number;
  /** Of a picture whose tones are mapped, which takes 12 bytes for each: a larger one is made smaller before. */
  readonly toneMappedPixels: number;
}

/** The wanted rendition. */
export interface Wanted {
  readonly video_rendition: 'VIDEO_RENDITION_HLS' | 'VIDEO_RENDITION_MP4';
  readonly height_in_pixels: number | null;
  readonly media_type: string;
}

/** A file of a rendition, in the folder of its conversion. */
export interface RenditionFile {
  readonly name: string;
  readonly mediaType: string;
}

/** Names in a folder of parts; the order of their names is that in which files are locked. */
export const filmName = 'media.mp4';
export const playlistName = 'playlist.m3u8';
export const playlistType = 'application/vnd.apple.mpegurl';

/**
 * Makes the colours of BT.709 out of those of HLG or PQ (ITU-R BT.2100), which need ten bits and a screen for them:
 * kept with eight, most players show them pale.
 */
const toneMapping = [
  // Cameras leave out the two that BT.2100 leaves no choice in.
  'setparams=color_primaries=bt2020:colorspace=bt2020nc',
  'zscale=t=linear:npl=100',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=tonemap=hable:desat=0',
  'zscale=t=bt709:m=bt709:r=tv',
  'format=yuv420p',
].join(',');
/** Makes one picture of two fields, as television and camcorders take them: moving edges show as combs else. */
const deinterlacing = 'bwdif=mode=send_frame:deint=interlaced';
/** How long a part for streaming is (Apple's HLS authoring specification, 7.5), in seconds. */
const partInSeconds = 6;
/** How ffmpeg ends when it was sent a signal. */
const signaledCode = 255;
/** How often ffmpeg says how far it is, in seconds. */
const progressIntervalInSeconds = 0.5;

/** Input and tools of a conversion. */
export interface Encoding {
  readonly folder: WorkFolder;
  readonly ffmpeg: Ffmpeg;
  readonly wanted: Wanted;
  readonly limits: ConversionLimits;
}

/** Listener to its progress. */
export interface EncodingListener {
  /** @param share what is done, from 0 to 1 */
  onProgress(share: number): void;
  /** More than is allowed: whoever listens closes the folder. */
  onExcess(failure: ConversionFailed): void;
}

/**
 * Makes the rendition, in the folder.
 *
 * @throws {ConversionFailed}
 */
export async function encode(
  { folder, ffmpeg, wanted, limits }: Encoding,
  { durationInSeconds, isHighDynamicRange, isInterlaced }: Probed,
  { onProgress, onExcess }: EncodingListener,
): Promise<readonly RenditionFile[]> {
  const isTooLong = (seconds = 0) => seconds > limits.durationInSeconds;
  if (isTooLong(durationInSeconds)) throw new ConversionFailed('tooLong');
  const watchOutput = async () => {
    const written = await writtenBytes(folder);
    if (written > limits.outputInBytes) onExcess(new ConversionFailed('outputTooLarge'));
  };
  const hear = progressReader((secondsDone) => {
    // A video may last longer than it says.
    if (isTooLong(secondsDone)) onExcess(new ConversionFailed('tooLong'));
    if (durationInSeconds) onProgress(Math.min(1, secondsDone / durationInSeconds));
    void watchOutput();
  });
  const isToneMapped = isHighDynamicRange && ffmpeg.mapsTones;
  const { args, files } = argumentsFor(wanted, limits, { isToneMapped, isInterlaced });
  const begin = performance.now();
  const { code, signal, faults } = await folder.run({ program: ffmpeg.ffmpeg, args }, hear);
  const secondsTaken = (performance.now() - begin) / 1000;
  // At its limit the system signals ffmpeg, which ends with this code, and a second later ends it.
  const isSignaled = code === signaledCode || signal !== null;
  if (isSignaled && secondsTaken * availableParallelism() >= limits.processorTimeInSeconds) {
    throw new ConversionFailed('tookTooLong');
  }
  if (code !== 0) throw new ConversionFailed('brokeOff', faults);
  if ((await writtenBytes(folder)) > limits.outputInBytes) {
    throw new ConversionFailed('outputTooLarge');
  }
  return files;
}

function argumentsFor(
  { video_rendition, height_in_pixels, media_type }: Wanted,
  { processorTimeInSeconds, toneMappedPixels }: ConversionLimits,
  {
    isToneMapped,
    isInterlaced,
  }: { readonly isToneMapped: boolean; readonly isInterlaced: boolean },
): { readonly args: readonly string[]; readonly files: readonly RenditionFile[] } {
  const highest = isToneMapped ? `min(ih,sqrt(${toneMappedPixels}*ih/iw))` : 'ih';
  // H.264 in this form has even sides, of which 0 is none: ffmpeg would take it for the side as it is.
  const height = `max(2,trunc(min(${highest},${height_in_pixels ?? 'ih'})/2)*2)`;
  // As it is, also where an odd height has lost a line.
  const width = 'if(gte(oh,ih-1),trunc(iw/2)*2,round(oh*iw/ih/2)*2)';
  const filters = [
    ...(isInterlaced ? [deinterlacing] : []),
    `scale=w='max(2,${width})':h='${height}'`,
    ...(isToneMapped ? [toneMapping] : []),
  ].join(',');
  const { files, options } = formOf(video_rendition);
  const args = [
    ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ['-progress', 'pipe:1', '-stats_period', String(progressIntervalInSeconds)],
    ['-timelimit', String(processorTimeInSeconds)],
    // The film alone: texts, data, chapters and notes of cameras, which can say where, stay out.
    [...inputOptions(media_type), '-max_pixels', String(pixelsMaximum)],
    ['-i', `file:${sourceName}`, '-map', '0:V:0', '-map', '0:a:0?', '-sn', '-dn'],
    ['-map_metadata', '-1', '-map_chapters', '-1'],
    ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high'],
    ['-pix_fmt', 'yuv420p', '-fpsmax', '60', '-vf', filters],
    ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
    options,
  ].flat();
  return { args, files };
}

function formOf(rendition: Wanted['video_rendition']) {
  if (rendition === 'VIDEO_RENDITION_MP4') {
    return {
      files: [{ name: filmName, mediaType: 'video/mp4' }],
      // Puts first the part that a player needs first.
      options: ['-movflags', '+faststart', '-f', 'mp4', `file:${filmName}`],
    };
  }
  return {
    files: [
      { name: filmName, mediaType: 'video/mp4' },
      { name: playlistName, mediaType: playlistType },
    ],
    options: [
      ['-force_key_frames', `expr:gte(t,n_forced*${partInSeconds})`],
      ['-f', 'hls', '-hls_time', String(partInSeconds), '-hls_playlist_type', 'vod'],
      // Parts are ranges of one film (RFC 8216, section 4.3.2.2): two files, whatever its length.
      ['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file+independent_segments'],
      ['-hls_segment_filename', filmName, playlistName],
    ].flat(),
  };
}

/** Reads the lines `key=value` that `-progress` writes. */
function progressReader(onSecondsDone: (seconds: number) => void): (text: string) => void {
  let unread = '';
  return (text) => {
    const lines = (unread + text).split('\n');
    unread = lines.pop()!;
    const times = lines.flatMap((line) => /^out_time_us=(\d+)/.exec(line)?.[1] ?? []);
    if (times.length > 0) onSecondsDone(Number(times.at(-1)) / 1_000_000);
  };
}

/** Size of everything in the folder but the video itself. */
async function writtenBytes({ path }: WorkFolder): Promise<number> {
  try {
    const names = await readdir(path);
    const sizes = names
      .filter((name) => name !== sourceName)
      .map(async (name) => (await stat(join(path, name))).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } catch {
    // One was renamed, or all are gone with the folder.
    return 0;
  }
}

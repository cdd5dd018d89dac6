import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The programs that convert. */
export interface Ffmpeg {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** ffmpeg is built with zimg, which converts colours of a high dynamic range to the usual ones. */
  readonly mapsTones: boolean;
}

/** How long they may take to say what they can, in milliseconds. */
const answerTimeoutInMs = 10_000;

/**
 * Finds ffmpeg with what it needs for renditions.
 *
 * @param path of ffmpeg, with ffprobe beside it; absent: both are looked for on `PATH`
 * @returns `undefined`: it is not there, or makes no H.264 or AAC
 */
export async function findFfmpeg(path?: string): Promise<Ffmpeg | undefined> {
  const programs = path
    ? { ffmpeg: path, ffprobe: join(dirname(path), 'ffprobe') }
    : { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };
  try {
    // Starting a process takes tens of milliseconds, also where there is no program.
    if (path) await access(path, constants.X_OK);
    const [encoders, version] = await Promise.all([
      outputOf(programs.ffmpeg, ['-hide_banner', '-encoders']),
      outputOf(programs.ffprobe, ['-version']),
    ]);
    if (!/ libx264 /.test(encoders) || !/ aac /.test(encoders)) return undefined;
    return { ...programs, mapsTones: version.includes('--enable-libzimg') };
  } catch {
    return undefined;
  }
}

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    env: { PATH: process.env['PATH'] },
    timeout: answerTimeoutInMs,
  });
  return stdout;
}

const iso = 'mov,mp4,m4a,3gp,3g2,mj2';
const matroska = 'matroska,webm';

/** Formats read for a type: those that hold all of their content and name no other file. */
const formatsOfType: Readonly<Record<string, string>> = {
  'video/mp4': iso,
  'video/quicktime': iso,
  'video/x-m4v': iso,
  'video/3gpp': iso,
  'video/webm': matroska,
  'video/x-matroska': matroska,
  'video/ogg': 'ogg',
  'video/mpeg': 'mpeg,mpegts,mpegvideo',
  'video/mp2t': 'mpegts',
  'video/x-msvideo': 'avi',
  'video/x-flv': 'flv',
  'video/x-ms-wmv': 'asf',
};
const anyFormat = [...new Set(Object.values(formatsOfType))].join(',');

/** Largest picture, in pixels: 7680 by 4320. */
export const pixelsMaximum = 7_680 * 4_320;

/**
 * Options before an input: nothing is opened but files, and those only as what they were announced as.
 * A playlist under the name of a film, which could name other files and addresses, is none of them.
 */
export function inputOptions(mediaType: string): readonly string[] {
  const formats = formatsOfType[mediaType.toLowerCase()] ?? anyFormat;
  return ['-protocol_whitelist', 'file', '-format_whitelist', formats];
}

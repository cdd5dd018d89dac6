import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Bytes that the scripted ffmpeg makes unless it is told otherwise. */
export const scriptedFilm = Buffer.from('A film as ffmpeg makes it.');

const ffmpeg = `#!/bin/sh
here=\${0%/*}
case "$*" in *-encoders*) echo ' libx264  aac '; exit;; esac
read -r left < "$here/failures"
if [ "$left" -gt 0 ]; then
  echo $((left - 1)) > "$here/failures"
  echo "$here: out of order" >&2
  exit 1
fi
while read -r other; do
  if kill -0 "$other" 2> /dev/null; then echo "$other" >> "$here/overlaps"; fi
done < "$here/processes"
echo $$ >> "$here/processes"
if [ -e "$here/held" ]; then
  while read -r line && [ "$line" != end ]; do echo "$line"; done < "$here/lines"
fi
cp "$here/film" media.mp4
case "$*" in *playlist.m3u8) cp "$here/playlist" playlist.m3u8;; esac
`;

const ffprobe = `#!/bin/sh
case "$*" in *-version*) exit;; esac
exec cat "\${0%/*}/answer"
`;

/** As ffprobe says it of a film with a tone. */
const answerOf = (seconds: number | undefined) => ({
  streams: [
    { codec_type: 'video', width: 192, height: 108, disposition: { attached_pic: 0 } },
    { codec_type: 'audio', disposition: { attached_pic: 0 } },
  ],
  format: seconds === undefined ? {} : { duration: seconds.toFixed(6) },
});

/** As ffmpeg writes it for a film that is shorter than a part. */
const shortPlaylist = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="media.mp4",BYTERANGE="10@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:16@10
media.mp4
#EXT-X-ENDLIST
`;

export type ScriptedFfmpeg = Awaited<ReturnType<typeof scriptFfmpeg>>;

/** Scripts in the place of ffmpeg and ffprobe: they say and make what they are told, of any bytes. */
export async function scriptFfmpeg() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-ffmpeg-'));
  const at = (name: string) => join(folder, name);
  /** To the ffmpeg that waits: a named pipe. */
  let lines: FileHandle | undefined;
  const release = async () => {
    await rm(at('held'), { force: true });
    await lines?.write('end\n');
  };
  /** Length of films as ffprobe says it, in seconds; at first four. */
  const tellLength = (seconds: number | undefined) =>
    writeFile(at('answer'), JSON.stringify(answerOf(seconds)));
  await Promise.all([
    writeFile(at('ffmpeg'), ffmpeg),
    writeFile(at('ffprobe'), ffprobe),
    writeFile(at('failures'), '0\n'),
    writeFile(at('processes'), ''),
    writeFile(at('overlaps'), ''),
    writeFile(at('film'), scriptedFilm),
    writeFile(at('playlist'), shortPlaylist),
    tellLength(4),
  ]);
  await Promise.all(['ffmpeg', 'ffprobe'].map((name) => chmod(at(name), 0o755)));
  const linesIn = async (name: string) =>
    (await readFile(at(name), 'utf8')).split('\n').filter(Boolean);
  return {
    path: at('ffmpeg'),
    /** Bytes that ffmpeg makes of the next films; at first {@link scriptedFilm}. */
    async make({ film, playlist }: { film: Buffer; playlist?: Buffer | undefined }) {
      await writeFile(at('film'), film);
      if (playlist) await writeFile(at('playlist'), playlist);
    },
    tellLength,
    /** ffmpeg ends with a fault as often as this, and then converts. */
    failTimes: (count: number) => writeFile(at('failures'), `${count}\n`),
    /** ffmpeg waits in each film, until it is released. */
    async hold() {
      await lines?.close();
      await rm(at('lines'), { force: true });
      await promisify(execFile)('mkfifo', [at('lines')]);
      // Opened for both, so that neither side waits for the other one to open it.
      lines = await open(at('lines'), 'r+');
      await writeFile(at('held'), '');
    },
    /** The ffmpeg that waits says that it has done so much of its film, in seconds. */
    async reach(seconds: number) {
      await lines!.write(`out_time_us=${seconds * 1_000_000}\n`);
    },
    release,
    /** Processes of ffmpeg that run. */
    running: async () => (await linesIn('processes')).map(Number).filter(isAlive),
    /** Processes of ffmpeg that began while another one ran. */
    overlaps: async () => (await linesIn('overlaps')).length,
    async close() {
      await release();
      await lines?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The real ffmpeg behind a script that can fail and take its time. */
export interface ScriptedFfmpeg {
  readonly path: string;
  /** It ends with a fault as often as this, and then converts. */
  failTimes(count: number): Promise<void>;
  /** It converts as fast as the film plays. */
  takeTime(isSlow: boolean): Promise<void>;
  /** Which of its processes run. */
  running(): Promise<readonly number[]>;
  close(): Promise<void>;
}

const script = `#!/bin/sh
here=$(dirname "$0")
case "$*" in *-encoders*) exec ffmpeg "$@";; esac
left=$(cat "$here/failures")
if [ "$left" -gt 0 ]; then
  echo $((left - 1)) > "$here/failures"
  echo "$here: out of order" >&2
  exit 1
fi
echo $$ >> "$here/processes"
if [ -e "$here/slow" ]; then exec ffmpeg -re "$@"; fi
exec ffmpeg "$@"
`;

export async function scriptFfmpeg(): Promise<ScriptedFfmpeg> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-ffmpeg-'));
  const at = (name: string) => join(folder, name);
  await writeFile(at('ffmpeg'), script);
  await chmod(at('ffmpeg'), 0o755);
  const { stdout } = await promisify(execFile)('sh', ['-c', 'command -v ffprobe']);
  await symlink(stdout.trim(), at('ffprobe'));
  await Promise.all([writeFile(at('failures'), '0'), writeFile(at('processes'), '')]);
  return {
    path: at('ffmpeg'),
    failTimes: (count) => writeFile(at('failures'), String(count)),
    takeTime: (isSlow) => (isSlow ? writeFile(at('slow'), '') : rm(at('slow'), { force: true })),
    async running() {
      const lines = (await readFile(at('processes'), 'utf8')).split('\n').filter(Boolean);
      return lines.map(Number).filter(isAlive);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

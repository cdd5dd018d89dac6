/**
 * The standard output, for lines that may be lost: a full disk, or a reader that is gone, ends nothing, and
 * lines are written again once there is room.
 */
export function logOutput(): NodeJS.WriteStream {
  const { stdout } = process;
  if (!stdout.listeners('error').includes(ignore)) stdout.on('error', ignore);
  return stdout;
}

function ignore(): void {}

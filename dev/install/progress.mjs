const countingIntervalInMilliseconds = 1000;

/**
 * Shows one line while `work` runs and a tick with the seconds when it has ended. A terminal sees
 * the seconds count; elsewhere (a log) there are two plain lines.
 *
 * @template T
 * @param {string} title
 * @param {string} expectation how long it takes, shown while it runs
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function showProgress(title, expectation, work) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const { stdout } = process;
  const running = `… ${title} (${expectation})`;
  stdout.write(stdout.isTTY ? running : `${running}\n`);
  const counting = stdout.isTTY
    ? setInterval(
        () => stdout.write(`\r\x1b[K${running}  ${seconds()} s`),
        countingIntervalInMilliseconds,
      )
    : undefined;
  try {
    const result = await work();
    stdout.write(`${stdout.isTTY ? '\r\x1b[K' : ''}✓ ${title}  ${seconds()} s\n`);
    return result;
  } finally {
    clearInterval(counting);
  }
}

/** Where the start tells what it does. */
export interface Progress {
  /** Shows a step while it runs, and that it is done. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>;
  /** Shows one line about something that happened. */
  note(line: string): void;
}

/** For a platform that runs inside a test. */
export const silent: Progress = {
  step: (_title, work) => work(),
  note: () => {},
};

/**
 * A line for each step, with a tick and the seconds. A terminal sees the running step, too; a log
 * gets whole lines only.
 */
export function showOn(output: NodeJS.WriteStream): Progress {
  const clear = output.isTTY ? '\r\x1b[K' : '';
  return {
    step: async (title, work) => {
      const startedAt = performance.now();
      if (output.isTTY) output.write(`… ${title}`);
      try {
        const result = await work();
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        output.write(`${clear}✓ ${title}  ${seconds} s\n`);
        return result;
      } catch (error) {
        output.write(`${clear}✗ ${title}\n`);
        throw error;
      }
    },
    note: (line) => output.write(`${clear}${line}\n`),
  };
}

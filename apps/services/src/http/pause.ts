import { setImmediate } from 'node:timers/promises';

/** How long others may wait for a piece of work, in milliseconds. */
const pieceInMs = 10;

let turn: Promise<void> = Promise.resolve();

/**
 * Divides work that takes long into pieces: between them others have their turn.
 *
 * @returns to be called wherever the work may rest
 */
export function createPause(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < pieceInMs) return;
    // One after the other: Node does all that are due before it looks for what has come in.
    turn = turn.then(() => setImmediate());
    await turn;
    begun = performance.now();
  };
}

import type { Answered, Asked, Round } from './calls.ts';
import type { Answering } from './set-place.ts';

/*
 * The page in which contenders take turns: each with its shell in a frame of its own, and its content in there. One
 * page, because not every engine has several tabs, and none lets those behind run at full speed.
 */

const names = new URLSearchParams(location.search).getAll('name');
const frames = new Map<string, HTMLIFrameElement>();
/** Shorter than the 30 seconds that WebDriver gives a script, whose message names no contender. */
const limitInMs = 20_000;
const missing = new Set(names);
const allConnected = new Promise<void>((resolve, reject) => {
  addEventListener('message', ({ data, source }) => {
    if (data !== 'connected') return;
    const shell = (source as Window).parent;
    for (const [name, frame] of frames) if (frame.contentWindow === shell) missing.delete(name);
    if (missing.size === 0) resolve();
  });
  setTimeout(() => reject(new Error(`Not connected: ${[...missing].join(', ')}`)), limitInMs);
});
for (const name of names) {
  const frame = document.createElement('iframe');
  frame.src = `/shell/${name.split(' ')[0]}${location.search}`;
  document.body.append(frame);
  frames.set(name, frame);
}

/** Makes calls of one contender. @returns how long they took, in milliseconds. @throws Unless each was answered. */
async function call(name: string, calls: number, inFlight: number): Promise<number> {
  const shell = frames.get(name)!.contentWindow as Window & Answering;
  const before = shell.answered;
  const { port1, port2 } = new MessageChannel();
  const asked: Asked = { calls, inFlight };
  shell.frames[0]!.postMessage(asked, '*', [port2]);
  const time = await new Promise<number>((settle, reject) => {
    const fail = (reason: string) => reject(new Error(`${name}: ${reason}`));
    const timer = setTimeout(() => fail('a call has no answer'), limitInMs);
    port1.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      clearTimeout(timer);
      if (typeof data === 'number') settle(data);
      else fail(data);
    });
    port1.start();
  });
  if (shell.answered - before !== calls) throw new Error(`${name} has lost calls.`);
  return time;
}

const round: Round = async (order, calls, callsBefore, inFlight) => {
  await allConnected;
  const rates: Record<string, number> = {};
  for (const name of order) {
    await call(name, callsBefore, inFlight);
    rates[name] = (calls * 1000) / (await call(name, calls, inFlight));
  }
  return rates;
};
Object.assign(globalThis, { round });

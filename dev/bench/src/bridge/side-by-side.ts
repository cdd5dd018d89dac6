import type { Asked, Round } from './calls.ts';
import type { Answering } from './set-place.ts';

/*
 * The page in which contenders take turns: each with its shell in a frame of its own, and its content in there. One
 * page, because not every engine has several tabs, and none lets those behind run at full speed.
 */

const names = new URLSearchParams(location.search).getAll('name');
const frames = new Map<string, HTMLIFrameElement>();
let connected = 0;
const allConnected = new Promise<void>((resolve) => {
  addEventListener('message', ({ data }) => {
    if (data === 'connected' && ++connected === names.length) resolve();
  });
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
  const time = await new Promise<number>((settle) => {
    port1.addEventListener('message', ({ data }: MessageEvent<number>) => settle(data));
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

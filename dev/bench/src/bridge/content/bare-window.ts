import { offer, shellOrigin } from '../calls.ts';

const { parent } = window;
const pending = new Map<number, (result: unknown) => void>();
let lastId = 0;
addEventListener(
  'message',
  ({ source, origin, data }: MessageEvent<{ id: number; result: unknown }>) => {
    if (source !== parent || origin !== shellOrigin) return;
    pending.get(data.id)?.(data.result);
    pending.delete(data.id);
  },
);
void offer(
  Promise.resolve(
    (place) =>
      new Promise((settle) => {
        const id = ++lastId;
        pending.set(id, settle);
        parent.postMessage({ id, place }, shellOrigin);
      }),
  ),
);

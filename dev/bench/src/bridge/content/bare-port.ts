import { offer, shellOrigin } from '../calls.ts';
import type { SetPlace } from '../set-place.ts';

const { parent } = window;
let resolve!: (setPlace: SetPlace) => void;
void offer(new Promise<SetPlace>((connected) => (resolve = connected)));
addEventListener('message', ({ source, origin, ports: [port] }) => {
  if (source !== parent || origin !== shellOrigin || !port) return;
  const pending = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  port.addEventListener('message', ({ data }: MessageEvent<{ id: number; result: unknown }>) => {
    pending.get(data.id)?.(data.result);
    pending.delete(data.id);
  });
  port.start();
  resolve(
    (place) =>
      new Promise((settle) => {
        const id = ++lastId;
        pending.set(id, settle);
        port.postMessage({ id, place });
      }),
  );
});
parent.postMessage('hello', shellOrigin);

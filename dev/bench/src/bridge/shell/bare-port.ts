import { contentOrigin, openContent } from '../frame.ts';
import { setPlace, type Place } from '../set-place.ts';

const content = openContent();
addEventListener('message', ({ source, origin }) => {
  if (source !== content || origin !== contentOrigin) return;
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }: MessageEvent<{ id: number; place: Place }>) => {
    port1.postMessage({ id: data.id, result: setPlace(data.place) });
  });
  port1.start();
  content.postMessage('port', contentOrigin, [port2]);
});

import { contentOrigin, openContent } from '../frame.ts';
import { setPlace, type Place } from '../set-place.ts';

const content = openContent();
addEventListener(
  'message',
  ({ source, origin, data }: MessageEvent<{ id: number; place: Place }>) => {
    if (source !== content || origin !== contentOrigin) return;
    content.postMessage({ id: data.id, result: setPlace(data.place) }, contentOrigin);
  },
);

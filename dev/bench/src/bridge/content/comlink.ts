import { windowEndpoint, wrap } from 'comlink';
import { offer, shellOrigin } from '../calls.ts';
import type { setPlace } from '../set-place.ts';

const remote = wrap<{ setPlace: typeof setPlace }>(windowEndpoint(parent, self, shellOrigin));
// A function around it: what `wrap` gives has a `then` of its own.
void offer(Promise.resolve((place) => remote.setPlace(place)));

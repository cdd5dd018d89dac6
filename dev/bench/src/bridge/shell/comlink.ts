import { expose, windowEndpoint } from 'comlink';
import { contentOrigin, openContent } from '../frame.ts';
import { setPlace } from '../set-place.ts';

const content = openContent();
expose({ setPlace }, windowEndpoint(content, self, contentOrigin), [contentOrigin]);

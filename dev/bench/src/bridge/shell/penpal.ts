import { connect, WindowMessenger } from 'penpal';
import { contentOrigin, openContent } from '../frame.ts';
import { setPlace } from '../set-place.ts';

const remoteWindow = openContent();
connect({
  messenger: new WindowMessenger({ remoteWindow, allowedOrigins: [contentOrigin] }),
  methods: { setPlace },
});

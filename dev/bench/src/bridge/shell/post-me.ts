import { ParentHandshake, WindowMessenger } from 'post-me';
import { contentOrigin, openContent } from '../frame.ts';
import { setPlace } from '../set-place.ts';

const remoteWindow = openContent();
void ParentHandshake(
  new WindowMessenger({ localWindow: window, remoteWindow, remoteOrigin: contentOrigin }),
  { setPlace },
);

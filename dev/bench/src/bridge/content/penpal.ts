import { connect, WindowMessenger } from 'penpal';
import { offer, shellOrigin } from '../calls.ts';
import type { setPlace } from '../set-place.ts';

const messenger = new WindowMessenger({ remoteWindow: parent, allowedOrigins: [shellOrigin] });
const { promise } = connect<{ setPlace: typeof setPlace }>({ messenger });
void offer(promise.then((remote) => (place) => remote.setPlace(place)));

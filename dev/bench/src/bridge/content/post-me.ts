import { ChildHandshake, WindowMessenger } from 'post-me';
import { offer, shellOrigin } from '../calls.ts';

const messenger = new WindowMessenger({
  localWindow: window,
  remoteWindow: parent,
  remoteOrigin: shellOrigin,
});
void offer(
  ChildHandshake(messenger).then((connection) => {
    const remote = connection.remoteHandle();
    return (place) => remote.call('setPlace', place);
  }),
);

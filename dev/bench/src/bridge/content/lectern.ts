import { connect } from '@lectern/sdk';
import { offer, shellOrigin } from '../calls.ts';

void offer(connect({ containerOrigins: [shellOrigin] }).then(({ setPlace }) => setPlace));

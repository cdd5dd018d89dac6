import { openBridge } from '@lectern/shell/bridge';
import { createDispatch, type RequestTable } from '@lectern/shell/dispatch';
import { contentOrigin, frame, openContent } from '../frame.ts';
import { setPlace } from '../set-place.ts';

// The other actions need the whole shell behind them, and nobody calls them here.
const table: Pick<RequestTable, 'setPlace'> = { setPlace };
const dispatch = createDispatch(table as RequestTable);
openBridge(frame, contentOrigin, 'de-CH', Promise.resolve(dispatch));
openContent();

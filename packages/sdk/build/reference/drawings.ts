import { errors } from '../../src/protocol/errors.ts';
import type { EventName } from '../../src/protocol/names.ts';
import type { Action } from '../../src/protocol/names.ts';

/*
 * The life cycle, drawn. Names of actions and events are checked by their types; what they carry stands
 * in the tables.
 */

const action = (name: Action): Action => name;
const event = (name: EventName): EventName => name;
const conflict: keyof typeof errors = 'CONFLICT';

/** From the first message to a save. */
export const conversation = `
sequenceDiagram
    participant content
    participant container
    participant service
    content->>container: ${action('hello')} (version, capabilities)
    container-->>content: version, actions, events, language, a port
    content->>container: ${action('getLocalStoreItems')}
    container->>service: read
    service-->>container: items
    container-->>content: items, with what waits on this device
    content->>container: ${action('ready')}
    Note over content: the learner works
    content->>container: ${action('setLocalStoreItems')}
    Note over container: durable on this device
    container-->>content: accepted
    container->>service: store, again until it is there
    alt stored
        container-->>content: event ${event('delivered')}
    else another version was stored meanwhile
        container-->>content: event ${event('not-delivered')} (${conflict})
    end
`;

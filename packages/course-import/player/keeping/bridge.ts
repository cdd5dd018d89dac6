import { createStores, type Container } from '@lectern/sdk';

/** Functions of a container that the player needs. */
export type Bridge = Pick<
  Container,
  'getUser' | 'store' | 'postStatement' | 'setUnsavedWork' | 'setPlace'
>;

/** Stands in where there is no container: a course can be looked at, and nothing of it is kept. */
export const practiceBridge: Bridge = {
  getUser: () => Promise.resolve({ subject: 'nobody' }),
  postStatement: (_about, { id }) => Promise.resolve(id ?? ''),
  setPlace: () => Promise.resolve(null),
  ...createStores({
    getLocalStoreItems: () => Promise.resolve([]),
    setLocalStoreItems: () => Promise.resolve([]),
    setUnsavedWork: () => Promise.resolve(null),
    on: () => () => {},
  }),
};

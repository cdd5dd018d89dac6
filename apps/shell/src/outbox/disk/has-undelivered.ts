import { openDatabase, openedInTime } from './database.ts';

/** Something of any user waits on this device. Rejects where nothing can be kept here. */
export async function hasUndelivered(): Promise<boolean> {
  const opening = openDatabase(() => {});
  try {
    const database = await openedInTime(opening);
    // Entries that are set aside are not in this index.
    return (await database.countFromIndex('entries', 'queue')) > 0;
  } finally {
    opening.then(
      (database) => database.close(),
      () => {},
    );
  }
}

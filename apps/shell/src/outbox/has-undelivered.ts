import { openDatabase } from './entry-store.ts';

/** Whether something waits on this device, whosever it is. Rejects where nothing can be kept here. */
export async function hasUndelivered(): Promise<boolean> {
  const database = await openDatabase(() => {});
  try {
    // What is set aside is not in this index.
    return (await database.countFromIndex('entries', 'queue')) > 0;
  } finally {
    database.close();
  }
}

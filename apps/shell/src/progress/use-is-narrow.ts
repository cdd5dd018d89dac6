import { useSyncExternalStore } from 'react';

/** As in progress.css. */
const narrow = '(max-width: 40rem)';

/** True on a phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(narrow);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(narrow).matches,
  );
}

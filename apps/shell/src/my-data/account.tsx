import { useEffect, useState } from 'react';
import { Button } from '../button.tsx';
import { log } from '../logging/log.ts';
import { texts } from '../texts/texts.ts';
import { Download } from './download.tsx';
import { isLinkUndoable, isNotFresh, type PersonalData } from './personal-data.ts';

interface AccountProps {
  readonly data: PersonalData;
  /** The action takes a sign-in of just now. */
  readonly onNotFresh: () => void;
  readonly onErase: () => void;
}

/** Actions on the whole account, as far as the user may. */
export function Account({ data, onNotFresh, onErase }: AccountProps) {
  const [may, setMay] = useState({ mayDownload: false, mayErase: false });
  const { myData } = texts;

  useEffect(() => {
    data
      .account()
      .then(setMay, (error: unknown) =>
        log('warning', 'Could not load what the user may do with the account.', error),
      );
  }, [data]);

  if (!may.mayDownload && !may.mayErase) return null;
  return (
    <section>
      <h3>{myData.accountTitle}</h3>
      <p>{myData.account}</p>
      {may.mayDownload && (
        <Download
          label={myData.downloadAll}
          download={async (signal) => {
            await data.downloadAccount(signal);
            return undefined;
          }}
          describe={(error) => {
            if (!isNotFresh(error))
              return isLinkUndoable(error) ? myData.linkedFirst : myData.downloadFailed;
            onNotFresh();
            return undefined;
          }}
        />
      )}
      {may.mayErase && (
        <Button isQuiet className="my-data-delete" onClick={onErase}>
          {myData.deleteAccount}
        </Button>
      )}
    </section>
  );
}

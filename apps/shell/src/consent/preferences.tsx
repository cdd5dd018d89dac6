import { useId, useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import type { ConsentTexts } from './consent-texts.ts';
import type { Consent, ConsentState } from './consent.ts';
import type { MyDataDoor } from '../my-data/my-data-door.ts';
import { DialogTitle } from './dialog-title.tsx';
import { storedNecessary } from './stored-necessary.ts';

interface PreferencesProps {
  readonly consent: Consent;
  readonly state: ConsentState;
  readonly texts: ConsentTexts;
  readonly recipients: Recipients;
  /** Absent: there is no such dialog. */
  readonly myData: MyDataDoor | undefined;
}

/** Origins that hear something of the user's browser. */
export interface Recipients {
  /** Where figures are sent; absent: nowhere. */
  readonly analytics: string | undefined;
  /** Where log entries are posted; absent: nowhere. */
  readonly log: string | undefined;
}

/** Both categories, what each stores and why, and a switch for the one that is optional. */
export function Preferences({ consent, state, texts, recipients, myData }: PreferencesProps) {
  const [allowsAnalytics, setAllows] = useState(state.allowsAnalytics);
  const id = useId();
  return (
    <>
      <div className="consent-text">
        <DialogTitle>{texts.preferencesTitle}</DialogTitle>
        <section className="consent-category">
          <div className="consent-category-head">
            <h3>{texts.necessary}</h3>
            <span className="consent-always">{texts.alwaysOn}</span>
          </div>
          <p id="consent-description">{texts.necessaryDescription}</p>
          <p>{texts.deviceDescription}</p>
          {recipients.log && (
            <p>
              {texts.logAddress} <code>{recipients.log}</code>
            </p>
          )}
          <Stored texts={texts} items={storedNecessary(texts)} />
        </section>
        <section className="consent-category">
          <label className="consent-category-head" htmlFor={id}>
            <h3 id={`${id}-title`}>{texts.analytics}</h3>
            <button
              id={id}
              type="button"
              role="switch"
              className="consent-switch"
              aria-labelledby={`${id}-title`}
              aria-checked={allowsAnalytics}
              aria-describedby={`${id}-description`}
              onClick={() => setAllows(!allowsAnalytics)}
            />
          </label>
          <p id={`${id}-description`}>{texts.analyticsDescription}</p>
          <p>
            {recipients.analytics ? (
              <>
                {texts.analyticsAddress} <code>{recipients.analytics}</code>
              </>
            ) : (
              texts.analyticsAbsent
            )}
          </p>
          <Stored
            texts={texts}
            items={[
              ['_pk_id', texts.purposeOfVisitor, texts.months13],
              ['_pk_ref', texts.purposeOfReferrer, texts.months6],
              ['_pk_ses', texts.purposeOfVisit, texts.minutes30],
            ]}
          />
        </section>
        {myData?.isOffered && <MyDataWay myData={myData} texts={texts} />}
      </div>
      <div className="consent-buttons">
        <Button isQuiet onClick={() => consent.leavePreferences()}>
          {state.isPending ? texts.back : texts.cancel}
        </Button>
        <Button onClick={() => consent.decide({ allowsAnalytics })}>{texts.save}</Button>
      </div>
    </>
  );
}

/** Opens over the settings: closing it leads back here, with the choices. */
function MyDataWay({
  myData,
  texts,
}: {
  readonly myData: MyDataDoor;
  readonly texts: ConsentTexts;
}) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <section className="consent-category">
      <h3>{texts.myData}</h3>
      <p>{texts.myDataDescription}</p>
      <Button
        isQuiet
        aria-haspopup="dialog"
        onClick={() => {
          setFailed(false);
          myData.open().catch(() => setFailed(true));
        }}
      >
        {texts.openMyData}
      </Button>
      {hasFailed && <p role="alert">{texts.myDataUnavailable}</p>}
    </section>
  );
}

interface StoredProps {
  readonly texts: ConsentTexts;
  /** Name, purpose and lifetime. */
  readonly items: readonly (readonly [string, string, string])[];
}

function Stored({ texts, items }: StoredProps): ReactNode {
  return (
    <details className="consent-stored">
      <summary>{texts.stored}</summary>
      <ul>
        {items.map(([name, purpose, lifetime]) => (
          <li key={name}>
            <code>{name}</code>
            <span>{purpose}</span>
            <span>{lifetime}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

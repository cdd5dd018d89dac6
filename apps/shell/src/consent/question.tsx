import { Button } from '../button.tsx';
import type { ConsentTexts } from './consent-texts.ts';
import type { Consent, ConsentState } from './consent.ts';
import { DialogTitle } from './dialog-title.tsx';

interface QuestionProps {
  readonly consent: Consent;
  readonly state: ConsentState;
  readonly texts: ConsentTexts;
  /** Figures are sent somewhere. */
  readonly hasAnalytics: boolean;
}

/** The question of the first visit. Yes and no look alike and stand side by side. */
export function Question({ consent, state, texts, hasAnalytics }: QuestionProps) {
  return (
    <>
      <div className="consent-text">
        <DialogTitle>{texts.title}</DialogTitle>
        <div id="consent-description">
          {state.isAskedAgain && <p className="consent-again">{texts.askedAgain}</p>}
          <p>{texts.description}</p>
          {!hasAnalytics && <p>{texts.analyticsAbsent}</p>}
          <p>{texts.canChange}</p>
        </div>
      </div>
      <div className="consent-buttons">
        <Button onClick={() => consent.decide({ allowsAnalytics: false })}>
          {texts.acceptNecessary}
        </Button>
        <Button onClick={() => consent.decide({ allowsAnalytics: true })}>{texts.acceptAll}</Button>
        <Button isQuiet onClick={() => consent.showPreferences()}>
          {texts.showPreferences}
        </Button>
      </div>
    </>
  );
}

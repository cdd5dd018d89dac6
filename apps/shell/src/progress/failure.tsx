import { texts as shellTexts } from '../texts/texts.ts';

/** Says that something could not be loaded, and lets one try again. */
export function Failure({ retry }: { readonly retry: () => void }) {
  const { progress: texts } = shellTexts;
  return (
    <div className="progress-failure" role="alert">
      <p>{texts.failed}</p>
      <button className="button" type="button" onClick={retry}>
        {texts.retry}
      </button>
    </div>
  );
}

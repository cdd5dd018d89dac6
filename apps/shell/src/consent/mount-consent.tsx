import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { usePathname } from 'wouter/use-browser-location';
import type { Configuration } from '../configuration.ts';
import { ConsentDialog } from './consent-dialog.tsx';
import type { ConsentTexts } from './consent-texts.ts';
import { createConsent, type Consent } from './consent.ts';
import { loadTexts } from './load-texts.ts';
import type { MyDataDoor } from '../my-data/my-data-door.ts';
import { createMatomo, type PageCounter } from './matomo.ts';

/** Without analytics in the configuration there is nothing to start. */
const nothing: PageCounter = { start() {}, stop() {}, showPage() {} };

/**
 * Takes up the stored choice, and puts the dialog beside the pages, in a root of its own: what goes
 * wrong in one leaves the other alone.
 */
export async function mountConsent(
  { consent: { revision, translations }, analytics, logging, project }: Configuration,
  myData: MyDataDoor | undefined,
): Promise<Consent> {
  const counter = analytics ? createMatomo(analytics, project.title) : nothing;
  const consent = await createConsent(revision, counter);
  // Not before they are needed, and once.
  let texts: Promise<ConsentTexts> | undefined;
  const textsOnce = () => (texts ??= loadTexts(translations));
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(
    <StrictMode>
      <ShownPage counter={counter} />
      <ConsentDialog
        consent={consent}
        loadTexts={textsOnce}
        myData={myData}
        recipients={{ analytics: originOf(analytics?.address), log: originOf(logging.address) }}
      />
    </StrictMode>,
  );
  return consent;
}

const originOf = (address: string | undefined) => address && new URL(address).origin;

/** Tells which page is shown, by links, redirects and the back button alike. */
function ShownPage({ counter }: { readonly counter: PageCounter }) {
  const path = usePathname();
  useEffect(() => counter.showPage(path), [counter, path]);
  return null;
}

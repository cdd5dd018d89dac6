import { Button } from '../button.tsx';
import type { Configuration } from '../configuration.ts';
import { texts } from '../texts/texts.ts';
import './login.css';

interface PopupCardProps {
  readonly project: Configuration['project'];
  readonly onShow: () => void;
}

/** The login page while the identity provider is open in a window of its own. */
export function PopupCard({ project: { title, favicon }, onShow }: PopupCardProps) {
  return (
    <main className="login">
      <div className="login-card">
        <img className="login-mark" src={favicon} alt="" width="56" height="56" />
        <h1>{title}</h1>
        <output>{texts.popupOpen}</output>
        <Button onClick={onShow}>{texts.showPopup}</Button>
      </div>
    </main>
  );
}

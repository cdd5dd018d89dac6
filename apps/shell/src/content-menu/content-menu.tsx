import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { Configuration } from '../configuration.ts';
import type { Silence } from '../content-frame/silence.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { texts } from '../texts/texts.ts';
import { useBodyMark } from '../use-body-mark.ts';
import type { MenuDoors } from './menu-doors.ts';
import type { MenuWatch } from './menu-watch.ts';
import './content-menu.css';

interface StripProps {
  readonly configuration: Pick<Configuration, 'help'>;
  readonly menuDoors: MenuDoors;
}

interface ContentMenuProps extends StripProps {
  readonly menu: MenuWatch;
  readonly silence: Silence;
  readonly store: SessionStore;
}

/**
 * A strip above content that has no menu of its own: who is signed in, and the ways that every user needs. The
 * content's frame begins below it, so that nothing of the content is covered.
 */
export function ContentMenu({ menu, silence, store, ...strip }: ContentMenuProps) {
  const state = useSignInState(store);
  const lacksMenu = useSyncExternalStore(menu.subscribe, () => menu.isLacking);
  // Another page stands there then, which has a way out.
  const isAway = useSyncExternalStore(silence.subscribe, () => silence.isAway);
  if (state.name !== 'signed-in' || !lacksMenu || isAway) return null;
  const { given_name, family_name } = state.session.user;
  const name = [given_name, family_name].filter(Boolean).join(' ');
  return <Strip name={name === '' ? undefined : name} {...strip} />;
}

function Strip({
  name,
  configuration,
  menuDoors,
}: StripProps & { readonly name: string | undefined }) {
  const { openProgress, openClasses, openCode, openMyData, openCookieSettings, signOut } =
    menuDoors;
  const { help } = configuration;
  const { menu } = texts;
  const [isOpen, setOpen] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const strip = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  // Content begins below, and so do notices over it.
  useBodyMark('contentMenu');

  function toggle(): void {
    setFailed(false);
    setOpen(!isOpen);
  }

  /** The dialog of a choice gives the focus back to where it was. */
  function close(): void {
    button.current?.focus();
    setOpen(false);
  }

  function choose(open: () => Promise<void>): void {
    close();
    open().catch(() => {
      setFailed(true);
      setOpen(true);
    });
  }

  useEffect(() => {
    if (!isOpen) return;
    const over = new AbortController();
    const { signal } = over;
    const isWithin = (target: EventTarget | null) =>
      target instanceof Node && strip.current?.contains(target) === true;
    // A press in the content is seen by what it takes: the focus of the window.
    addEventListener('blur', () => setOpen(false), { signal });
    addEventListener('pointerdown', ({ target }) => isWithin(target) || setOpen(false), { signal });
    addEventListener('focusin', ({ target }) => isWithin(target) || setOpen(false), { signal });
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return;
        setOpen(false);
        button.current?.focus();
      },
      { signal },
    );
    return () => over.abort();
  }, [isOpen]);

  const item = (label: string, open: (() => Promise<void>) | undefined) =>
    open && (
      <li>
        <button type="button" onClick={() => choose(open)}>
          {label}
        </button>
      </li>
    );
  return (
    <nav className="content-menu" aria-label={menu.label} ref={strip}>
      <button
        className="content-menu-button"
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        ref={button}
        onClick={toggle}
      >
        {name !== undefined && (
          <span className="content-menu-signed-in">{`${menu.signedInAs} `}</span>
        )}
        <bdi className="content-menu-name">{name ?? menu.signedIn}</bdi>
      </button>
      <div className="content-menu-list" id={listId} hidden={!isOpen}>
        <ul>
          {item(menu.progress, openProgress)}
          {item(menu.classes, openClasses)}
          {item(menu.code, openCode)}
          {item(texts.myData.title, openMyData)}
          {item(texts.cookieSettings, openCookieSettings)}
          {help && (
            <li>
              <a href={help.address} target="_blank" rel="noreferrer" onClick={close}>
                {menu.help}
              </a>
            </li>
          )}
          <li>
            <button type="button" onClick={signOut}>
              {texts.signOut}
            </button>
          </li>
        </ul>
        {!help && <p>{menu.whoHelps}</p>}
        <p role="alert">{isFailed && menu.unavailable}</p>
      </div>
    </nav>
  );
}

import { button, el, personName, spoken } from '../dom.ts';
import type { Learner } from '../learner.ts';
import { closePanel, openPanel } from '../panel.ts';

interface UserMenuActions {
  readonly signOut: () => Promise<void>;
  /** Where the container asks for consent, which can be withdrawn there. */
  readonly openCookieSettings: () => void;
  /** Where the container lets users download and delete their own data. */
  readonly openMyData: () => void;
  /** Where the container shows how far one is, or a teacher's classes are. */
  readonly openProgress: () => void;
  /** Where the container lets teachers lead classes, and pupils join them. */
  readonly openClasses: () => void;
  /** Where the container takes a code. */
  readonly openCode: () => void;
  /** The menu opens: there is room for one. */
  readonly onOpen: () => void;
}

/** The button with the user's name, and behind it what concerns the user. */
export function createUserMenu(learner: Learner, actions: UserMenuActions): HTMLElement {
  // Initials; where there is little room they stand for the name.
  const sign = el('span', { class: 'user-sign', 'aria-hidden': 'true' });
  const name = el('span.user-name');
  const news = el('span.new');
  const menuButton = el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-controls': 'user-menu',
      'aria-expanded': 'false',
    },
    sign,
    name,
    news,
  );
  const signedInAs = el('p');
  const leave = el('button', { type: 'button', class: 'quiet leave' }, 'Abmelden');

  async function waitAndLeave(): Promise<void> {
    if (leave.hasAttribute('aria-disabled')) return;
    // Signing out waits for what is not saved yet. A disabled button would lose the focus.
    leave.setAttribute('aria-disabled', 'true');
    leave.textContent = 'Wird gespeichert …';
    await actions.signOut();
    leave.removeAttribute('aria-disabled');
    leave.textContent = 'Abmelden';
    closePanel();
  }
  leave.addEventListener('click', () => void waitAndLeave());

  const opener = (label: string, open: () => void): HTMLElement =>
    button('quiet', label, () => {
      closePanel();
      open();
    });
  const progress = opener('Fortschritt', actions.openProgress);
  const way = (href: string, label?: string): HTMLElement => {
    const item = el('a', { class: 'quiet', href }, label);
    item.addEventListener('click', closePanel);
    return item;
  };
  const ofClass = way('#/klasse', 'Antworten der Klasse');
  const feedback = way('#/rueckmeldungen');
  const classes = opener('Klassen', actions.openClasses);
  const code = opener('Code eingeben', actions.openCode);
  const myData = opener('Meine Daten', actions.openMyData);
  const cookies = opener('Cookie-Einstellungen', actions.openCookieSettings);

  const menu = el(
    'div',
    { id: 'user-menu', hidden: true },
    signedInAs,
    progress,
    ofClass,
    feedback,
    classes,
    code,
    myData,
    cookies,
    leave,
  );
  menuButton.addEventListener('click', () => {
    if (!menu.hidden) return closePanel();
    actions.onOpen();
    openPanel(menu, menuButton, () => menuButton.setAttribute('aria-expanded', 'false'));
    menuButton.setAttribute('aria-expanded', 'true');
  });

  function show(): void {
    const known = learner.name ?? 'Konto';
    sign.textContent = known
      .split(/\s+/)
      .slice(0, 2)
      .map((part) => Array.from(part)[0])
      .join('');
    const { isTeacher, feedbackWords } = learner;
    const { newCount } = learner.feedback;
    news.hidden = newCount === 0;
    news.replaceChildren(
      String(newCount),
      spoken(newCount === 1 ? ' neue Rückmeldung' : ' neue Rückmeldungen'),
    );
    ofClass.hidden = !isTeacher;
    feedback.hidden = feedbackWords === undefined;
    feedback.textContent = feedbackWords ?? '';
    name.textContent = known;
    signedInAs.replaceChildren(
      ...(learner.name ? ['Angemeldet als ', personName(known)] : ['Du bist angemeldet.']),
    );
  }
  learner.addEventListener('change', show);
  show();
  return el('div.user', menuButton, menu);
}

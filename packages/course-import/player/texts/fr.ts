import type { Texts } from './de.ts';

/** In French, with the narrow spaces that its punctuation has. */
export const player: Texts['player'] = {
  course: 'Cours',
  contents: 'Contenu',
  contentsTitle: 'Table des matières',
  previous: 'Précédent',
  next: 'Suivant',
  pager: 'Navigation',
  locked: 'pas encore accessible',
  notBegun: 'pas encore commencé',
  begun: 'commencé',
  completed: 'terminé',
  passed: 'réussi',
  failed: 'pas réussi',
  opened: (title) => `${title} est ouvert.`,
  loading: 'Le cours se charge.',
  ended: 'Le cours est terminé.',
  suspended: 'Le cours est interrompu. Tu peux le reprendre plus tard là où tu es maintenant.',
  openAgain: 'Ouvrir à nouveau',
  nothingToOpen: 'Rien ne peut être ouvert dans ce cours pour le moment.',
  blocked: 'Cette page n’est pas encore accessible.',
  unrecorded: 'Cette page est terminée. Ce que tu y fais maintenant n’est pas enregistré.',
  courseMissing: 'Le cours ne peut pas être chargé.',
  stateMissing:
    'Ce que tu as déjà fait dans ce cours ne peut pas être chargé pour le moment. C’est pourquoi le cours ne s’ouvre pas.',
  tryAgain: 'Réessayer',
  practice:
    'Ce cours fonctionne ici sans la plateforme\u202f: ce que tu fais ne sera pas enregistré.',
  retrying: 'Pas encore enregistré – nouvel essai en cours',
  failedToSave: 'Ce que tu as fait sur cette page ne peut pas être enregistré.',
  conflict:
    'Entre-temps, cette page a été modifiée sur un autre appareil. Quelle version faut-il garder\u202f?',
  keepOurs: 'Garder la version d’ici',
  takeTheirs: 'Prendre l’autre version',
};

export const startPage: Texts['startPage'] = {
  outside:
    'Ce cours s’ouvre sur la plateforme. Si tu as terminé une partie ici, tu peux fermer cette fenêtre.',
  notPublished: 'Ce cours n’est pas encore publié sur la plateforme.',
  notSignedIn: 'Tu n’es plus connecté à la plateforme.',
  retrying: 'Ce que tu as déjà fait ne peut pas être chargé pour le moment – nouvel essai en cours',
  launchFailed: 'Cette partie ne peut pas être ouverte pour le moment. Réessaie.',
  launchRefused: 'Cette partie ne peut pas être ouverte. Recharge le cours.',
  windowFailed:
    'Cette partie n’a pas pu être ouverte. Autorise le navigateur à ouvrir des fenêtres, puis réessaie.',
  windowOpen: (title) => `${title} est ouvert dans une autre fenêtre.`,
  opening: (title) => `${title} s’ouvre.`,
  satisfied: 'Tu as terminé tout le cours.',
  count: (done, all) => `terminés\u202f: ${done} sur ${all}`,
  empty: 'Sans titre',
  ownWindow: 's’ouvre dans une autre fenêtre',
  states: {
    unknown: '',
    open: 'à faire',
    optional: 'facultatif',
    completed: 'terminé',
    passed: 'réussi',
    failed: 'pas réussi',
  },
};

import type { Texts } from './de.ts';

export const player: Texts['player'] = {
  course: 'Corso',
  contents: 'Contenuto',
  contentsTitle: 'Indice',
  previous: 'Indietro',
  next: 'Avanti',
  pager: 'Navigazione',
  locked: 'non ancora accessibile',
  notBegun: 'non ancora iniziato',
  begun: 'iniziato',
  completed: 'concluso',
  passed: 'superato',
  failed: 'non superato',
  opened: (title) => `${title} è aperto.`,
  loading: 'Il corso si sta caricando.',
  ended: 'Il corso è finito.',
  suspended: 'Il corso è sospeso. Puoi riprenderlo più tardi da dove sei ora.',
  openAgain: 'Apri di nuovo',
  nothingToOpen: 'In questo momento in questo corso non si può aprire nulla.',
  blocked: 'Questa pagina non è ancora accessibile.',
  unrecorded: 'Questa pagina è conclusa. Quello che fai qui adesso non viene salvato.',
  courseMissing: 'Non è possibile caricare il corso.',
  stateMissing:
    'In questo momento non è possibile caricare ciò che hai già fatto in questo corso. Perciò il corso non viene aperto.',
  tryAgain: 'Riprova',
  practice: 'Questo corso funziona qui senza la piattaforma: ciò che fai non viene salvato.',
  retrying: 'Non ancora salvato – nuovo tentativo in corso',
  failedToSave: 'Ciò che hai fatto in questa pagina non può essere salvato.',
  conflict:
    'Nel frattempo questa pagina è stata modificata su un altro dispositivo. Quale versione vale?',
  keepOurs: 'Tieni la versione di qui',
  takeTheirs: 'Prendi l’altra versione',
};

export const startPage: Texts['startPage'] = {
  outside:
    'Questo corso si apre sulla piattaforma. Se qui hai finito una parte, puoi chiudere questa finestra.',
  notPublished: 'Questo corso non è ancora pubblicato sulla piattaforma.',
  notSignedIn: 'Sei uscito dalla piattaforma.',
  retrying:
    'In questo momento non è possibile caricare ciò che hai già fatto – nuovo tentativo in corso',
  launchFailed: 'In questo momento questa parte non si può aprire. Riprova.',
  launchRefused: 'Questa parte non si può aprire. Ricarica il corso.',
  windowFailed:
    'Non è stato possibile aprire questa parte. Consenti al browser di aprire finestre e riprova.',
  windowOpen: (title) => `${title} è aperto in un’altra finestra.`,
  opening: (title) => `${title} si sta aprendo.`,
  satisfied: 'Hai concluso tutto il corso.',
  count: (done, all) => `conclusi: ${done} su ${all}`,
  empty: 'Senza titolo',
  ownWindow: 'si apre in un’altra finestra',
  states: {
    unknown: '',
    open: 'da fare',
    optional: 'facoltativo',
    completed: 'concluso',
    passed: 'superato',
    failed: 'non superato',
  },
};

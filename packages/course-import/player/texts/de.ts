/** Texts of the pages for learners, in German; Swiss spelling. */
export const player = {
  course: 'Kurs',
  contents: 'Inhalt',
  contentsTitle: 'Inhaltsverzeichnis',
  previous: 'Zurück',
  next: 'Weiter',
  pager: 'Blättern',
  locked: 'noch nicht freigegeben',
  notBegun: 'noch nicht begonnen',
  begun: 'begonnen',
  completed: 'abgeschlossen',
  passed: 'bestanden',
  failed: 'nicht bestanden',
  opened: (title: string) => `${title} ist geöffnet.`,
  loading: 'Der Kurs wird geladen.',
  ended: 'Der Kurs ist zu Ende.',
  suspended: 'Der Kurs ist unterbrochen. Du kannst später an dieser Stelle weitermachen.',
  openAgain: 'Noch einmal öffnen',
  nothingToOpen: 'In diesem Kurs lässt sich zurzeit nichts öffnen.',
  blocked: 'Diese Seite ist noch nicht freigegeben.',
  unrecorded: 'Diese Seite ist beendet. Was du hier noch machst, wird nicht gespeichert.',
  courseMissing: 'Der Kurs kann nicht geladen werden.',
  stateMissing:
    'Was du in diesem Kurs schon gemacht hast, kann gerade nicht geladen werden. Darum wird der Kurs nicht geöffnet.',
  tryAgain: 'Noch einmal versuchen',
  practice: 'Dieser Kurs läuft ohne Lernplattform: Was du hier machst, wird nicht gespeichert.',
  retrying: 'Noch nicht gespeichert – neuer Versuch läuft',
  failedToSave: 'Was du auf dieser Seite gemacht hast, kann nicht gespeichert werden.',
  conflict:
    'Diese Seite wurde inzwischen auf einem anderen Gerät weiterbearbeitet. Welche Fassung soll gelten?',
  keepOurs: 'Fassung von hier behalten',
  takeTheirs: 'Andere Fassung übernehmen',
};

export const startPage = {
  outside:
    'Diesen Kurs öffnest du auf der Lernplattform. Hast du hier einen Teil fertig bearbeitet, kannst du dieses Fenster schliessen.',
  notPublished: 'Dieser Kurs ist auf der Lernplattform noch nicht veröffentlicht.',
  notSignedIn: 'Du bist nicht mehr angemeldet.',
  retrying: 'Was du schon gemacht hast, kann gerade nicht geladen werden – neuer Versuch läuft',
  launchFailed: 'Dieser Teil lässt sich gerade nicht öffnen. Versuche es noch einmal.',
  launchRefused: 'Dieser Teil lässt sich nicht öffnen. Lade den Kurs neu.',
  windowFailed:
    'Dieser Teil konnte nicht geöffnet werden. Erlaube dem Browser, Fenster zu öffnen, und versuche es noch einmal.',
  windowOpen: (title: string) => `${title} ist in einem eigenen Fenster offen.`,
  opening: (title: string) => `${title} wird geöffnet.`,
  satisfied: 'Du hast den ganzen Kurs abgeschlossen.',
  count: (done: number, all: number) => `${done} von ${all} abgeschlossen`,
  empty: 'Ohne Titel',
  ownWindow: 'öffnet sich in einem eigenen Fenster',
  states: {
    unknown: '',
    open: 'offen',
    optional: 'freiwillig',
    completed: 'abgeschlossen',
    passed: 'bestanden',
    failed: 'nicht bestanden',
  },
};

export interface Texts {
  readonly player: Readonly<typeof player>;
  readonly startPage: Readonly<typeof startPage>;
}

/** What the start page says to learners. */
export const texts = {
  courseMissing: 'Der Kurs kann nicht geladen werden.',
  tryAgain: 'Nochmals versuchen',
  outside:
    'Diesen Kurs öffnest du auf der Lernplattform. Hast du hier einen Teil fertig bearbeitet, kannst du dieses Fenster schliessen.',
  notPublished: 'Dieser Kurs ist auf der Lernplattform noch nicht veröffentlicht.',
  notSignedIn: 'Du bist nicht mehr angemeldet.',
  retrying: 'Dein Stand kann gerade nicht gelesen werden. Es wird von selbst wieder versucht.',
  launchFailed: 'Dieser Teil lässt sich gerade nicht öffnen. Versuche es nochmals.',
  launchRefused: 'Dieser Teil lässt sich nicht öffnen. Lade den Kurs neu.',
  windowFailed:
    'Dieser Teil konnte nicht geöffnet werden. Erlaube dem Browser, Fenster zu öffnen, und versuche es nochmals.',
  windowOpen: (title: string) => `${title} ist in einem eigenen Fenster offen.`,
  opening: (title: string) => `${title} wird geöffnet.`,
  satisfied: 'Du hast den ganzen Kurs erledigt.',
  count: (done: number, all: number) => `${done} von ${all} erledigt`,
  empty: 'Titel fehlt',
  ownWindow: 'öffnet ein eigenes Fenster',
  states: {
    unknown: '',
    open: 'offen',
    optional: 'freiwillig',
    completed: 'erledigt',
    passed: 'bestanden',
    failed: 'nicht bestanden',
  },
  blockDone: 'erledigt',
} as const;

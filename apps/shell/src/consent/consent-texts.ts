/**
 * The dialog's words. A translation is a JSON document with all of these keys. They are shown as text:
 * markup in them is nothing special.
 */
export const german = {
  /** BCP 47 tag of the language that the others are in. */
  language: 'de',

  title: 'Cookies auf dieser Plattform',
  description:
    'Cookies, die für Anmeldung und Sicherheit nötig sind, werden immer gespeichert. Analyse-Cookies zählen, welche Seiten wie oft geöffnet werden, damit die Plattform besser wird. Das geschieht nur mit Zustimmung und ohne Namen oder Antworten.',
  askedAgain: 'Seit der letzten Wahl hat sich etwas geändert. Deshalb hier noch einmal die Frage.',
  canChange: 'Die Wahl lässt sich jederzeit in den Cookie-Einstellungen ändern.',
  acceptAll: 'Alle akzeptieren',
  acceptNecessary: 'Nur notwendige',
  showPreferences: 'Selbst auswählen',

  preferencesTitle: 'Cookie-Einstellungen',
  save: 'Auswahl speichern',
  back: 'Zurück',
  cancel: 'Abbrechen',

  necessary: 'Notwendig',
  alwaysOn: 'Immer aktiv',
  necessaryDescription:
    'Ohne diese Einträge lässt sich die Plattform nicht benutzen: Anmeldung, Schutz vor gefälschten Anfragen und das Merken dieser Wahl hängen davon ab.',
  deviceDescription:
    'Damit die Plätze einer Lizenz gezählt werden können, bildet die Plattform eine Gerätekennung. Sie entsteht aus groben Merkmalen, die sehr viele Geräte gemeinsam haben: Betriebssystem, Sprache, Zeitzone und Bildschirmgrösse. Die Kennung dient nur den Lizenzplätzen, nie der Analyse.',

  analytics: 'Analyse',
  analyticsDescription:
    'Das Programm Matomo zählt, welche Seiten geöffnet werden und ob ein Browser wiederkehrt. Es erfährt weder, wer angemeldet ist, noch was jemand lernt oder antwortet. Wird die Zustimmung zurückgezogen, hört das Zählen sofort auf, und diese Cookies werden gelöscht.',
  analyticsAddress: 'Die Zahlen gehen an:',
  analyticsAbsent:
    'Zurzeit ist keine Analyse eingerichtet: Auch mit Zustimmung wird nichts gezählt.',

  logAddress: 'Fehlermeldungen, ohne Angaben zur Person, gehen an:',

  myData: 'Eigene Daten',
  myDataDescription:
    'Antworten, Markierungen und Notizen lassen sich jederzeit herunterladen oder löschen.',
  openMyData: 'Meine Daten',
  myDataUnavailable:
    'Die eigenen Daten konnten nicht angezeigt werden. Bitte die Internetverbindung prüfen.',

  stored: 'Was gespeichert wird',
  purposeOfChoice: 'Diese Wahl',
  purposeOfCsrf: 'Schutz vor gefälschten Anfragen',
  purposeOfSession: 'Anmeldung und was gerade offen ist (im Speicher des Tabs)',
  purposeOfSignOut: 'Abmelden in allen Tabs (im Speicher des Browsers)',
  purposeOfPlace: 'Wo es nach einer verlorenen Sitzung weitergeht (im Speicher des Browsers)',
  purposeOfDevice: 'Lizenzplätze (im Speicher des Browsers)',
  purposeOfSettings: 'Einstellungen der Plattform (im Speicher des Browsers)',
  purposeOfLogs: 'Fehlersuche, ohne Angaben zur Person (im Speicher des Browsers)',
  purposeOfVisitor: 'Wiedererkennen eines Browsers',
  purposeOfVisit: 'Zusammenfassen der Seiten eines Besuchs',
  purposeOfReferrer: 'Von welcher Website jemand kommt',
  untilTabCloses: 'Bis der Tab geschlossen wird',
  untilBrowserCloses: 'Bis der Browser geschlossen wird',
  untilCleared: 'Bis der Browserspeicher geleert wird',
  days182: '182 Tage',
  days14: '14 Tage',
  months13: '13 Monate',
  months6: '6 Monate',
  minutes30: '30 Minuten',
} as const;

export type ConsentTexts = { readonly [Key in keyof typeof german]: string };

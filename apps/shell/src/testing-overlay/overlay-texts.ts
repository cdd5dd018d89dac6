/** The overlay's words. It is German; another language is a further object with these keys. */
export const texts = {
  title: 'Testmodus',
  handle: 'Test',
  failures: (count: number) => `${count} fehlgeschlagen`,
  move: 'In die nächste Ecke schieben',
  methods: 'Methoden',
  messages: 'Nachrichten',

  categories: {
    signIn: 'Anmeldung',
    user: 'Konto',
    licenses: 'Lizenzen',
    localStore: 'Lokaler Speicher',
    statements: 'Lernaufzeichnungen',
    challenge: 'Code-Challenge',
    groups: 'Gruppen',
    files: 'Dateien',
  },
  noMethods: 'Diese Kategorie hat noch keine Methoden.',
  isLoggedIn: 'Anmeldung prüfen',
  logout: 'Abmelden',
  getUser: 'Konto lesen',
  isPandaLogin: 'Panda-Login',
  isTeacher: 'Lehrperson',
  getLicenses: 'Lizenzen',
  getLocalStoreItems: 'Einträge lesen',
  setLocalStoreItems: 'Eintrag schreiben',
  postStatement: 'Beispiel-Lernaufzeichnung senden',
  encodeChallenge: 'Challenge codieren',
  fields: {
    course: 'Kurs',
    issue: 'Ausgabe',
    place: 'Gehört zu',
    placeId: 'Kennung',
    segment: 'Segment',
    key: 'Schlüssel',
    value: 'Wert',
    text: 'Text',
  },
  topic: 'Seite',
  exercise: 'Aufgabe',
  runningOf: (method: string) => `${method} läuft …`,
  resultOf: (method: string) => `Antwort auf «${method}»`,
  took: (time: string) => `nach ${time}`,

  filter: 'Filtern',
  pause: 'Anhalten',
  clear: 'Leeren',
  export: 'Exportieren',
  exportHint: 'Als JSON, ohne Personendaten: nur Namen, Codes, Grössen, Zeiten und Datentypen',
  shown: (shown: number, all: number) => (shown === all ? `${all}` : `${shown} von ${all}`),
  noMessages: 'Noch keine Nachrichten zwischen Inhalt und Container.',
  paused: 'Angehalten: Neue Nachrichten werden nicht aufgezeichnet.',
  noMatch: 'Keine Nachricht passt zum Filter.',
  action: 'Aktion',
  state: 'Status',
  size: 'Grösse',
  time: 'Zeit',
  duration: 'Dauer',
  states: {
    pending: 'läuft …',
    ok: 'OK',
    failed: 'Fehler',
    'one-way': 'ohne Antwort',
    event: 'Ereignis',
    ignored: 'ignoriert',
  },
  ignoredName: '(keine Anfrage)',
  ignoredHint: 'Das Feld «origin» ist nicht «iframe», oder die Aktion fehlt.',
  toShell: 'Inhalt → Container',
  toContent: 'Container → Inhalt',
  id: (id: string | number) => `id ${id}`,
  notKept: 'Zu gross, um sie aufzubewahren. Aufbau:',
  noBody: '(ohne Nutzdaten)',

  handshakeFault: 'Keine Verbindung zwischen Inhalt und Container',
  handshake: {
    'other origin': {
      cause: (origin: string, expected: string) =>
        `Der Inhalt im Rahmen kommt von ${origin}. Beachtet werden nur Nachrichten von ${expected}.`,
      remedy:
        'Den Inhalt dort ausliefern oder «project.contentOrigin» in der Konfiguration ändern. Protokoll, Name und Port müssen gleich sein; eine Weiterleitung genügt nicht.',
    },
    'no origin': {
      cause:
        'Der Inhalt läuft in einer Sandbox ohne eigene Herkunft. Seine Nachrichten werden ignoriert.',
      remedy:
        'Beim Ausliefern des Inhalts die Anweisung «sandbox» aus dem Header Content-Security-Policy nehmen oder um «allow-scripts allow-same-origin» ergänzen.',
    },
    version: {
      cause: 'Der Inhalt spricht eine Version der Brücke, die dieser Container nicht kennt.',
      remedy:
        'Das SDK des Inhalts aktualisieren; ohne SDK in «hello» eine ganze Zahl als «version» senden.',
    },
    silent: {
      cause: 'Der Inhalt ist geladen und hat sich nicht gemeldet.',
      remedy:
        'In der Konsole des Rahmens nachsehen, ob das Skript des SDK fehlt, von einer Content-Security-Policy blockiert wird oder abbricht, bevor es «hello» sendet. Eine Seite, die die Brücke nicht benutzt, muss sich nicht melden.',
    },
    unreachable: {
      cause: 'Der Server des Inhalts antwortet nicht.',
      remedy:
        'Prüfen, ob er läuft und ob «project.contentOrigin» stimmt. Ein Header Cross-Origin-Resource-Policy «same-origin» sieht von hier aus gleich aus.',
    },
  },

  errorCodes: {
    UNKNOWN_ACTION: 'Diese Aktion gibt es nicht.',
    BAD_PAYLOAD: 'Die Nutzdaten stimmen nicht.',
    MISTYPED: 'Der Code sieht nach einem Tippfehler aus.',
    NOT_LOGGED_IN: 'Niemand ist angemeldet.',
    UNSUPPORTED_VERSION: 'Diese Version der Brücke wird nicht unterstützt.',
    STORAGE_FULL: 'Auf diesem Gerät ist kein Platz mehr.',
    TOO_MANY: 'Das sind zu viele Nachrichten auf einmal.',
    REFUSED: 'Der Dienst lehnt das ab.',
    CONFLICT: 'Der Eintrag hat sich seither geändert.',
    UNAVAILABLE: 'Das hat gerade nicht geklappt. Später noch einmal versuchen.',
    TIMEOUT: 'Die Antwort kam nicht rechtzeitig.',
    NO_CONTAINER: 'Der Inhalt läuft in keinem Container.',
  },
} as const;

/**
 * Every text that people read, in German; each other language is a file with the same keys. Where a pupil
 * must decide something they say "du"; else they address nobody. Swiss spelling.
 */
export const texts = {
  signIn: 'Anmelden',
  signInAsOther: 'Mit anderem Konto anmelden',
  signOut: 'Abmelden',
  retry: 'Noch einmal versuchen',
  or: 'oder',
  cookieSettings: 'Cookie-Einstellungen',
  cookieSettingsUnavailable:
    'Die Cookie-Einstellungen konnten nicht geladen werden. Bitte die Internetverbindung prüfen.',
  signInInvitation: 'Zum Öffnen bitte anmelden.',
  rejectedTitle: 'Keine gültige Lizenz',
  rejected: (title: string) =>
    `Mit diesem Konto lässt sich «${title}» nicht öffnen: Es fehlt eine gültige Lizenz. Ist sie inzwischen da? Dann bitte noch einmal anmelden. Ein Gutscheincode kann hier eingelöst werden. Sonst hilft die Schule oder der Verlag.`,
  rejectedInClass: (title: string) =>
    `Dieses Konto ist in einer Klasse. Sie hat keine Lizenz für «${title}». Bitte die Lehrperson fragen.`,
  rejectedBrief: (title: string) => `Mit diesem Konto lässt sich «${title}» nicht öffnen.`,
  sessionEndedTitle: 'Die Anmeldung ist abgelaufen',
  sessionEnded: 'Alles Gespeicherte ist noch da. Bitte noch einmal anmelden.',
  signInFailedTitle: 'Das Anmelden hat nicht geklappt',
  signInFailed: 'Bitte noch einmal versuchen.',
  signInCancelledTitle: 'Das Anmelden wurde abgebrochen',
  signInCancelled:
    'Bitte noch einmal anmelden. Geht es wieder nicht, hilft die Schule oder der Verlag.',
  signInMisconfiguredTitle: 'Das Anmelden ist falsch eingerichtet',
  signInMisconfigured: 'An diesem Gerät liegt es nicht. Bitte der Schule oder dem Verlag melden.',
  shellInsecureTitle: 'Diese Adresse ist nicht sicher',
  shellInsecure:
    'Anmelden geht nur mit einer Adresse, die mit https beginnt. Bitte die Adresse des Browsers prüfen. Sonst hilft die Schule oder der Verlag.',
  beingErasedTitle: 'Die Daten dieses Kontos werden gelöscht',
  beingErased: 'In ein paar Minuten ist das Konto leer und kann wieder benutzt werden.',
  providerUnreachableTitle: 'Der Anmeldedienst ist nicht erreichbar',
  providerUnreachable: 'Bitte die Internetverbindung prüfen und noch einmal versuchen.',
  signedOutElsewhereTitle: 'Abgemeldet',
  signedOutElsewhere:
    'Jemand hat sich in einem anderen Tab dieses Browsers abgemeldet. Alles Gespeicherte ist noch da.',
  clockWrongTitle: 'Die Uhr dieses Geräts geht falsch',
  clockWrong: (shown: string, actual: string) =>
    `Dieses Gerät zeigt: ${shown}. Richtig ist: ${actual}. So klappt das Anmelden nicht. Bitte in den Einstellungen des Geräts Datum, Uhrzeit und Zeitzone richtig stellen. Danach noch einmal anmelden.`,
  popupOpen: 'Das Anmelden geht in einem eigenen Fenster weiter.',
  showPopup: 'Fenster anzeigen',
  popupClosedTitle: 'Das Anmeldefenster wurde geschlossen',
  popupClosed: 'Das Anmelden ist noch nicht fertig. Bitte noch einmal versuchen.',
  popupBlockedTitle: 'Das Anmeldefenster wurde blockiert',
  popupBlocked:
    'Zum Anmelden muss sich ein Fenster öffnen. Der Browser hat es blockiert. Bitte Pop-ups für diese Seite erlauben und noch einmal anmelden.',
  technicalDetail: (detail: string) => `Für den Support: ${detail}`,

  couponLabel: 'Gutscheincode oder Klassencode',
  couponHint:
    'Zum Beispiel WTRD-7K3M-Q9XP-4HN. Kleinbuchstaben gehen auch, Bindestriche sind nicht nötig. Eingelöst wird der Code erst nach dem Anmelden, für dieses Konto.',
  couponRedeem: 'Code einlösen',
  couponMissing: 'Bitte den Gutscheincode eingeben.',
  couponMalformed:
    'Ein Gutscheincode besteht nur aus Buchstaben ohne Umlaute, Ziffern und Bindestrichen. Bitte die Eingabe prüfen.',
  couponSeveral: 'Hier stehen mehrere Codes. Bitte nur einen stehen lassen.',
  couponKept: 'Nach der Anmeldung wird dieser Gutscheincode eingelöst:',
  haveCode: 'Ich habe einen Code',
  couponDoubtful:
    'Das sieht nach einem Tippfehler aus. Bitte noch einmal vergleichen, bevor es weitergeht. Im Code gibt es kaum 0, O, 1 und I.',
  couponSure: 'Der Code stimmt',
  couponNotNeededTitle: 'Der Gutscheincode ist nicht eingelöst',
  couponNotNeeded: (title: string) =>
    `Für «${title}» gibt es hier schon eine Lizenz. Der Code gilt weiter, auch für jemand anderes.`,
  classNeededTitle: 'Zuerst eine Klasse anlegen',
  classNeeded: 'Der Gutscheincode ist für eine Klasse. Er wird eingelöst, sobald es eine gibt.',
  joinKept: 'Nach der Anmeldung geht es zur Klasse mit diesem Code:',
  joinDoubtful: 'Dieser Klassencode sieht nach einem Tippfehler aus:',
  joiningTitle: 'Einer Klasse beitreten',
  joiningExplanation: (title: string) =>
    `Für «${title}» fehlt noch eine Lizenz. Vielleicht kommt sie mit der Klasse.`,
  couponUnknownTitle: 'Diesen Code gibt es nicht',
  couponUnknown: (code: string) =>
    `Es geht um den Code ${code}. Bitte Zeichen für Zeichen vergleichen.`,
  couponUsedTitle: 'Der Gutscheincode ist schon eingelöst',
  couponUsed: 'Jemand anderes hat ihn schon benutzt. Jeder Code gilt nur einmal.',
  couponWithdrawnTitle: 'Der Gutscheincode gilt nicht mehr',
  couponWithdrawn: 'Er wurde zurückgezogen. Bei Fragen hilft die Schule oder der Verlag.',
  couponExpiredTitle: 'Der Gutscheincode ist abgelaufen',
  couponExpired: 'Die Frist zum Einlösen ist vorbei. Bei Fragen hilft die Schule oder der Verlag.',
  couponNeedsGroupTitle: 'Dieser Gutscheincode ist für eine Klasse',
  couponNeedsGroup:
    'Einlösen kann ihn nur eine Lehrperson mit einer Klasse. Er ist noch nicht eingelöst. Schülerinnen und Schüler geben ihn bitte der Lehrperson. Fehlt einer Lehrperson die Klasse, kann sie bei «Klassen» eine anlegen.',
  couponTooManyTitle: 'Zu viele Versuche',
  couponTooMany: (time: string) =>
    `Der Gutscheincode ist noch nicht eingelöst. Ab ${time} Uhr geht es wieder.`,
  couponTooManyForNow:
    'Der Gutscheincode ist noch nicht eingelöst. In einigen Minuten geht es wieder.',
  couponUnavailableTitle: 'Das Einlösen hat nicht geklappt',
  couponUnavailable: 'Bitte später noch einmal versuchen.',
  couponOtherProductTitle: 'Dieser Gutscheincode passt hier nicht',
  couponOtherProduct: (title: string) =>
    `Er gilt nicht für «${title}» und wurde deshalb nicht eingelöst.`,
  couponRedeemed: 'Gutschein eingelöst.',
  couponValidUntil: (day: string) => `Gültig bis ${day}.`,
  close: 'Schliessen',
  licensePendingTitle: 'Der Gutscheincode ist eingelöst',
  licensePending:
    'Die Lizenz ist noch nicht bereit. Bitte in ein paar Minuten noch einmal anmelden.',

  usedElsewhereTitle: 'Du arbeitest schon auf einem anderen Gerät',
  usedElsewhere: (title: string) =>
    `«${title}» ist dort noch offen oder war es gerade eben noch. Wenn du hier weitermachst, wird es dort geschlossen. Was du dort geschrieben hast, bleibt gespeichert.`,
  movedElsewhereTitle: 'Du machst auf einem anderen Gerät weiter',
  movedElsewhere: (title: string, work: string) =>
    `«${title}» ist jetzt auf einem anderen Gerät offen. ${work} Du kannst auch hier weitermachen. Dann wird es dort geschlossen.`,
  /** States of the work in content that is not shown any more. */
  work: {
    none: 'Was du geschrieben hast, bleibt gespeichert.',
    saved: 'Was du hier geschrieben hast, ist gespeichert.',
    unsaved:
      'Das Letzte, was du hier geschrieben hast, konnte leider nicht mehr gespeichert werden.',
  },
  continueHere: 'Hier weitermachen',
  notContinued:
    'Das hat noch nicht geklappt. Prüfe die Internetverbindung und versuche es noch einmal.',
  seatsTakenTitle: 'Alle Plätze sind belegt',
  seatsTaken: (title: string, work: string) =>
    `Für «${title}» gibt es eine begrenzte Zahl von Plätzen, und gerade sind alle belegt. Sobald jemand fertig ist, wird ein Platz frei. ${work}`,
  stillTaken: (time: string) => `Um ${time} Uhr war noch kein Platz frei.`,
  signOutTitle: 'Abmelden',
  signOutQuestion: 'Diese Seite möchte die Sitzung beenden.',
  stayHere: 'Hier bleiben',
  signInAnewTitle: 'Bitte noch einmal anmelden',
  signInAnew: 'Das ist zur Sicherheit. Danach geht es hier weiter.',
  linkTitle: 'Verbundenes Konto',
  linked: (day: string) => `Seit ${day} ist ein anderes Konto mit diesem verbunden.`,
  linkMeans: 'Wer sich dort anmeldet, sieht und ändert hier alles.',
  linkFailed: 'Das hat nicht geklappt. Bitte noch einmal versuchen.',
  undoLink: 'Verbindung lösen',
  confirmLink: 'Das ist mein Konto',
  invitationTitle: 'Einladung',
  invitation: (group: string, who: string) =>
    who === '' ? `Einladung in «${group}».` : `${who} lädt in «${group}» ein.`,
  invitationToLead: (group: string, who: string) =>
    who === '' ? `Einladung, «${group}» zu leiten.` : `${who} lädt ein, «${group}» zu leiten.`,
  leadingMeans: 'Nach dem Annehmen gelten die eigenen Klassenlizenzen auch dort.',
  invitationMeans: 'Nach dem Annehmen ist dort zu sehen, was ab jetzt gelöst wird.',
  invitationFailed: 'Das hat nicht geklappt. Bitte noch einmal versuchen.',
  invitedExplanation: (title: string) =>
    `Für «${title}» fehlt noch eine Lizenz. Vielleicht kommt sie mit dieser Einladung.`,
  acceptInvitation: 'Annehmen',
  declineInvitation: 'Ablehnen',
  licencesMissing:
    'Die Lizenzen konnten noch nicht geladen werden. Manches lässt sich deshalb vielleicht nicht öffnen. Gespeichert wird trotzdem. Bald folgt ein neuer Versuch.',
  licenseEndedTitle: 'Die Lizenz gilt nicht mehr',
  licenseEnded: (title: string) =>
    `Die Lizenz für «${title}» ist abgelaufen oder wurde gesperrt. Alles Gespeicherte ist noch da. Bei Fragen hilft die Schule oder der Verlag.`,
  leftClassTitle: 'Nicht mehr in der Klasse',
  leftClass: (title: string) =>
    `Dieses Konto ist nicht mehr in der Klasse, deren Lizenz «${title}» geöffnet hat. Alles Gespeicherte ist noch da. Ein anderer Code lässt sich hier eingeben.`,
  licenseToTeacherEnded: (title: string) =>
    `Keine Lizenz einer Klasse öffnet «${title}» jetzt für dieses Konto. Alles Gespeicherte ist noch da. Ein anderer Code lässt sich hier eingeben.`,
  licenseOfClassEnded: (title: string) =>
    `Die Lizenz der Klasse öffnet «${title}» für dieses Konto nicht mehr. Alles Gespeicherte ist noch da. Bitte die Lehrperson fragen.`,
  devicesTitle: 'Zu viele Geräte',
  devices: (title: string, work: string) =>
    `Mehr Geräte sind für «${title}» nicht erlaubt. Entferne eines der Geräte, dann kannst du hier weitermachen. ${work}`,
  deviceLost: (title: string, work: string) =>
    `Du benutzt «${title}» auf anderen Geräten, und mehr sind nicht erlaubt. Entferne eines davon, wenn du hier weitermachen willst. ${work}`,
  devicesUnavailable: 'Die Geräte konnten nicht geladen werden.',
  deviceNotFreed: 'Das Gerät konnte nicht entfernt werden. Versuche es noch einmal.',
  freeDevice: 'Entfernen',
  freeDeviceOf: (name: string) => `${name} entfernen`,
  freeDeviceQuestion:
    'Dieses Gerät wirklich entfernen? Dort kannst du dann nicht weitermachen. Was du dort geschrieben hast, bleibt gespeichert.',
  freeDeviceYes: 'Ja, entfernen',
  freeDeviceNo: 'Abbrechen',
  thisDevice: 'Dieses Gerät',
  leastUsedDevice: 'Am längsten nicht benutzt',
  deviceSeen: (when: string) => `Zuletzt geöffnet: ${when}`,
  deviceSince: (day: string) => `In Gebrauch seit ${day}`,
  deviceWithBrowser: (kind: string, browser: string) => `${kind} mit ${browser}`,
  deviceNames: {
    Windows: 'Windows-Computer',
    'Mac OS X': 'Mac',
    Linux: 'Linux-Computer',
    CrOS: 'Chromebook',
    Android: 'Android-Gerät',
    iPhone: 'iPhone',
    iPad: 'iPad',
  },
  unknownDevice: 'Unbekanntes Gerät',

  saveSign: {
    saving: 'Wird gespeichert …',
    saved: 'Gespeichert',
    waiting:
      'Vorerst auf diesem Gerät gesichert. Wird übertragen, sobald die Verbindung wieder da ist.',
    waitingShort: 'Vorerst auf diesem Gerät gesichert',
    outdated:
      'In einem anderen Tab läuft eine neuere Fassung. Seite neu laden, damit wieder alles gesichert wird.',
    reload: 'Neu laden',
    refused: (count: number) =>
      count === 1
        ? '1 Eintrag konnte nicht gespeichert werden'
        : `${count} Einträge konnten nicht gespeichert werden`,
    show: 'Ansehen',
  },
  setAside: {
    title: 'Nicht gespeicherte Einträge',
    kept: 'Sie sind auf diesem Gerät noch da und bleiben hier, bis du entscheidest.',
    refusedTitle: 'Abgelehnt',
    conflictTitle: 'Zwei verschiedene Fassungen',
    conflict:
      'Inzwischen wurde eine andere Fassung gespeichert, zum Beispiel auf einem anderen Gerät. Öffne die Aufgabe: Dort kannst du wählen, welche gilt.',
    exercise: (title: string) => `Aufgabe «${title}»`,
    someExercise: 'Eine Aufgabe',
    topic: (title: string) => `Seite «${title}»`,
    someTopic: 'Eine Seite',
    someAssignment: 'Ein Auftrag für eine Klasse',
    statement: (title: string) => `Eintrag über dein Lernen: «${title}»`,
    someStatement: 'Ein Eintrag über dein Lernen',
    answers: (count: number) => (count === 1 ? '1 Antwort' : `${count} Antworten`),
    annotations: (count: number) =>
      count === 1 ? '1 Markierung oder Notiz' : `${count} Markierungen und Notizen`,
    assignments: (count: number) => (count === 1 ? '1 Auftrag' : `${count} Aufträge`),
    feedback: (count: number) => (count === 1 ? '1 Rückmeldung' : `${count} Rückmeldungen`),
    unreadableTitle: 'Nicht lesbar',
    unreadable: (count: number) =>
      count === 1
        ? '1 Eintrag lässt sich auf diesem Gerät nicht mehr lesen.'
        : `${count} Einträge lassen sich auf diesem Gerät nicht mehr lesen.`,
    reasons: {
      full: 'In dieser Aufgabe oder auf dieser Seite ist kein Platz mehr.',
      accountFull: 'In deinem Konto ist kein Platz mehr. Lösche, was du nicht mehr brauchst.',
      tooLarge: 'Der Eintrag ist zu gross.',
      forbidden: 'Für dieses Konto ist das Speichern hier nicht erlaubt.',
      deleted: 'Das Original wurde inzwischen gelöscht, zum Beispiel an einem anderen Gerät.',
      exists: 'Diesen Eintrag gibt es schon, mit anderem Inhalt.',
      changed: 'Diese Rückmeldung wurde inzwischen auf einem anderen Gerät geändert.',
      assignmentChanged: 'Dieser Auftrag wurde inzwischen auf einem anderen Gerät geändert.',
      notLed: 'Sie leiten diese Klasse nicht mehr.',
      forNobody: 'Niemand von denen, für die es war, ist noch in der Klasse.',
      notShared: 'Diese Antwort wird mit dieser Klasse nicht mehr geteilt.',
      other: (code: string) => `Die Lernplattform hat es nicht angenommen (${code}).`,
    },
    saveAsFile: 'Als Datei sichern',
    discard: 'Verwerfen',
    discardQuestion:
      'Wirklich verwerfen? Was hier steht, wird auf diesem Gerät gelöscht und lässt sich nicht zurückholen.',
    discardYes: 'Ja, verwerfen',
    discardNo: 'Behalten',
    sending: 'Neuer Versuch läuft …',
    noneLeft: 'Hier ist nichts mehr offen.',
    failed: 'Das hat nicht geklappt. Die Einträge sind noch da.',
    unavailable: 'Die Einträge konnten nicht gelesen werden. Sie bleiben auf diesem Gerät.',
  },
  menu: {
    label: 'Konto',
    signedInAs: 'Angemeldet als',
    signedIn: 'Angemeldet',
    progress: 'Fortschritt',
    classes: 'Klassen',
    code: 'Code eingeben',
    help: 'Hilfe',
    whoHelps: 'Bei Fragen hilft die Schule oder der Verlag.',
    unavailable: 'Das konnte nicht geladen werden. Bitte die Internetverbindung prüfen.',
  },
  myData: {
    title: 'Meine Daten',
    about: (title: string) =>
      `Alles, was du in «${title}» geschrieben hast: Antworten, Markierungen, Notizen und Lesezeichen.`,
    downloadTitle: 'Herunterladen',
    download:
      'Du bekommst eine ZIP-Datei mit allem. Sie liegt danach auf diesem Gerät. Benutzen es auch andere? Dann lösche die Datei wieder, wenn du sie nicht mehr brauchst.',
    downloadNow: 'Meine Daten herunterladen',
    downloading: 'Wird vorbereitet. Das kann eine Weile dauern …',
    downloaded: 'Die Datei wird gespeichert. Du findest sie bei den Downloads.',
    undelivered: (count: number) =>
      count === 1
        ? '1 Eintrag ist noch nicht übertragen und fehlt in der Datei.'
        : `${count} Einträge sind noch nicht übertragen und fehlen in der Datei.`,
    downloadFailed: 'Das Herunterladen hat nicht geklappt. Versuche es später noch einmal.',
    deleteTitle: 'Löschen',
    delete: 'Du kannst alles löschen, was du hier geschrieben hast.',
    deleteNow: 'Meine Daten löschen …',
    question: 'Alles endgültig löschen?',
    erased: (title: string) =>
      `Alle deine Antworten, Markierungen, Notizen und Lesezeichen in «${title}» werden gelöscht, auf allen Geräten. Auch was auf diesem Gerät noch nicht übertragen ist, wird gelöscht. Niemand kann es zurückholen.`,
    notErased:
      'Deine Lizenzen, dein Konto, deine Klassen und die Aufzeichnungen über dein Lernen bleiben.',
    understood: 'Ich habe verstanden, dass danach alles weg ist.',
    deleteYes: 'Endgültig löschen',
    deleteNo: 'Nicht löschen',
    deleting: 'Wird gelöscht …',
    deleted: 'Deine Daten sind gelöscht.',
    deletedAmount: (items: number) =>
      items === 1 ? '1 Eintrag wurde gelöscht.' : `${items} Einträge wurden gelöscht.`,
    nothingThere: 'Es gab nichts zu löschen.',
    startAnew: 'Von vorn beginnen',
    deleteFailed:
      'Das Löschen hat nicht ganz geklappt: Vielleicht ist ein Teil deiner Daten noch da. Prüfe die Internetverbindung und versuche es noch einmal.',
    accountTitle: 'Dein Konto',
    account:
      'Dein Konto ist alles, was über dich gespeichert ist, in allen Titeln. Dazu gehören auch deine Lizenzen, deine Klassen und die Aufzeichnungen über dein Lernen.',
    downloadAll: 'Alles herunterladen',
    deleteAccount: 'Mein Konto löschen …',
    accountQuestion: 'Konto endgültig löschen?',
    accountErased:
      'Alles, was über dich gespeichert ist, wird gelöscht, in allen Titeln und auf allen Geräten. Dann ist weg, was du geschrieben hast. Auch deine Lizenzen, deine Klassen und die Aufzeichnungen über dein Lernen sind weg. Niemand kann es zurückholen.',
    accountNotErased:
      'Die Anmeldung bei deiner Schule oder deinem Verlag bleibt. Wenn du dich damit wieder anmeldest, beginnst du ganz von vorn.',
    accountDeleted: 'Dein Konto ist gelöscht.',
    notFresh:
      'Das ist zur Sicherheit, falls gerade jemand anderes dein Gerät benutzt. Danach geht es hier weiter.',
    linkedFirst:
      'Das geht noch nicht: Ein anderes Konto ist mit deinem verbunden. Löse die Verbindung, oder warte, bis sie zwei Wochen alt ist.',
    neverFresh:
      'Das geht hier leider nicht: Deine Anmeldung sagt nicht, wann du dich zuletzt angemeldet hast. Bitte wende dich an deine Schule.',
  },
  undeliveredHere:
    'Auf diesem Gerät liegen Einträge, die noch nicht übertragen sind. Sie sind verschlüsselt und werden übertragen, sobald sich dieselbe Person hier wieder anmeldet.',
  forgottenUnused:
    'Öffnet sieben Tage lang niemand diese Seite, löscht dieser Browser, was hier noch wartet.',
  contentAwayTitle: 'Die Inhalte sind nicht erreichbar',
  contentAway: (title: string) =>
    `«${title}» lässt sich gerade nicht laden. Bitte die Internetverbindung prüfen. Sobald die Verbindung wieder da ist, geht es von selbst weiter. Alles Gespeicherte ist noch da.`,
  contentStillAway: (time: string) => `Um ${time} Uhr noch nicht erreichbar.`,
  showAnyway: 'Trotzdem anzeigen',

  startUpFailed: 'Die Anwendung kann nicht gestartet werden.',
  configurationUnreachable:
    'Die Konfiguration konnte nicht geladen werden. Bitte die Internetverbindung prüfen.',
  configurationNoObject: 'Die Konfiguration hat keine Felder: Sie ist kein JSON-Objekt.',
  configurationMissing: (field: string) => `In der Konfiguration fehlt das Feld «${field}».`,
  configurationInvalid: (field: string) => `In der Konfiguration ist das Feld «${field}» ungültig.`,
  addressInsecure: (field: string) =>
    `In der Konfiguration beginnt die Adresse im Feld «${field}» nicht mit https. Das ist aus Sicherheitsgründen nicht erlaubt.`,
  contentOriginIsOwn:
    'Die Inhalte liegen unter derselben Adresse wie die Anwendung (Feld «project.contentOrigin»). Das ist aus Sicherheitsgründen nicht erlaubt.',
  operatorHelps: 'Beheben kann das nur, wer diese Anwendung betreibt.',
  applicationUnreachable:
    'Ein Teil der Anwendung konnte nicht geladen werden. Bitte die Internetverbindung prüfen.',
  progress: {
    title: 'Fortschritt',
    whose: 'Wer',
    own: 'Nur ich',
    course: 'Kurs',
    thema: 'Thema',
    allThemen: 'Alle Themen',
    subThema: 'Unterthema',
    allSubThemen: 'Alle Unterthemen',
    group: 'Aufgabengruppe',
    allGroups: 'Alle Gruppen',
    difficulty: 'Schwierigkeit',
    allDifficulties: 'Alle',
    difficulties: { easy: 'leicht', medium: 'mittel', hard: 'schwierig', mixed: 'gemischt' },
    states: {
      NOT_BEGUN: 'nicht begonnen',
      BEGUN: 'begonnen',
      AGAIN: 'noch einmal ansehen',
      SUCCEEDED: 'richtig',
      HANDED_IN: 'abgegeben',
      SEEN: 'gesehen',
    },
    pupil: 'Name',
    exercise: 'Aufgabe',
    state: 'Stand',
    score: 'Ergebnis',
    lastActive: 'Zuletzt aktiv',
    never: 'noch nie',
    none: '–',
    settledOf: (settled: number, all: number) => `${settled} von ${all} richtig oder abgegeben`,
    meanScore: 'Ø',
    showThema: (title: string) => `Aufgaben von «${title}» zeigen`,
    sortBy: (title: string) => `Nach «${title}» ordnen`,
    asFile: 'Tabelle herunterladen',
    print: 'Drucken',
    nameless: 'Ohne Namen',
    showAnswer: (exercise: string, pupil: string) => `Antwort von ${pupil} zu «${exercise}» zeigen`,
    tableOfClass: 'Fortschritt der Klasse',
    tableOfOwn: 'Mein Fortschritt',
    legend: 'Legende',
    chart: 'Verlauf',
    diagram: 'Diagramm',
    line: 'Linie',
    pie: 'Kreis',
    period: 'Zeitraum',
    periods: { WEEKS_OF_YEAR: 'Wochen', MONTHS: 'Monate', YEARS: 'Schuljahre' },
    periodHead: { WEEKS_OF_YEAR: 'Woche', MONTHS: 'Monat', YEARS: 'Schuljahr' },
    earlier: 'Vorheriges Schuljahr',
    later: 'Nächstes Schuljahr',
    activity: 'Aktivitäten',
    begun: 'Begonnene Aufgaben',
    // Where there is no room, and the browser knows no German syllables.
    finished: 'Zu Ende bearbei\u00adtete Aufgaben',
    atEnd: (year: string) => `Stand am Ende des Schuljahrs ${year}`,
    today: 'Stand heute',
    exercises: 'Aufgaben',
    asTable: 'Als Tabelle zeigen',
    loading: 'Wird geladen …',
    newUntil: (time: string) => `Stand ${time}. Neueres lässt sich gerade nicht laden.`,
    stillCounting: 'Es wird noch gezählt. Die Zahlen sind noch nicht vollständig.',
    failed: 'Der Fortschritt lässt sich gerade nicht laden. Bitte die Internetverbindung prüfen.',
    retry: 'Noch einmal versuchen',
    noCourse:
      'Hier gibt es noch keinen Fortschritt zu sehen: Es ist noch keine Aufgabe veröffentlicht.',
    withoutCourse: (count: number) =>
      count === 1
        ? '1 Person in dieser Klasse arbeitet nicht mit diesem Kurs'
        : `${count} in dieser Klasse arbeiten nicht mit diesem Kurs`,
    isWithoutCourse: 'ohne diesen Kurs',
    withoutCourseHint:
      'Mit einer Klassenlizenz sind alle dabei: Unter «Klassen» lässt sich ein Gutschein für die Klasse einlösen. Ein eigener Gutschein zählt, wenn auch die Lehrperson eine Lizenz hat.',
    noPupils:
      'In dieser Klasse ist noch niemand. Sobald Schülerinnen und Schüler beitreten, stehen sie hier.',
    nothingFits:
      'Zu dieser Auswahl gibt es keine Aufgaben. Bitte eine andere Schwierigkeit wählen.',
    classNotBegun:
      'Noch hat niemand angefangen. Sobald jemand eine Aufgabe öffnet oder löst, ist es hier zu sehen.',
    ownNotBegun: 'Hier ist noch nichts. Gelöste Aufgaben erscheinen hier.',
    nothingInPeriod: 'In diesem Zeitraum gibt es keine Aktivitäten. Bitte einen anderen wählen.',
  },
};

/** The texts of a language: one that lacks a key does not compile. */
export type Texts = Readonly<typeof texts>;

/** Where pupils are told "du", teachers read these. */
export const toTeachers: Texts = {
  ...texts,
  usedElsewhereTitle: 'Sie arbeiten schon auf einem anderen Gerät',
  usedElsewhere: (title) =>
    `«${title}» ist dort noch offen oder war es gerade eben noch. Wenn Sie hier weitermachen, wird es dort geschlossen. Was Sie dort geschrieben haben, bleibt gespeichert.`,
  movedElsewhereTitle: 'Sie machen auf einem anderen Gerät weiter',
  movedElsewhere: (title, work) =>
    `«${title}» ist jetzt auf einem anderen Gerät offen. ${work} Sie können auch hier weitermachen. Dann wird es dort geschlossen.`,
  work: {
    none: 'Was Sie geschrieben haben, bleibt gespeichert.',
    saved: 'Was Sie hier geschrieben haben, ist gespeichert.',
    unsaved:
      'Das Letzte, was Sie hier geschrieben haben, konnte leider nicht mehr gespeichert werden.',
  },
  notContinued:
    'Das hat noch nicht geklappt. Bitte prüfen Sie die Internetverbindung und versuchen Sie es noch einmal.',
  devices: (title, work) =>
    `Mehr Geräte sind für «${title}» nicht erlaubt. Entfernen Sie eines der Geräte, dann können Sie hier weitermachen. ${work}`,
  deviceLost: (title, work) =>
    `Sie benutzen «${title}» auf anderen Geräten, und mehr sind nicht erlaubt. Entfernen Sie eines davon, wenn Sie hier weitermachen wollen. ${work}`,
  deviceNotFreed: 'Das Gerät konnte nicht entfernt werden. Bitte versuchen Sie es noch einmal.',
  freeDeviceQuestion:
    'Dieses Gerät wirklich entfernen? Dort können Sie dann nicht weitermachen. Was Sie dort geschrieben haben, bleibt gespeichert.',
  setAside: {
    ...texts.setAside,
    kept: 'Sie sind auf diesem Gerät noch da und bleiben hier, bis Sie entscheiden.',
    conflict:
      'Inzwischen wurde eine andere Fassung gespeichert, zum Beispiel auf einem anderen Gerät. Öffnen Sie die Aufgabe: Dort können Sie wählen, welche gilt.',
    statement: (title) => `Lernaufzeichnung: «${title}»`,
    someStatement: 'Eine Lernaufzeichnung',
    reasons: {
      ...texts.setAside.reasons,
      accountFull: 'In Ihrem Konto ist kein Platz mehr. Löschen Sie, was Sie nicht mehr brauchen.',
    },
  },
  myData: {
    ...texts.myData,
    about: (title) =>
      `Alles, was Sie in «${title}» geschrieben haben: Antworten, Markierungen, Notizen und Lesezeichen.`,
    download:
      'Sie bekommen eine ZIP-Datei mit allem. Sie liegt danach auf diesem Gerät. Benutzen es auch andere? Dann löschen Sie die Datei wieder, wenn Sie sie nicht mehr brauchen.',
    downloaded: 'Die Datei wird gespeichert. Sie finden sie bei den Downloads.',
    downloadFailed:
      'Das Herunterladen hat nicht geklappt. Bitte versuchen Sie es später noch einmal.',
    delete: 'Sie können alles löschen, was Sie hier geschrieben haben.',
    erased: (title) =>
      `Alle Ihre Antworten, Markierungen, Notizen und Lesezeichen in «${title}» werden gelöscht, auf allen Geräten. Auch was auf diesem Gerät noch nicht übertragen ist, wird gelöscht. Niemand kann es zurückholen.`,
    notErased:
      'Ihre Lizenzen, Ihr Konto, Ihre Klassen und die Aufzeichnungen über Ihr Lernen bleiben.',
    deleted: 'Ihre Daten sind gelöscht.',
    deleteFailed:
      'Das Löschen hat nicht ganz geklappt: Vielleicht ist ein Teil Ihrer Daten noch da. Bitte prüfen Sie die Internetverbindung und versuchen Sie es noch einmal.',
    accountTitle: 'Ihr Konto',
    account:
      'Ihr Konto ist alles, was über Sie gespeichert ist, in allen Titeln: auch Ihre Lizenzen, Ihre Klassen und die Aufzeichnungen über Ihr Lernen.',
    accountErased:
      'Alles, was über Sie gespeichert ist, wird gelöscht, in allen Titeln und auf allen Geräten: was Sie geschrieben haben, Ihre Lizenzen, Ihre Klassen und die Aufzeichnungen über Ihr Lernen. Niemand kann es zurückholen.',
    accountNotErased:
      'Die Anmeldung bei Ihrer Schule oder Ihrem Verlag bleibt. Wenn Sie sich damit wieder anmelden, beginnen Sie ganz von vorn.',
    accountDeleted: 'Ihr Konto ist gelöscht.',
    notFresh:
      'Das ist zur Sicherheit, falls gerade jemand anderes Ihr Gerät benutzt. Danach geht es hier weiter.',
    linkedFirst:
      'Das geht noch nicht: Ein anderes Konto ist mit Ihrem verbunden. Lösen Sie die Verbindung, oder warten Sie, bis sie zwei Wochen alt ist.',
    neverFresh:
      'Das geht hier leider nicht: Ihre Anmeldung sagt nicht, wann Sie sich zuletzt angemeldet haben. Bitte wenden Sie sich an Ihre Schule.',
  },
};

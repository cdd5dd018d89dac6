/**
 * Every text that people read, in German; each other language is a file with the same keys. Where a pupil
 * must decide something they say "du"; else they address nobody. Swiss spelling.
 */
export const texts = {
  signIn: 'Anmelden',
  signInAsOther: 'Mit anderem Konto anmelden',
  signOut: 'Abmelden',
  retry: 'Erneut versuchen',
  or: 'oder',
  cookieSettings: 'Cookie-Einstellungen',
  cookieSettingsUnavailable:
    'Die Cookie-Einstellungen konnten nicht geladen werden. Bitte die Internetverbindung prüfen.',
  signInInvitation: 'Bitte anmelden, um die Inhalte zu öffnen.',
  rejectedTitle: 'Keine gültige Lizenz',
  rejected: (title: string) =>
    `Für dieses Konto wurde keine gültige Lizenz für «${title}» gefunden. Ein Gutscheincode kann hier eingelöst werden; bei Fragen hilft die Schule oder der Verlag.`,
  sessionEndedTitle: 'Die Sitzung ist abgelaufen',
  sessionEnded: 'Bitte erneut anmelden. Gespeicherte Arbeiten sind noch da.',
  signInFailedTitle: 'Die Anmeldung ist fehlgeschlagen',
  signInFailed: 'Bitte erneut versuchen.',
  beingErasedTitle: 'Die Daten dieses Kontos werden gelöscht',
  beingErased: 'In einigen Minuten kann es neu beginnen.',
  providerUnreachableTitle: 'Der Anmeldedienst ist nicht erreichbar',
  providerUnreachable: 'Bitte die Internetverbindung prüfen und erneut versuchen.',
  signedOutElsewhereTitle: 'Abgemeldet',
  signedOutElsewhere:
    'In einem anderen Tab dieses Browsers wurde abgemeldet. Gespeicherte Arbeiten sind noch da.',
  clockWrongTitle: 'Die Uhr dieses Geräts geht falsch',
  clockWrong: (shown: string, actual: string) =>
    `Dieses Gerät zeigt: ${shown}. Richtig ist: ${actual}. So kann sich niemand anmelden. Bitte Datum, Uhrzeit und Zeitzone in den Einstellungen des Geräts richtig stellen und erneut anmelden.`,
  popupOpen: 'Das Anmelden geht in einem eigenen Fenster weiter.',
  showPopup: 'Fenster zeigen',
  popupClosedTitle: 'Das Anmeldefenster wurde geschlossen',
  popupClosed: 'Noch ist niemand angemeldet. Bitte erneut versuchen.',
  popupBlockedTitle: 'Das Anmeldefenster wurde blockiert',
  popupBlocked:
    'Zum Anmelden öffnet sich ein eigenes Fenster, und der Browser hat es nicht zugelassen. Bitte Pop-ups für diese Seite erlauben und erneut anmelden.',
  technicalDetail: (detail: string) => `Technische Angabe: ${detail}`,

  couponLabel: 'Gutscheincode',
  couponHint:
    'Zum Beispiel WTRD-7K3M-Q9XP-4HTC, auch klein und ohne Striche. Er wird nach der Anmeldung für das angemeldete Konto eingelöst.',
  couponRedeem: 'Code einlösen',
  couponMissing: 'Bitte den Gutscheincode eingeben.',
  couponMalformed:
    'Ein Gutscheincode besteht nur aus Buchstaben ohne Umlaute, Ziffern und Bindestrichen. Bitte die Eingabe prüfen.',
  couponSeveral: 'Hier stehen mehrere Gutscheincodes. Bitte nur einen stehen lassen.',
  couponKept: 'Nach der Anmeldung wird dieser Gutscheincode eingelöst:',
  couponUnknownTitle: 'Diesen Gutscheincode gibt es nicht',
  couponUnknown: 'Bitte prüfen, ob er genau so eingegeben ist, wie er auf dem Gutschein steht.',
  couponUsedTitle: 'Der Gutscheincode ist schon eingelöst',
  couponUsed: 'Jemand anderes hat ihn benutzt, und er gilt nur einmal.',
  couponWithdrawnTitle: 'Der Gutscheincode gilt nicht mehr',
  couponWithdrawn: 'Er wurde zurückgezogen. Bei Fragen hilft, wer ihn ausgegeben hat.',
  couponExpiredTitle: 'Der Gutscheincode ist abgelaufen',
  couponExpired: 'Die Frist zum Einlösen ist vorbei. Bei Fragen hilft, wer ihn ausgegeben hat.',
  couponNeedsGroupTitle: 'Der Gutscheincode ist für eine Klasse',
  couponNeedsGroup:
    'Dieses Konto leitet keine Klasse, deshalb wurde er nicht eingelöst. Schülerinnen und Schüler geben ihn der Lehrperson. Klassen richtet die Schule ein: Fehlt einer Lehrperson ihre Klasse, hilft die Schule weiter.',
  couponTooManyTitle: 'Zu viele Versuche',
  couponTooMany: (time: string) =>
    `Der Gutscheincode ist noch nicht eingelöst. Ab ${time} Uhr geht es wieder.`,
  couponTooManyForNow:
    'Der Gutscheincode ist noch nicht eingelöst. In einigen Minuten geht es wieder.',
  couponUnavailableTitle: 'Das Einlösen hat nicht geklappt',
  couponUnavailable:
    'Der Gutscheincode konnte gerade nicht eingelöst werden. Bitte später erneut versuchen.',
  couponOtherProductTitle: 'Der Gutscheincode ist für etwas anderes',
  couponOtherProduct: (title: string) =>
    `Er öffnet nicht «${title}» und wurde deshalb nicht eingelöst.`,
  couponRedeemed: 'Gutschein eingelöst.',
  couponValidUntil: (day: string) => `Gültig bis ${day}.`,
  close: 'Schliessen',
  licensePendingTitle: 'Der Gutscheincode ist eingelöst',
  licensePending: 'Die Lizenz wird noch bereitgestellt. Bitte in einigen Minuten erneut anmelden.',

  usedElsewhereTitle: 'Du arbeitest schon an einem anderen Gerät',
  usedElsewhere: (title: string) =>
    `«${title}» ist dort noch offen oder war es bis eben. Wenn du hier weitermachst, hört es dort auf. Was du dort geschrieben hast, bleibt gespeichert.`,
  movedElsewhereTitle: 'Es geht an einem anderen Gerät weiter',
  movedElsewhere: (title: string, work: string) =>
    `«${title}» ist jetzt an einem anderen Gerät offen. ${work} Du kannst auch hier weitermachen; dann hört es dort auf.`,
  /** What has become of the work in content that is not shown any more. */
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
    `«${title}» hat eine begrenzte Zahl von Plätzen, und gerade sind alle in Gebrauch. Sobald jemand fertig ist, wird einer frei. ${work}`,
  stillTaken: (time: string) => `Um ${time} Uhr war noch kein Platz frei.`,
  licenseEndedTitle: 'Die Lizenz gilt nicht mehr',
  licenseEnded: (title: string) =>
    `Die Lizenz für «${title}» ist abgelaufen oder wurde gesperrt. Gespeicherte Arbeiten sind noch da; bei Fragen hilft die Schule oder der Verlag.`,
  devicesTitle: 'Zu viele Geräte',
  devices: (title: string, work: string) =>
    `Du benutzt «${title}» schon auf so vielen Geräten, wie erlaubt sind. Gib eines davon frei, dann geht es hier weiter. ${work}`,
  deviceLost: (title: string, work: string) =>
    `Du benutzt «${title}» auf so vielen anderen Geräten, wie erlaubt sind, und dieses gehört nicht mehr dazu. Gib eines davon frei, wenn du hier weitermachen willst. ${work}`,
  devicesUnavailable: 'Die Geräte konnten nicht geladen werden.',
  deviceNotFreed: 'Das Gerät konnte nicht freigegeben werden. Bitte erneut versuchen.',
  freeDevice: 'Freigeben',
  freeDeviceOf: (name: string) => `${name} freigeben`,
  freeDeviceQuestion:
    'Wirklich freigeben? Dort geht es dann nicht mehr weiter. Was du dort geschrieben hast, bleibt gespeichert.',
  freeDeviceYes: 'Ja, freigeben',
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
    conflictTitle: 'Inzwischen anders gespeichert',
    conflict:
      'Inzwischen wurde eine andere Fassung gespeichert, zum Beispiel an einem anderen Gerät. Öffne die Übung: Dort kannst du wählen, welche gilt.',
    exercise: (id: string) => `Übung «${id}»`,
    topic: (id: string) => `Thema «${id}»`,
    statement: (about: string) => `Lernaufzeichnung zu «${about}»`,
    course: (course: string, issue: string) => `Kurs «${course}», Ausgabe «${issue}»`,
    answers: (count: number) => (count === 1 ? '1 Antwort' : `${count} Antworten`),
    annotations: (count: number) =>
      count === 1 ? '1 Markierung oder Notiz' : `${count} Markierungen und Notizen`,
    unreadableTitle: 'Nicht lesbar',
    unreadable: (count: number) =>
      count === 1
        ? '1 Eintrag lässt sich auf diesem Gerät nicht mehr lesen.'
        : `${count} Einträge lassen sich auf diesem Gerät nicht mehr lesen.`,
    reasons: {
      full: 'Für diese Übung oder dieses Thema ist kein Platz mehr.',
      accountFull: 'In deinem Konto ist kein Platz mehr. Lösche, was du nicht mehr brauchst.',
      tooLarge: 'Der Eintrag ist zu gross.',
      forbidden: 'Für dieses Konto ist das Speichern hier nicht erlaubt.',
      deleted: 'Das Original wurde inzwischen gelöscht, zum Beispiel an einem anderen Gerät.',
      exists: 'Diese Aufzeichnung gibt es schon, mit anderem Inhalt.',
      other: (code: string) => `Der Dienst hat es abgelehnt (${code}).`,
    },
    saveAsFile: 'Als Datei sichern',
    discard: 'Verwerfen',
    discardQuestion:
      'Wirklich verwerfen? Was hier steht, wird auf diesem Gerät gelöscht und lässt sich nicht zurückholen.',
    discardYes: 'Ja, verwerfen',
    discardNo: 'Behalten',
    sending: 'Wird nochmals versucht …',
    noneLeft: 'Hier ist nichts mehr offen.',
    failed: 'Das hat nicht geklappt. Die Einträge sind noch da.',
    unavailable: 'Die Einträge konnten nicht gelesen werden. Sie bleiben auf diesem Gerät.',
  },
  myData: {
    title: 'Meine Daten',
    about: (title: string) =>
      `Alles, was du in «${title}» geschrieben hast: Antworten, Markierungen, Notizen und Lesezeichen.`,
    downloadTitle: 'Herunterladen',
    download:
      'Du bekommst eine Zip-Datei mit allem. Sie liegt danach auf diesem Gerät: Auf einem Gerät, das andere auch benutzen, lösche sie wieder.',
    downloadNow: 'Meine Daten herunterladen',
    downloading: 'Wird vorbereitet. Das kann eine Weile dauern …',
    downloaded: 'Die Datei wird gespeichert. Du findest sie bei den Downloads.',
    undelivered: (count: number) =>
      count === 1
        ? '1 Eintrag ist noch nicht übertragen und fehlt in der Datei.'
        : `${count} Einträge sind noch nicht übertragen und fehlen in der Datei.`,
    downloadFailed: 'Das Herunterladen hat nicht geklappt. Bitte später noch einmal versuchen.',
    deleteTitle: 'Löschen',
    delete: 'Du kannst alles löschen, was du hier geschrieben hast.',
    deleteNow: 'Meine Daten löschen …',
    question: 'Alles endgültig löschen?',
    erased: (title: string) =>
      `Gelöscht werden alle deine Antworten, Markierungen, Notizen und Lesezeichen in «${title}», auf allen Geräten. Auch was auf diesem Gerät noch nicht übertragen ist, wird gelöscht. Niemand kann es zurückholen.`,
    notErased:
      'Nicht gelöscht werden deine Lizenzen, dein Konto, deine Gruppen und die Aufzeichnungen darüber, was du gelernt hast.',
    understood: 'Ich habe verstanden, dass alles weg ist.',
    deleteYes: 'Endgültig löschen',
    deleteNo: 'Nicht löschen',
    deleting: 'Wird gelöscht …',
    deleted: 'Deine Daten sind gelöscht.',
    deletedAmount: (items: number) =>
      items === 1 ? '1 Eintrag wurde gelöscht.' : `${items} Einträge wurden gelöscht.`,
    nothingThere: 'Es gab nichts zu löschen.',
    startAnew: 'Von vorn beginnen',
    deleteFailed:
      'Das Löschen hat nicht ganz geklappt: Ein Teil deiner Daten ist vielleicht noch da. Bitte die Internetverbindung prüfen und noch einmal versuchen.',
  },
  undeliveredHere:
    'Auf diesem Gerät liegen noch Einträge, die nicht übertragen sind. Sie sind verschlüsselt und werden übertragen, sobald sich dieselbe Person hier wieder anmeldet.',
  contentAwayTitle: 'Die Inhalte sind nicht erreichbar',
  contentAway: (title: string) =>
    `«${title}» lässt sich gerade nicht laden. Bitte die Internetverbindung prüfen. Sobald die Inhalte wieder erreichbar sind, geht es von selbst weiter. Gespeicherte Arbeiten sind noch da.`,
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
};

/** The texts of a language: one that lacks a key does not compile. */
export type Texts = Readonly<typeof texts>;

/**
 * Every text that people read once the shell has started, by language. German is the only language so far; another one is a
 * further member with the same keys. They address nobody, so that they fit pupils and teachers.
 */
const german = {
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
    `Für dieses Konto wurde keine gültige Lizenz für „${title}“ gefunden. Ein Gutscheincode kann hier eingelöst werden; bei Fragen hilft die Schule oder der Verlag.`,
  sessionEndedTitle: 'Die Sitzung ist abgelaufen',
  sessionEnded: 'Bitte erneut anmelden. Gespeicherte Arbeiten sind noch da.',
  signInFailedTitle: 'Die Anmeldung ist fehlgeschlagen',
  signInFailed: 'Bitte erneut versuchen.',
  providerUnreachableTitle: 'Der Anmeldedienst ist nicht erreichbar',
  providerUnreachable: 'Bitte die Internetverbindung prüfen und erneut versuchen.',
  technicalDetail: (detail: string) => `Technische Angabe: ${detail}`,

  couponLabel: 'Gutscheincode',
  couponHint: 'Er wird nach der Anmeldung für das angemeldete Konto eingelöst.',
  couponRedeem: 'Code einlösen',
  couponMissing: 'Bitte den Gutscheincode eingeben.',
  couponMalformed:
    'Ein Gutscheincode besteht nur aus Buchstaben ohne Umlaute, Ziffern und Bindestrichen. Bitte die Eingabe prüfen.',
  couponKept: 'Nach der Anmeldung wird dieser Gutscheincode eingelöst:',
  couponUnknownTitle: 'Diesen Gutscheincode gibt es nicht',
  couponUnknown: 'Bitte prüfen, ob er genau so eingegeben ist, wie er auf dem Gutschein steht.',
  couponUsedTitle: 'Der Gutscheincode ist schon eingelöst',
  couponUsed: 'Jemand anderes hat ihn benutzt, und er gilt nur einmal.',
  couponWithdrawnTitle: 'Der Gutscheincode gilt nicht mehr',
  couponWithdrawn: 'Er wurde zurückgezogen. Bei Fragen hilft, wer ihn ausgegeben hat.',
  couponExpiredTitle: 'Der Gutscheincode ist abgelaufen',
  couponExpired: 'Die Frist zum Einlösen ist vorbei. Bei Fragen hilft, wer ihn ausgegeben hat.',
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
    `Er öffnet nicht „${title}“ und wurde deshalb nicht eingelöst.`,
  licensePendingTitle: 'Der Gutscheincode ist eingelöst',
  licensePending: 'Die Lizenz wird noch bereitgestellt. Bitte in einigen Minuten erneut anmelden.',

  seatsTakenTitle: 'Alle Plätze sind belegt',
  seatsTaken: (title: string) =>
    `Die Lizenz für „${title}“ hat eine begrenzte Zahl von Plätzen, und gerade sind alle in Gebrauch. Sobald jemand fertig ist, wird einer frei.`,
  stillTaken: (time: string) => `Um ${time} Uhr war noch kein Platz frei.`,
  seatLostTitle: 'Der Platz ist inzwischen vergeben',
  seatLost:
    'Die Lizenz hat eine begrenzte Zahl von Plätzen, und während einer Unterbrechung wurden alle belegt. Gespeicherte Arbeiten sind noch da. Bitte später erneut anmelden.',
  licenseEndedTitle: 'Die Lizenz gilt nicht mehr',
  licenseEnded: (title: string) =>
    `Die Lizenz für „${title}“ ist abgelaufen oder wurde gesperrt. Gespeicherte Arbeiten sind noch da; bei Fragen hilft die Schule oder der Verlag.`,
  deviceLost:
    'Das Konto wird auf so vielen anderen Geräten benutzt, wie erlaubt sind, und dieses gehört nicht mehr dazu. Gespeicherte Arbeiten sind noch da. Nach der Anmeldung lässt sich ein Gerät freigeben.',

  devicesTitle: 'Zu viele Geräte',
  devices: (title: string) =>
    `Dieses Konto benutzt „${title}“ schon auf so vielen Geräten, wie erlaubt sind. Damit es hier weitergeht, muss eines davon freigegeben werden. Gespeicherte Arbeiten bleiben erhalten.`,
  devicesUnavailable: 'Die Geräte konnten nicht geladen werden.',
  deviceNotFreed: 'Das Gerät konnte nicht freigegeben werden. Bitte erneut versuchen.',
  freeDevice: 'Freigeben',
  freeDeviceOf: (name: string) => `${name} freigeben`,
  thisDevice: 'Dieses Gerät',
  leastUsedDevice: 'Am längsten nicht benutzt',
  deviceScreen: (size: string) => `Bildschirm ${size}`,
  deviceSeen: (when: string) => `Zuletzt benutzt: ${when}`,
  deviceNames: {
    Windows: 'Windows-Computer',
    'Mac OS X': 'Mac',
    Linux: 'Linux-Computer',
    CrOS: 'Chromebook',
    Android: 'Android-Gerät',
    iPhone: 'iPhone',
    iPad: 'iPad',
  } as Readonly<Record<string, string>>,
  unknownDevice: 'Unbekanntes Gerät',
} as const;

type Texts = {
  readonly [Key in keyof typeof german]: (typeof german)[Key] extends string
    ? string
    : (typeof german)[Key];
};

/** The texts in use. The page's `lang` attribute says their language. */
export const texts: Texts = german;

/**
 * Every text that people read, by language. German is the only language so far; another one is a
 * further member with the same keys. They address nobody, so that they fit pupils and teachers.
 */
const german = {
  startUpFailed: 'Die Anwendung kann nicht gestartet werden.',
  configurationUnreachable:
    'Die Konfiguration konnte nicht geladen werden. Bitte die Internetverbindung prüfen.',
  configurationInvalid: (field: string) =>
    `In der Konfiguration fehlt das Feld „${field}“ oder es ist ungültig.`,
  contentOriginIsOwn:
    'Die Inhalte liegen unter derselben Adresse wie die Anwendung (Feld „project.contentOrigin“). Das ist aus Sicherheitsgründen nicht erlaubt.',
  applicationUnreachable:
    'Ein Teil der Anwendung konnte nicht geladen werden. Bitte die Internetverbindung prüfen.',
  retry: 'Erneut versuchen',
  signIn: 'Anmelden',
  signInInvitation: 'Bitte anmelden, um die Inhalte zu öffnen.',
  rejectedTitle: 'Keine gültige Lizenz',
  rejected: (title: string) =>
    `Für dieses Konto wurde keine gültige Lizenz für „${title}“ gefunden. Eine Anmeldung mit einem anderen Konto ist möglich; bei Fragen hilft die Schule oder der Verlag.`,
  sessionEndedTitle: 'Die Sitzung ist abgelaufen',
  sessionEnded: 'Bitte erneut anmelden. Gespeicherte Arbeiten sind noch da.',
  signInFailedTitle: 'Die Anmeldung ist fehlgeschlagen',
  signInFailed: 'Bitte erneut versuchen.',
  providerUnreachableTitle: 'Der Anmeldedienst ist nicht erreichbar',
  providerUnreachable: 'Bitte die Internetverbindung prüfen und erneut versuchen.',
  technicalDetail: (detail: string) => `Technische Angabe: ${detail}`,
} as const;

type Texts = {
  readonly [Key in keyof typeof german]: (typeof german)[Key] extends string
    ? string
    : (typeof german)[Key];
};

/** The texts in use. The page's `lang` attribute says their language. */
export const texts: Texts = german;

/**
 * What people read when nothing can start. Apart from the other texts, because the start script holds
 * these, and every byte of it stands before the content's first request.
 */
export const startUpTexts = {
  startUpFailed: 'Die Anwendung kann nicht gestartet werden.',
  configurationUnreachable:
    'Die Konfiguration konnte nicht geladen werden. Bitte die Internetverbindung prüfen.',
  configurationInvalid: (field: string) =>
    `In der Konfiguration fehlt das Feld „${field}“ oder es ist ungültig.`,
  addressInsecure: (field: string) =>
    `In der Konfiguration beginnt die Adresse im Feld „${field}“ nicht mit https. Das ist aus Sicherheitsgründen nicht erlaubt.`,
  contentOriginIsOwn:
    'Die Inhalte liegen unter derselben Adresse wie die Anwendung (Feld „project.contentOrigin“). Das ist aus Sicherheitsgründen nicht erlaubt.',
  operatorHelps: 'Beheben kann das nur, wer diese Anwendung betreibt.',
  applicationUnreachable:
    'Ein Teil der Anwendung konnte nicht geladen werden. Bitte die Internetverbindung prüfen.',
  technicalDetail: (detail: string) => `Technische Angabe: ${detail}`,
  retry: 'Erneut versuchen',
} as const;

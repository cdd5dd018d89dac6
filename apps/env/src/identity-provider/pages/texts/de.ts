import type { BuiltInRole } from '@lectern/contracts';
import type { PasswordProblem } from '../../accounts/own-password.ts';
import type { Problem } from '../problem.ts';

/** Texts of the pages, in German; Swiss spelling. Before the sign-in nobody is addressed. */
export const texts = {
  motto: ['Lesen. Üben.', 'Weiterkommen.'],
  errors: {
    expired: {
      title: 'Diese Anmeldung ist abgelaufen',
      text: 'Sie wurde schon abgeschlossen oder war zu lange offen. Bitte noch einmal anmelden.',
    },
    request: {
      title: 'Hier ist etwas schiefgelaufen',
      text: 'Die Anwendung hat etwas Unerwartetes gesendet. Meistens hilft es, noch einmal von vorn anzufangen.',
    },
    missing: {
      title: 'Diese Seite gibt es nicht',
      text: 'Vielleicht ist die Adresse unvollständig. Zurück zum Anfang geht es hier:',
    },
    server: {
      title: 'Das hat nicht geklappt',
      text: 'Der Fehler liegt bei uns. Bitte in ein paar Minuten noch einmal versuchen.',
    },
  } satisfies Record<Problem, unknown>,
  support: 'Angaben für den Support',
  code: 'Fehler',
  reference: 'Kennung',
  to: (application: string) => `Zu ${application}`,

  signInTo: (application: string) => `Anmelden bei ${application}`,
  faulty: (title: string) => `Fehler: ${title}`,
  /** Before and after the host. */
  backTo: ['Danach geht es zurück zu ', '.'],
  username: 'Benutzername',
  password: 'Passwort',
  signIn: 'Anmelden',
  incomplete: 'Bitte Benutzername und Passwort eingeben.',
  wrong: 'Benutzername und Passwort passen nicht zusammen. Bitte beides prüfen.',
  limited: (minutes: number) =>
    `Das waren viele Versuche. Zur Sicherheit geht es erst in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} weiter.`,

  newPassword: 'Ein eigenes Passwort wählen',
  /** Before and after the name of the person. */
  newPasswordFor: ['Für das Konto von ', '. Mindestens 8 Zeichen, zum Beispiel drei Wörter.'],
  ownPassword: 'Neues Passwort',
  ownPasswordAgain: 'Neues Passwort noch einmal',
  savePassword: 'Passwort speichern',
  otherPerson: 'Anderes Konto',
  passwordProblems: {
    incomplete: 'Bitte beide Felder ausfüllen.',
    different: 'Die beiden Passwörter sind verschieden. Bitte noch einmal eingeben.',
    short: 'Das Passwort ist zu kurz. Bitte mindestens 8 Zeichen wählen.',
    easy: 'Dieses Passwort ist leicht zu erraten. Bitte ein anderes wählen.',
    first: 'Das ist das erste Passwort. Bitte ein neues wählen.',
  } satisfies Record<PasswordProblem, string>,

  demo: 'Demo-Zugänge',
  demoNote: 'Alle Personen sind erfunden. Den Namen antippen genügt. Passwort:',
  roles: {
    student: 'Schulkind',
    teacher: 'Lehrperson',
    support: 'Support',
    administrator: 'Administration',
    'order-system': 'Bestellsystem',
    publisher: 'Verlag',
  } satisfies Record<BuiltInRole, string>,
  licensed: 'mit Lizenz',
  unlicensed: 'ohne Lizenz',
  withClass: 'mit Klasse',

  signOut: 'Abmelden',
  signOutQuestion: 'Wirklich abmelden?',
  signOutMeans: 'Danach ist in diesem Browser niemand mehr angemeldet.',
  signOutYes: 'Ja, abmelden',
  signOutNo: (application: string) => `Nein, zurück zu ${application}`,
  moment: 'Einen Moment, bitte',
  signingOut: 'Die Abmeldung läuft.',
  goOn: 'Weiter',
  signedOut: 'Abgemeldet',
  farewell: 'Bis zum nächsten Mal.',

  authority: {
    title: 'Lectern auf diesem Gerät öffnen',
    once: (host: string) => `Dafür muss das Gerät einmal dem Zertifikat von ${host} vertrauen.`,
    download: 'Zertifikat herunterladen',
    ios: 'In Safari herunterladen. Einstellungen > Allgemein > VPN und Geräteverwaltung: das Profil installieren. Danach Einstellungen > Allgemein > Info > Zertifikatsvertrauenseinstellungen: einschalten.',
    android:
      'Einstellungen > Sicherheit > Zertifikat installieren > CA-Zertifikat: die Datei wählen.',
    compare: (host: string) =>
      `Vor dem Bestätigen: die SHA-256, die das Gerät zum Zertifikat zeigt, mit der im Terminal von ${host} vergleichen. Sind sie verschieden, nicht installieren.`,
    computer: 'Computer',
    onComputers: 'Die Datei öffnen und zu den vertrauenswürdigen Stammzertifikaten hinzufügen.',
  },
};

export type Texts = Readonly<typeof texts>;

import type { demoAccounts } from '@lectern/env';
import type { Fault } from './fault.ts';

/** A situation for authors to look at: the person who is signed in, and the fault. */
export interface Scenario {
  /** Stands in addresses. */
  readonly name: string;
  /** As the start page shows it, in German. */
  readonly title: string;
  readonly text: string;
  readonly username: (typeof demoAccounts)[number]['username'];
  /** BCP 47 tag of the shell's language. */
  readonly locale: string;
  readonly fault?: Fault;
  /** How long after signing in the fault begins, unless the address says otherwise. Absent: at once. */
  readonly afterInSeconds?: number;
}

const german = 'de-CH';

export const scenarios = [
  {
    name: 'pupil',
    title: 'Schülerin',
    text: 'Mia, mit Lizenz. Alles geht.',
    username: 'mia',
    locale: german,
  },
  {
    name: 'teacher',
    title: 'Lehrperson',
    text: 'Thomas leitet eine Klasse.',
    username: 'thomas',
    locale: german,
  },
  {
    name: 'no-license',
    title: 'Ohne Lizenz',
    text: 'Ben wird abgewiesen; der Inhalt öffnet sich nicht.',
    username: 'ben',
    locale: german,
  },
  {
    name: 'french',
    title: 'Französisch',
    text: 'Die Sprache ist fr-CH.',
    username: 'mia',
    locale: 'fr-CH',
  },
  {
    name: 'slow',
    title: 'Langsam',
    text: 'Jede Antwort der Dienste dauert 2 Sekunden.',
    username: 'mia',
    locale: german,
    fault: 'slow',
  },
  {
    name: 'offline',
    title: 'Offline',
    text: 'Kein Dienst ist erreichbar. Was gespeichert wird, wartet auf dem Gerät.',
    username: 'mia',
    locale: german,
    fault: 'services-away',
    afterInSeconds: 10,
  },
  {
    name: 'session-ends',
    title: 'Sitzung endet mittendrin',
    text: 'Leas Anmeldung gilt plötzlich nicht mehr.',
    username: 'lea',
    locale: german,
    fault: 'session-ends',
    afterInSeconds: 20,
  },
  {
    name: 'seat-taken',
    title: 'Weiter an einem anderen Gerät',
    text: 'Ein anderes Gerät übernimmt den Platz der Lizenz.',
    username: 'mia',
    locale: german,
    fault: 'seat-taken',
    afterInSeconds: 20,
  },
  {
    name: 'saves-refused',
    title: 'Speichern abgelehnt',
    text: 'Der Dienst lehnt alles ab, was gespeichert werden soll.',
    username: 'mia',
    locale: german,
    fault: 'saves-refused',
  },
] as const satisfies readonly Scenario[];

export type ScenarioName = (typeof scenarios)[number]['name'];

import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Language } from '@lectern/languages';
import pg from 'pg';
import { renderSVG } from 'uqr';
import { escaped } from '../../escaped.ts';
import { isDatabaseUnavailable } from '../../storage/database-errors.ts';
import { writeNewFile } from '../new-file.ts';
import { CommandProblem } from '../problem.ts';

/** Content of the paper with which a person signs in for the first time. */
export interface Slip {
  readonly username: string;
  readonly given_name: string;
  readonly family_name: string;
  /** Empty where the person has none. */
  readonly class_name: string;
  readonly password: string;
}

interface Texts {
  readonly title: string;
  /** On the screen, never on paper. */
  readonly care: string;
  readonly address: string;
  readonly username: string;
  readonly password: string;
  readonly steps: readonly string[];
}

const textsOf: Readonly<Record<Language, Texts>> = {
  de: {
    title: 'Zugänge',
    care: 'Diese Datei enthält Passwörter. Nach dem Drucken löschen.',
    address: 'Adresse',
    username: 'Benutzername',
    password: 'Passwort',
    steps: [
      'Den Code scannen oder die Adresse eingeben.',
      'Anmelden. Das Passwort hat nur kleine Buchstaben.',
      'Ein eigenes Passwort wählen.',
    ],
  },
  fr: {
    title: 'Accès',
    care: 'Ce fichier contient des mots de passe. À supprimer après l’impression.',
    address: 'Adresse',
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    steps: [
      'Scanner le code ou saisir l’adresse.',
      'Se connecter. Le mot de passe n’a que des minuscules.',
      'Choisir son propre mot de passe.',
    ],
  },
  it: {
    title: 'Accessi',
    care: 'Questo file contiene password. Da eliminare dopo la stampa.',
    address: 'Indirizzo',
    username: 'Nome utente',
    password: 'Password',
    steps: [
      'Scansiona il codice o scrivi l’indirizzo.',
      'Accedi. La password ha solo lettere minuscole.',
      'Scegli una password tua.',
    ],
  },
  en: {
    title: 'Accounts',
    care: 'This file holds passwords. Delete it after printing.',
    address: 'Address',
    username: 'User name',
    password: 'Password',
    steps: [
      'Scan the code, or type the address.',
      'Sign in. The password has small letters only.',
      'Choose a password of your own.',
    ],
  },
};

/** A file for slips that only its owner reads. */
export class SlipFile {
  readonly #path: string;
  readonly #address: string;
  readonly #language: Language;
  #isWritten = false;

  /** @param address Of the shell; the QR code leads there. */
  constructor(path: string, address: string, language: Language) {
    this.#path = path;
    this.#address = address;
    this.#language = language;
  }

  /** @throws {CommandProblem} where it is there already, or cannot be written */
  async write(slips: readonly Slip[]): Promise<void> {
    const page = slipsPage(slips, this.#address, this.#language);
    await writeNewFile(this.#path, Readable.from([page]));
    this.#isWritten = true;
  }

  /**
   * Does the transaction that stores the passwords. Removes the file where it has failed; keeps it where the
   * connection was lost, because the database may have committed.
   *
   * @throws {CommandProblem} where the outcome is unknown; else the error of the work
   */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!this.#isWritten) throw error;
      if (!hasFailed(error)) {
        throw new CommandProblem(
          'The connection to the database was lost. It is not known if the accounts were made or changed: see ' +
            `npx lectern accounts list. The slips are in ${this.#path}.`,
          { cause: error },
        );
      }
      await rm(this.#path);
      throw error;
    }
  }
}

/** True for an error after which nothing of a transaction is stored. */
function hasFailed(error: unknown): boolean {
  if (error instanceof CommandProblem) return true;
  return error instanceof pg.DatabaseError && !isDatabaseUnavailable(error);
}

/** A4 in two columns of five; a slip with long names is higher, so that nothing of it is lost. Paper knows no dark mode. */
const style = `
@page { size: A4; margin: 8mm }
* { box-sizing: border-box }
body { margin: 0; background: #fff; color: #000; font: 9pt/1.3 system-ui, 'Liberation Sans', sans-serif }
.care { margin: 4mm; font-weight: bold }
section { padding-left: 0.3mm; font-size: 0; widows: 1 }
section + section { break-before: page }
article { display: inline-block; vertical-align: top; width: 50%; min-height: 54mm; margin: 0 0 -0.3mm -0.3mm;
  padding: 3mm 4mm; border: 0.3mm dashed #777; font-size: 9pt; break-inside: avoid }
svg.code { float: right; width: 24mm; height: 24mm; margin: -1mm -1mm 0 2mm }
h2 { margin: 0 0 1mm; font-size: 12pt; overflow-wrap: anywhere }
h2 small { font-weight: normal }
dl { margin: 0 0 1mm }
dt { color: #444; font-size: 7.5pt }
dd { margin: 0; font: 10pt/1.25 ui-monospace, 'Liberation Mono', monospace; overflow-wrap: anywhere }
dd.password { font-size: 14pt }
dd span + span { font-weight: bold }
dd span + span + span { font-weight: normal }
ol { clear: both; margin: 0; padding-left: 4mm; font-size: 8pt }
@media print { .care { display: none } }
`;

/**
 * One page of HTML with a slip for each account, a new sheet for each class; it loads nothing.
 *
 * @param address Of the shell; the QR code leads there. It holds no password, because browsers keep addresses.
 */
function slipsPage(slips: readonly Slip[], address: string, language: Language): string {
  const texts = textsOf[language];
  const ofClasses = Map.groupBy(slips, ({ class_name }) => class_name);
  const sections = [...ofClasses.values()].map(
    (slips) => `<section>${slips.map((slip) => article(slip, address, texts)).join('')}</section>`,
  );
  // Drawn once; each slip refers to it.
  const code = renderSVG(address, { ecc: 'M', border: 4, pixelSize: 1 });
  const [, box] = /viewBox="([^"]*)"/.exec(code)!;
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(texts.title)} – Lectern</title>
<style>${style}</style>
<svg width="0" height="0" style="position:absolute"><symbol id="code" viewBox="${box}">${code}</symbol></svg>
<p class="care">${escaped(texts.care)}</p>
${sections.join('\n')}
</html>
`;
}

function article(slip: Slip, address: string, texts: Texts): string {
  const name = `${slip.given_name} ${slip.family_name}`;
  const group = slip.class_name === '' ? '' : ` <small>${escaped(slip.class_name)}</small>`;
  // Groups of four letters are easier to copy; signs between them would be typed, too.
  const groups = slip.password.match(/.{1,4}/gu)!.map((group) => `<span>${escaped(group)}</span>`);
  return `<article><svg class="code" aria-hidden="true"><use href="#code"/></svg>
<h2>${escaped(name)}${group}</h2>
<dl><dt>${escaped(texts.address)}</dt><dd>${escaped(address)}</dd>
<dt>${escaped(texts.username)}</dt><dd>${escaped(slip.username)}</dd>
<dt>${escaped(texts.password)}</dt><dd class="password">${groups.join('')}</dd></dl>
<ol>${texts.steps.map((step) => `<li>${escaped(step)}</li>`).join('')}</ol></article>`;
}

import type { Texts } from './de.ts';

/*
 * As in Switzerland: « » without spaces. Pupils are addressed as "tu"; else nobody is addressed, but by
 * buttons, as everywhere in Italian.
 */
export const texts: Texts = {
  signIn: 'Accedi',
  signInAsOther: 'Accedi con un altro account',
  signOut: 'Esci',
  retry: 'Riprova',
  or: 'oppure',
  cookieSettings: 'Impostazioni dei cookie',
  cookieSettingsUnavailable:
    'Non è stato possibile caricare le impostazioni dei cookie. Si prega di verificare la connessione a Internet.',
  signInInvitation: 'Per aprire i contenuti è necessario accedere.',
  rejectedTitle: 'Nessuna licenza valida',
  rejected: (title) =>
    `Per questo account non è stata trovata alcuna licenza valida per «${title}». Qui si può riscattare il codice di un buono; in caso di domande può aiutare la scuola o la casa editrice.`,
  sessionEndedTitle: 'La sessione è scaduta',
  sessionEnded: 'Si prega di accedere di nuovo. I lavori salvati ci sono ancora.',
  signInFailedTitle: 'L’accesso non è riuscito',
  signInFailed: 'Si prega di riprovare.',
  providerUnreachableTitle: 'Il servizio di accesso non è raggiungibile',
  providerUnreachable: 'Si prega di verificare la connessione a Internet e di riprovare.',
  signedOutElsewhereTitle: 'Disconnessione effettuata',
  signedOutElsewhere:
    'La disconnessione è avvenuta in un’altra scheda di questo browser. I lavori salvati ci sono ancora.',
  clockWrongTitle: 'L’orologio di questo dispositivo è sbagliato',
  clockWrong: (shown, actual) =>
    `Questo dispositivo indica: ${shown}. L’ora esatta è: ${actual}. Così l’accesso non è possibile. Si prega di correggere data, ora e fuso orario nelle impostazioni del dispositivo e di accedere di nuovo.`,
  popupOpen: 'L’accesso continua in un’altra finestra.',
  showPopup: 'Mostra la finestra',
  popupClosedTitle: 'La finestra di accesso è stata chiusa',
  popupClosed: 'L’accesso non è ancora avvenuto. Si prega di riprovare.',
  popupBlockedTitle: 'La finestra di accesso è stata bloccata',
  popupBlocked:
    'L’accesso avviene in un’altra finestra, e il browser non l’ha permessa. Si prega di consentire i pop-up per questa pagina e di riprovare.',
  technicalDetail: (detail) => `Indicazione tecnica: ${detail}`,

  couponLabel: 'Codice del buono',
  couponHint:
    'Per esempio WTRD-7K3M-Q9XP-4HTC, anche in minuscolo e senza trattini. Dopo l’accesso verrà riscattato per l’account con cui si è acceduto.',
  couponRedeem: 'Riscatta il codice',
  couponMissing: 'Si prega di inserire il codice del buono.',
  couponMalformed:
    'Il codice di un buono contiene solo lettere senza accenti, cifre e trattini. Si prega di verificare quanto inserito.',
  couponSeveral: 'Qui ci sono più codici. Si prega di lasciarne uno solo.',
  couponKept: 'Dopo l’accesso verrà riscattato questo codice:',
  couponUnknownTitle: 'Questo codice non esiste',
  couponUnknown: 'Si prega di verificare che sia inserito esattamente come figura sul buono.',
  couponUsedTitle: 'Il codice è già stato riscattato',
  couponUsed: 'Lo ha usato qualcun altro, e vale una volta sola.',
  couponWithdrawnTitle: 'Il codice non è più valido',
  couponWithdrawn: 'È stato ritirato. In caso di domande può aiutare chi lo ha distribuito.',
  couponExpiredTitle: 'Il codice è scaduto',
  couponExpired:
    'Il termine per riscattarlo è passato. In caso di domande può aiutare chi lo ha distribuito.',
  couponNeedsGroupTitle: 'Il codice è per una classe',
  couponNeedsGroup:
    'Questo account non dirige alcuna classe, perciò il codice non è stato riscattato. Le allieve e gli allievi lo consegnano alla o al docente. Le classi vengono create dalla scuola: se a una o un docente manca la propria classe, può aiutare la scuola.',
  couponTooManyTitle: 'Troppi tentativi',
  couponTooMany: (time) =>
    `Il codice non è ancora stato riscattato. Si potrà riprovare dalle ore ${time}.`,
  couponTooManyForNow:
    'Il codice non è ancora stato riscattato. Si potrà riprovare tra qualche minuto.',
  couponUnavailableTitle: 'Il riscatto non è riuscito',
  couponUnavailable:
    'In questo momento non è stato possibile riscattare il codice. Si prega di riprovare più tardi.',
  couponOtherProductTitle: 'Il codice è per qualcos’altro',
  couponOtherProduct: (title) => `Non apre «${title}», perciò non è stato riscattato.`,
  couponRedeemed: 'Buono riscattato.',
  couponValidUntil: (day) => `Ultimo giorno di validità: ${day}.`,
  close: 'Chiudi',
  licensePendingTitle: 'Il codice è stato riscattato',
  licensePending:
    'La licenza è ancora in preparazione. Si prega di accedere di nuovo tra qualche minuto.',

  usedElsewhereTitle: 'Stai già lavorando su un altro dispositivo',
  usedElsewhere: (title) =>
    `«${title}» è ancora aperto lì o lo era fino a poco fa. Se continui qui, lì si interrompe. Quello che hai scritto lì resta salvato.`,
  movedElsewhereTitle: 'Si continua su un altro dispositivo',
  movedElsewhere: (title, work) =>
    `«${title}» è ora aperto su un altro dispositivo. ${work} Puoi anche continuare qui; allora lì si interrompe.`,
  work: {
    none: 'Quello che hai scritto resta salvato.',
    saved: 'Quello che hai scritto qui è salvato.',
    unsaved: 'Purtroppo l’ultima cosa che hai scritto qui non ha più potuto essere salvata.',
  },
  continueHere: 'Continua qui',
  notContinued:
    'Non ha ancora funzionato. Controlla la connessione a Internet e prova ancora una volta.',
  seatsTakenTitle: 'Tutti i posti sono occupati',
  seatsTaken: (title, work) =>
    `«${title}» ha un numero limitato di posti, e al momento sono tutti in uso. Appena qualcuno ha finito, se ne libera uno. ${work}`,
  stillTaken: (time) => `Alle ore ${time} nessun posto era ancora libero.`,
  licenseEndedTitle: 'La licenza non è più valida',
  licenseEnded: (title) =>
    `La licenza per «${title}» è scaduta o è stata bloccata. I lavori salvati ci sono ancora; in caso di domande può aiutare la scuola o la casa editrice.`,
  devicesTitle: 'Troppi dispositivi',
  devices: (title, work) =>
    `Usi già «${title}» su tutti i dispositivi consentiti. Liberane uno, e potrai continuare qui. ${work}`,
  deviceLost: (title, work) =>
    `Usi «${title}» su tutti gli altri dispositivi consentiti, e questo non ne fa più parte. Liberane uno se vuoi continuare qui. ${work}`,
  devicesUnavailable: 'Non è stato possibile caricare i dispositivi.',
  deviceNotFreed: 'Non è stato possibile liberare il dispositivo. Si prega di riprovare.',
  freeDevice: 'Libera',
  freeDeviceOf: (name) => `Libera: ${name}`,
  freeDeviceQuestion:
    'Liberare davvero questo dispositivo? Lì non potrai più continuare. Quello che hai scritto lì resta salvato.',
  freeDeviceYes: 'Sì, libera',
  freeDeviceNo: 'Annulla',
  thisDevice: 'Questo dispositivo',
  leastUsedDevice: 'Non usato da più tempo',
  deviceSeen: (when) => `Ultima apertura: ${when}`,
  deviceSince: (day) => `Primo utilizzo: ${day}`,
  deviceWithBrowser: (kind, browser) => `${kind} con ${browser}`,
  deviceNames: {
    Windows: 'Computer Windows',
    'Mac OS X': 'Mac',
    Linux: 'Computer Linux',
    CrOS: 'Chromebook',
    Android: 'Dispositivo Android',
    iPhone: 'iPhone',
    iPad: 'iPad',
  },
  unknownDevice: 'Dispositivo sconosciuto',

  startUpFailed: 'Non è possibile avviare l’applicazione.',
  configurationUnreachable:
    'Non è stato possibile caricare la configurazione. Si prega di verificare la connessione a Internet.',
  configurationNoObject: 'La configurazione non ha campi: non è un oggetto JSON.',
  configurationMissing: (field) => `Nella configurazione manca il campo «${field}».`,
  configurationInvalid: (field) => `Nella configurazione il campo «${field}» non è valido.`,
  addressInsecure: (field) =>
    `Nella configurazione l’indirizzo nel campo «${field}» non inizia con https. Per motivi di sicurezza non è consentito.`,
  contentOriginIsOwn:
    'I contenuti si trovano allo stesso indirizzo dell’applicazione (campo «project.contentOrigin»). Per motivi di sicurezza non è consentito.',
  operatorHelps: 'Può rimediare solo chi gestisce questa applicazione.',
  applicationUnreachable:
    'Non è stato possibile caricare una parte dell’applicazione. Si prega di verificare la connessione a Internet.',
};

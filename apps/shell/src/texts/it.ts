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
  beingErasedTitle: 'I dati di questo account vengono cancellati',
  beingErased: 'Tra qualche minuto si potrà ricominciare da capo.',
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

  saveSign: {
    saving: 'Salvataggio in corso …',
    saved: 'Salvato',
    waiting:
      'Per ora conservato su questo dispositivo. L’invio avverrà appena torna la connessione.',
    waitingShort: 'Per ora conservato su questo dispositivo',
    refused: (count) =>
      count === 1
        ? 'Non è stato possibile salvare 1 voce'
        : `Non è stato possibile salvare ${count} voci`,
    show: 'Mostra',
  },
  setAside: {
    title: 'Voci non salvate',
    kept: 'Sono ancora su questo dispositivo e ci restano finché non decidi.',
    refusedTitle: 'Rifiutate',
    conflictTitle: 'Salvate nel frattempo in altro modo',
    conflict:
      'Nel frattempo è stata salvata un’altra versione, per esempio su un altro dispositivo. Apri l’esercizio: lì puoi scegliere quale vale.',
    exercise: (id) => `Esercizio «${id}»`,
    topic: (id) => `Tema «${id}»`,
    statement: (about) => `Traccia di apprendimento su «${about}»`,
    course: (course, issue) => `Corso «${course}», edizione «${issue}»`,
    answers: (count) => (count === 1 ? '1 risposta' : `${count} risposte`),
    annotations: (count) =>
      count === 1 ? '1 evidenziazione o nota' : `${count} evidenziazioni e note`,
    unreadableTitle: 'Illeggibili',
    unreadable: (count) =>
      count === 1
        ? '1 voce non può più essere letta su questo dispositivo.'
        : `${count} voci non possono più essere lette su questo dispositivo.`,
    reasons: {
      full: 'Per questo esercizio o questo tema non c’è più spazio.',
      accountFull: 'Nel tuo account non c’è più spazio. Elimina ciò che non ti serve più.',
      tooLarge: 'La voce è troppo grande.',
      forbidden: 'A questo account non è permesso salvare qui.',
      deleted: 'L’originale nel frattempo è stato eliminato, per esempio su un altro dispositivo.',
      exists: 'Questa traccia esiste già, con un altro contenuto.',
      other: (code) => `Il servizio ha rifiutato (${code}).`,
    },
    saveAsFile: 'Salva in un file',
    discard: 'Elimina',
    discardQuestion:
      'Eliminare davvero? Quello che è elencato qui verrà cancellato da questo dispositivo e non potrà essere recuperato.',
    discardYes: 'Sì, elimina',
    discardNo: 'Conserva',
    sending: 'Nuovo tentativo in corso …',
    noneLeft: 'Qui non c’è più nulla in sospeso.',
    failed: 'Non ha funzionato. Le voci ci sono ancora.',
    unavailable: 'Non è stato possibile leggere le voci. Restano su questo dispositivo.',
  },
  myData: {
    title: 'I miei dati',
    about: (title) =>
      `Tutto ciò che hai scritto in «${title}»: risposte, evidenziazioni, note e segnalibri.`,
    downloadTitle: 'Scaricare',
    download:
      'Ricevi un file zip con tutto. Poi resta su questo dispositivo: se lo usano anche altre persone, elimina il file dopo.',
    downloadNow: 'Scarica i miei dati',
    downloading: 'Preparazione in corso. Può durare un po’ …',
    downloaded: 'Il file viene salvato. Lo trovi tra i download.',
    undelivered: (count) =>
      count === 1
        ? '1 voce non è ancora stata trasmessa e manca nel file.'
        : `${count} voci non sono ancora state trasmesse e mancano nel file.`,
    downloadFailed: 'Il download non è riuscito. Riprova più tardi.',
    deleteTitle: 'Eliminare',
    delete: 'Puoi eliminare tutto ciò che hai scritto qui.',
    deleteNow: 'Elimina i miei dati …',
    question: 'Eliminare tutto definitivamente?',
    erased: (title) =>
      `Tutte le tue risposte, evidenziazioni, note e i segnalibri in «${title}» vengono eliminati, su tutti i dispositivi. Anche ciò che non è ancora stato trasmesso da questo dispositivo viene eliminato. Nessuno può recuperarlo.`,
    notErased:
      'Le tue licenze, il tuo conto, i tuoi gruppi e le registrazioni di ciò che hai imparato non vengono eliminati.',
    understood: 'Ho capito che tutto andrà perso.',
    deleteYes: 'Elimina definitivamente',
    deleteNo: 'Non eliminare',
    deleting: 'Eliminazione in corso …',
    deleted: 'I tuoi dati sono stati eliminati.',
    deletedAmount: (items) => (items === 1 ? '1 voce eliminata.' : `${items} voci eliminate.`),
    nothingThere: 'Non c’era nulla da eliminare.',
    startAnew: 'Ricomincia',
    deleteFailed:
      'L’eliminazione non è riuscita del tutto: una parte dei tuoi dati potrebbe essere ancora qui. Controlla la connessione a internet e riprova.',
  },
  undeliveredHere:
    'Su questo dispositivo ci sono ancora voci non trasmesse. Sono cifrate e verranno trasmesse appena la stessa persona accede di nuovo qui.',
  contentAwayTitle: 'I contenuti non sono raggiungibili',
  contentAway: (title) =>
    `In questo momento non è possibile caricare «${title}». Si prega di verificare la connessione a Internet. Appena i contenuti sono di nuovo raggiungibili, si continua da sé. I lavori salvati ci sono ancora.`,
  contentStillAway: (time) => `Alle ore ${time} non ancora raggiungibili.`,
  showAnyway: 'Mostra comunque',

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

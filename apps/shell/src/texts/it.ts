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
    'Non è stato possibile caricare le impostazioni dei cookie. Controlla la connessione a Internet.',
  signInInvitation: 'Per aprire i contenuti è necessario accedere.',
  rejectedTitle: 'Nessuna licenza valida',
  rejected: (title) =>
    `Per questo account non è stata trovata alcuna licenza valida per «${title}». Ora c’è? Basta accedere di nuovo. Qui si può riscattare il codice di un buono; in caso di domande può aiutare la scuola o la casa editrice.`,
  rejectedInClass: (title) =>
    `Questo account è in una classe. La classe non ha una licenza per «${title}». Il docente può aiutare.`,
  rejectedBrief: (title) => `Con questo account non si può aprire «${title}».`,
  sessionEndedTitle: 'La sessione è scaduta',
  sessionEnded: 'Tutto ciò che è stato salvato c’è ancora. Accedi di nuovo.',
  signInFailedTitle: 'L’accesso non è riuscito',
  signInFailed: 'Riprova.',
  signInCancelledTitle: 'L’accesso è stato interrotto',
  signInCancelled: 'Riprova. Se non riesce di nuovo, può aiutare la scuola o la casa editrice.',
  signInMisconfiguredTitle: 'L’accesso è configurato male',
  signInMisconfigured:
    'Non dipende da questo dispositivo. Segnalalo alla scuola o alla casa editrice.',
  shellInsecureTitle: 'Questo indirizzo non è sicuro',
  shellInsecure:
    'Per accedere serve un indirizzo che inizia con https. Controlla l’indirizzo nel browser. Altrimenti può aiutare la scuola o la casa editrice.',
  beingErasedTitle: 'Eliminazione dei dati di questo account',
  beingErased: 'Tra qualche minuto l’account sarà vuoto e di nuovo utilizzabile.',
  providerUnreachableTitle: 'Il servizio di accesso non è raggiungibile',
  providerUnreachable: 'Controlla la connessione a Internet e riprova.',
  signedOutElsewhereTitle: 'Uscita effettuata',
  signedOutElsewhere:
    'Qualcuno è uscito in un’altra scheda di questo browser. Tutto ciò che è stato salvato c’è ancora.',
  clockWrongTitle: 'L’orologio di questo dispositivo è sbagliato',
  clockWrong: (shown, actual) =>
    `Questo dispositivo indica: ${shown}. L’ora esatta è: ${actual}. Così l’accesso non è possibile. Correggi data, ora e fuso orario nelle impostazioni del dispositivo e accedi di nuovo.`,
  popupOpen: 'L’accesso continua in un’altra finestra.',
  showPopup: 'Mostra la finestra',
  popupClosedTitle: 'La finestra di accesso è stata chiusa',
  popupClosed: 'L’accesso non è ancora terminato. Riprova.',
  popupBlockedTitle: 'La finestra di accesso è stata bloccata',
  popupBlocked:
    'L’accesso avviene in un’altra finestra, e il browser l’ha bloccata. Consenti i pop-up per questa pagina e riprova.',
  technicalDetail: (detail) => `Per l’assistenza: ${detail}`,

  couponLabel: 'Codice del buono o codice della classe',
  couponHint:
    'Per esempio WTRD-7K3M-Q9XP-4HN. Vanno bene anche le minuscole, e i trattini non sono necessari. Il codice verrà riscattato dopo l’accesso, per quell’account.',
  couponRedeem: 'Riscatta il codice',
  couponMissing: 'Inserisci il codice del buono.',
  couponMalformed:
    'Il codice di un buono contiene solo lettere senza accenti, cifre e trattini. Controlla il codice inserito.',
  couponSeveral: 'Qui ci sono più codici. Lasciane uno solo.',
  couponKept: 'Dopo l’accesso verrà riscattato questo codice:',
  haveCode: 'Ho un codice',
  couponDoubtful:
    'Sembra un errore di battitura. Confrontare ancora una volta prima di continuare. Nel codice non ci sono quasi mai 0, O, 1 e I.',
  couponSure: 'Il codice è giusto',
  couponNotNeededTitle: 'Il codice del buono non è stato riscattato',
  couponNotNeeded: (title) =>
    `Per «${title}» qui c’è già una licenza. Il codice resta valido, anche per qualcun altro.`,
  classNeededTitle: 'Prima crea una classe',
  classNeeded: 'Il codice del buono è per una classe. Si riscatta appena ce n’è una.',
  joinKept: 'Dopo l’accesso si usa questo codice della classe:',
  joinDoubtful: 'Questo codice della classe sembra contenere un errore:',
  joiningTitle: 'Entrare in una classe',
  joiningExplanation: (title) =>
    `Per «${title}» manca ancora una licenza. Forse arriva con la classe.`,
  couponUnknownTitle: 'Questo codice non esiste',
  couponUnknown: (code) => `Si tratta del codice ${code}. Confrontalo segno per segno.`,
  couponUsedTitle: 'Il codice è già stato riscattato',
  couponUsed: 'Lo ha usato qualcun altro, e vale una volta sola.',
  couponWithdrawnTitle: 'Il codice non è più valido',
  couponWithdrawn: 'È stato ritirato. In caso di domande può aiutare la scuola o la casa editrice.',
  couponExpiredTitle: 'Il codice è scaduto',
  couponExpired:
    'Il termine per riscattarlo è passato. In caso di domande può aiutare la scuola o la casa editrice.',
  couponNeedsGroupTitle: 'Il codice è per una classe',
  couponNeedsGroup:
    'Lo può riscattare solo una o un docente con una classe, perciò non è stato riscattato. Le allieve e gli allievi lo consegnano alla o al docente. Se una classe manca, si può creare sotto «Classi».',
  couponTooManyTitle: 'Troppi tentativi',
  couponTooMany: (time) =>
    `Il codice non è ancora stato riscattato. Si potrà riprovare dalle ore ${time}.`,
  couponTooManyForNow:
    'Il codice non è ancora stato riscattato. Si potrà riprovare tra qualche minuto.',
  couponUnavailableTitle: 'Il riscatto non è riuscito',
  couponUnavailable:
    'In questo momento non è stato possibile riscattare il codice. Riprova più tardi.',
  couponOtherProductTitle: 'Questo codice qui non vale',
  couponOtherProduct: (title) => `Non vale per «${title}», perciò non è stato riscattato.`,
  couponRedeemed: 'Buono riscattato.',
  couponValidUntil: (day) => `Ultimo giorno di validità: ${day}.`,
  close: 'Chiudi',
  licensePendingTitle: 'Il codice è stato riscattato',
  licensePending: 'La licenza è ancora in preparazione. Accedi di nuovo tra qualche minuto.',

  usedElsewhereTitle: 'Stai già lavorando su un altro dispositivo',
  usedElsewhere: (title) =>
    `«${title}» è ancora aperto lì o lo era fino a poco fa. Se continui qui, lì verrà chiuso. Quello che hai scritto lì resta salvato.`,
  movedElsewhereTitle: 'Stai continuando su un altro dispositivo',
  movedElsewhere: (title, work) =>
    `«${title}» è ora aperto su un altro dispositivo. ${work} Puoi anche continuare qui: allora lì verrà chiuso.`,
  work: {
    none: 'Quello che hai scritto resta salvato.',
    saved: 'Quello che hai scritto qui è salvato.',
    unsaved: 'Purtroppo non è stato possibile salvare l’ultima cosa che hai scritto qui.',
  },
  continueHere: 'Continua qui',
  notContinued:
    'Non ha ancora funzionato. Controlla la connessione a Internet e prova ancora una volta.',
  seatsTakenTitle: 'Tutti i posti sono occupati',
  seatsTaken: (title, work) =>
    `«${title}» ha un numero limitato di posti, e al momento sono tutti in uso. Appena qualcuno ha finito, se ne libera uno. ${work}`,
  stillTaken: (time) => `Alle ore ${time} nessun posto era ancora libero.`,
  signOutTitle: 'Uscire',
  signOutQuestion: 'Questa pagina vorrebbe chiudere la sessione.',
  stayHere: 'Restare qui',
  signInAnewTitle: 'Accedi di nuovo',
  signInAnew: 'È per sicurezza. Poi si continua qui.',
  linkTitle: 'Account collegato',
  linked: (day) => `Dal ${day} un altro account è collegato a questo.`,
  linkMeans: 'Chi accede da lì vede e modifica tutto qui.',
  linkFailed: 'Non è riuscito. Riprova.',
  undoLink: 'Annulla il collegamento',
  confirmLink: 'È il mio account',
  invitationTitle: 'Invito',
  invitation: (group, who) =>
    who === '' ? `Invito in «${group}».` : `Invito di ${who} in «${group}».`,
  invitationToLead: (group, who) =>
    who === '' ? `Invito a dirigere «${group}».` : `Invito di ${who} a dirigere «${group}».`,
  leadingMeans: 'Dopo l’accettazione vi valgono anche le proprie licenze di classe.',
  invitationMeans: 'Dopo l’accettazione vi si vede ciò che si fa da ora in poi.',
  invitationFailed: 'Non è riuscito. Si può riprovare.',
  invitedExplanation: (title) =>
    `Per «${title}» manca ancora una licenza. Forse arriva con questo invito.`,
  acceptInvitation: 'Accetta',
  declineInvitation: 'Rifiuta',
  licencesMissing:
    'Non è stato ancora possibile caricare le licenze. Alcuni contenuti potrebbero non aprirsi. Si salva comunque tutto. Presto seguirà un nuovo tentativo.',
  licenseEndedTitle: 'La licenza non è più valida',
  licenseEnded: (title) =>
    `La licenza per «${title}» è scaduta o è stata bloccata. I lavori salvati ci sono ancora; in caso di domande può aiutare la scuola o la casa editrice.`,
  leftClassTitle: 'Non più nella classe',
  leftClass: (title) =>
    `Questo account non è più nella classe la cui licenza apriva «${title}». I lavori salvati ci sono ancora. Qui si può inserire un altro codice.`,
  licenseToTeacherEnded: (title) =>
    `Nessuna licenza di una classe apre ora «${title}» per questo account. I lavori salvati ci sono ancora. Qui si può inserire un altro codice.`,
  licenseOfClassEnded: (title) =>
    `La licenza della classe non apre più «${title}» per questo account. I lavori salvati ci sono ancora. Il docente può aiutare.`,
  devicesTitle: 'Troppi dispositivi',
  devices: (title, work) =>
    `Hai raggiunto il numero massimo di dispositivi per «${title}». Rimuovine uno, e potrai continuare qui. ${work}`,
  deviceLost: (title, work) =>
    `Usi «${title}» su altri dispositivi e hai raggiunto il numero massimo. Rimuovine uno se vuoi continuare qui. ${work}`,
  devicesUnavailable: 'Non è stato possibile caricare i dispositivi.',
  deviceNotFreed: 'Non è stato possibile rimuovere il dispositivo. Riprova.',
  freeDevice: 'Rimuovi',
  freeDeviceOf: (name) => `Rimuovi: ${name}`,
  freeDeviceQuestion:
    'Rimuovere davvero questo dispositivo? Lì non potrai più continuare. Quello che hai scritto lì resta salvato.',
  freeDeviceYes: 'Sì, rimuovi',
  freeDeviceNo: 'Annulla',
  thisDevice: 'Questo dispositivo',
  leastUsedDevice: 'Inutilizzato da più tempo',
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
    saving: 'Salvataggio in corso…',
    saved: 'Salvato',
    waiting:
      'Per ora conservato su questo dispositivo. Verrà trasmesso appena torna la connessione.',
    waitingShort: 'Per ora conservato su questo dispositivo',
    outdated:
      'In un’altra scheda è aperta una versione più recente. Ricarica la pagina per conservare di nuovo tutto.',
    reload: 'Ricarica',
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
    conflictTitle: 'Due versioni diverse',
    conflict:
      'Nel frattempo è stata salvata un’altra versione, per esempio su un altro dispositivo. Apri l’esercizio: lì puoi scegliere quale vale.',
    exercise: (title) => `Esercizio «${title}»`,
    someExercise: 'Un esercizio',
    topic: (title) => `Pagina «${title}»`,
    someTopic: 'Una pagina',
    someAssignment: 'Un compito per una classe',
    statement: (title) => `Voce sul tuo apprendimento: «${title}»`,
    someStatement: 'Una voce sul tuo apprendimento',
    answers: (count) => (count === 1 ? '1 risposta' : `${count} risposte`),
    annotations: (count) =>
      count === 1 ? '1 evidenziazione o nota' : `${count} evidenziazioni e note`,
    assignments: (count) => (count === 1 ? '1 compito' : `${count} compiti`),
    feedback: (count) => (count === 1 ? '1 riscontro' : `${count} riscontri`),
    unreadableTitle: 'Illeggibili',
    unreadable: (count) =>
      count === 1
        ? '1 voce non può più essere letta su questo dispositivo.'
        : `${count} voci non possono più essere lette su questo dispositivo.`,
    reasons: {
      full: 'In questo esercizio o in questa pagina non c’è più spazio.',
      accountFull: 'Nel tuo account non c’è più spazio. Elimina ciò che non ti serve più.',
      tooLarge: 'La voce è troppo grande.',
      forbidden: 'A questo account non è permesso salvare qui.',
      deleted: 'L’originale nel frattempo è stato eliminato, per esempio su un altro dispositivo.',
      exists: 'Questa voce esiste già, con un altro contenuto.',
      changed: 'Questo riscontro nel frattempo è stato modificato su un altro dispositivo.',
      assignmentChanged: 'Questo compito è stato modificato nel frattempo su un altro dispositivo.',
      notLed: 'Non guida più questa classe.',
      forNobody: 'Nessuno dei destinatari è ancora nella classe.',
      notShared: 'Questa risposta non è più condivisa con questa classe.',
      other: (code) => `La piattaforma ha rifiutato la voce (${code}).`,
    },
    saveAsFile: 'Salva in un file',
    discard: 'Elimina',
    discardQuestion:
      'Eliminare davvero? Quello che è elencato qui verrà eliminato da questo dispositivo e non potrà essere recuperato.',
    discardYes: 'Sì, elimina',
    discardNo: 'Conserva',
    sending: 'Nuovo tentativo in corso…',
    noneLeft: 'Qui non c’è più nulla in sospeso.',
    failed: 'Non ha funzionato. Le voci ci sono ancora.',
    unavailable: 'Non è stato possibile leggere le voci. Restano su questo dispositivo.',
  },
  menu: {
    label: 'Account',
    signedInAs: 'Accesso come',
    signedIn: 'Accesso effettuato',
    progress: 'Progressi',
    classes: 'Classi',
    code: 'Inserisci un codice',
    help: 'Aiuto',
    whoHelps: 'Per domande può aiutare la scuola o la casa editrice.',
    unavailable: 'Il caricamento non è riuscito. Controlla la connessione a Internet.',
  },
  myData: {
    title: 'I miei dati',
    about: (title) =>
      `Tutto ciò che hai scritto in «${title}»: risposte, evidenziazioni, note e segnalibri.`,
    downloadTitle: 'Scaricare',
    download:
      'Ricevi un file ZIP con tutti i tuoi dati. Il file resta su questo dispositivo. Se lo usano anche altre persone, eliminalo quando non ti serve più.',
    downloadNow: 'Scarica i miei dati',
    downloading: 'Preparazione in corso. Ci vuole un po’ di tempo…',
    downloaded: 'Il file viene salvato. Lo trovi tra i download.',
    undelivered: (count) =>
      count === 1
        ? '1 voce non è ancora stata trasmessa e non è nel file.'
        : `${count} voci non sono ancora state trasmesse e mancano nel file.`,
    downloadFailed: 'Il download non è riuscito. Riprova più tardi.',
    deleteTitle: 'Eliminare',
    delete: 'Puoi eliminare tutto ciò che hai scritto qui.',
    deleteNow: 'Elimina i miei dati…',
    question: 'Eliminare tutto definitivamente?',
    erased: (title) =>
      `Le tue risposte, evidenziazioni, note e segnalibri in «${title}» vengono eliminati, su tutti i dispositivi. Anche ciò che non è ancora stato trasmesso da questo dispositivo viene eliminato. Nessuno può recuperarlo.`,
    notErased: 'Restano il tuo account, le licenze, le classi e le tracce del tuo apprendimento.',
    understood: 'Ho capito che dopo tutto sarà perso.',
    deleteYes: 'Elimina definitivamente',
    deleteNo: 'Non eliminare',
    deleting: 'Eliminazione in corso…',
    deleted: 'I tuoi dati sono stati eliminati.',
    deletedAmount: (items) => (items === 1 ? '1 voce eliminata.' : `${items} voci eliminate.`),
    nothingThere: 'Non c’era nulla da eliminare.',
    startAnew: 'Ricomincia',
    deleteFailed:
      'L’eliminazione non è riuscita del tutto: una parte dei tuoi dati potrebbe essere ancora qui. Controlla la connessione a Internet e riprova.',
    accountTitle: 'Il tuo account',
    account:
      'Il tuo account è tutto ciò che è salvato su di te, in ogni titolo. Ne fanno parte anche le licenze, le classi e le tracce del tuo apprendimento.',
    downloadAll: 'Scarica tutto',
    deleteAccount: 'Elimina il mio account…',
    accountQuestion: 'Eliminare definitivamente l’account?',
    accountErased:
      'Tutto ciò che è salvato su di te viene eliminato, in ogni titolo. Perdi ciò che hai scritto, le licenze e le classi, su tutti i dispositivi. Anche le tracce del tuo apprendimento vengono eliminate. Nessuno può recuperare nulla.',
    accountNotErased:
      'L’accesso presso la tua scuola o il tuo editore resta. Se accedi di nuovo, ricominci da capo.',
    accountDeleted: 'Il tuo account è stato eliminato.',
    notFresh:
      'È per sicurezza, nel caso un’altra persona usi il tuo dispositivo. Poi si continua qui.',
    linkedFirst:
      'Non è ancora possibile: un altro account è collegato al tuo. Annulla il collegamento, oppure aspetta che abbia due settimane.',
    neverFresh:
      'Purtroppo qui non è possibile: il tuo accesso non dice quando hai effettuato l’ultimo accesso. Rivolgiti alla tua scuola.',
  },
  undeliveredHere:
    'Su questo dispositivo ci sono ancora voci non trasmesse. Sono cifrate e verranno trasmesse appena la stessa persona accede di nuovo qui.',
  forgottenUnused:
    'Se nessuno apre questa pagina per sette giorni, questo browser elimina ciò che aspetta qui.',
  contentAwayTitle: 'I contenuti non sono raggiungibili',
  contentAway: (title) =>
    `In questo momento non è possibile caricare «${title}». Controlla la connessione a Internet. Appena i contenuti sono di nuovo raggiungibili, si riprende automaticamente. Tutto ciò che è stato salvato c’è ancora.`,
  contentStillAway: (time) => `Alle ore ${time} non ancora raggiungibili.`,
  showAnyway: 'Mostra comunque',

  startUpFailed: 'Non è possibile avviare l’applicazione.',
  configurationUnreachable:
    'Non è stato possibile caricare la configurazione. Controlla la connessione a Internet.',
  configurationNoObject: 'La configurazione non ha campi: non è un oggetto JSON.',
  configurationMissing: (field) => `Nella configurazione manca il campo «${field}».`,
  configurationInvalid: (field) => `Nella configurazione il campo «${field}» non è valido.`,
  addressInsecure: (field) =>
    `Nella configurazione l’indirizzo nel campo «${field}» non inizia con https. Per motivi di sicurezza non è consentito.`,
  contentOriginIsOwn:
    'I contenuti si trovano allo stesso indirizzo dell’applicazione (campo «project.contentOrigin»). Per motivi di sicurezza non è consentito.',
  operatorHelps: 'Può rimediare solo chi gestisce questa applicazione.',
  applicationUnreachable:
    'Non è stato possibile caricare una parte dell’applicazione. Controlla la connessione a Internet.',
  progress: {
    title: 'Progressi',
    whose: 'Chi',
    own: 'Solo io',
    course: 'Corso',
    thema: 'Tema',
    allThemen: 'Tutti i temi',
    subThema: 'Sottotema',
    allSubThemen: 'Tutti i sottotemi',
    group: 'Gruppo di esercizi',
    allGroups: 'Tutti i gruppi',
    difficulty: 'Difficoltà',
    allDifficulties: 'Tutte',
    difficulties: { easy: 'facile', medium: 'medio', hard: 'difficile', mixed: 'misto' },
    states: {
      NOT_BEGUN: 'non iniziato',
      BEGUN: 'iniziato',
      AGAIN: 'da rivedere',
      SUCCEEDED: 'giusto',
      HANDED_IN: 'consegnato',
      SEEN: 'visto',
    },
    pupil: 'Nome',
    exercise: 'Esercizio',
    state: 'Stato',
    score: 'Risultato',
    lastActive: 'Ultima attività',
    never: 'mai',
    none: '–',
    settledOf: (settled, all) => `giusti o consegnati: ${settled} su ${all}`,
    meanScore: 'Ø',
    showThema: (title) => `Mostra gli esercizi di «${title}»`,
    sortBy: (title) => `Ordina secondo «${title}»`,
    asFile: 'Scarica la tabella',
    print: 'Stampa',
    nameless: 'Senza nome',
    showAnswer: (exercise, pupil) => `Mostra la risposta di ${pupil} a «${exercise}»`,
    tableOfClass: 'Progressi della classe',
    tableOfOwn: 'I miei progressi',
    legend: 'Legenda',
    chart: 'Andamento',
    diagram: 'Grafico',
    line: 'Linea',
    pie: 'Torta',
    period: 'Periodo',
    periods: { WEEKS_OF_YEAR: 'Settimane', MONTHS: 'Mesi', YEARS: 'Anni scolastici' },
    periodHead: { WEEKS_OF_YEAR: 'Settimana', MONTHS: 'Mese', YEARS: 'Anno scolastico' },
    earlier: 'Anno scolastico precedente',
    later: 'Anno scolastico successivo',
    activity: 'Attività',
    begun: 'Esercizi iniziati',
    finished: 'Esercizi svolti fino in fondo',
    atEnd: (year) => `Situazione alla fine dell’anno scolastico ${year}`,
    today: 'Situazione attuale',
    exercises: 'Esercizi',
    asTable: 'Mostra come tabella',
    loading: 'Caricamento…',
    newUntil: (time: string) =>
      `Situazione alle ${time}. Al momento non è possibile caricare dati più recenti.`,
    stillCounting: 'Il conteggio è in corso. I numeri non sono ancora completi.',
    failed:
      'In questo momento non è possibile caricare i progressi. Verificare la connessione a Internet.',
    retry: 'Riprovare',
    noCourse: 'Non ci sono ancora progressi da mostrare: nessun esercizio è stato pubblicato.',
    withoutCourse: (count: number) =>
      count === 1
        ? '1 persona di questa classe non lavora con questo corso'
        : `${count} persone di questa classe non lavorano con questo corso`,
    isWithoutCourse: 'senza questo corso',
    withoutCourseHint:
      'Con la licenza della classe ci sono tutti: in «Classi» si può riscattare un buono per la classe. Un buono personale vale se anche la o il docente ha una licenza.',
    noPupils:
      'In questa classe non c’è ancora nessuno. Quando le allieve e gli allievi si saranno iscritti, saranno mostrati qui.',
    nothingFits: 'Nessun esercizio corrisponde a questa scelta. Con un’altra difficoltà forse sì.',
    classNotBegun:
      'Nessuno ha ancora iniziato. Appena qualcuno apre o fa un esercizio, si vede qui.',
    ownNotBegun: 'Qui non c’è ancora nulla. Gli esercizi fatti appariranno qui.',
    nothingInPeriod: 'In questo periodo non è successo niente. In un altro forse sì.',
  },
};

/** Where pupils are told "tu", teachers read these. */
export const toTeachers: Texts = {
  ...texts,
  usedElsewhereTitle: 'Sta già lavorando su un altro dispositivo',
  usedElsewhere: (title) =>
    `«${title}» è ancora aperto lì o lo era fino a poco fa. Se continua qui, lì verrà chiuso. Quello che ha scritto lì resta salvato.`,
  movedElsewhereTitle: 'Sta continuando su un altro dispositivo',
  movedElsewhere: (title, work) =>
    `«${title}» è ora aperto su un altro dispositivo. ${work} Può anche continuare qui: allora lì verrà chiuso.`,
  work: {
    none: 'Quello che ha scritto resta salvato.',
    saved: 'Quello che ha scritto qui è salvato.',
    unsaved: 'Purtroppo non è stato possibile salvare l’ultima cosa che ha scritto qui.',
  },
  notContinued:
    'Non ha ancora funzionato. Controlli la connessione a Internet e provi ancora una volta.',
  devices: (title, work) =>
    `Ha raggiunto il numero massimo di dispositivi per «${title}». Ne rimuova uno, e potrà continuare qui. ${work}`,
  deviceLost: (title, work) =>
    `Usa «${title}» su altri dispositivi e ha raggiunto il numero massimo. Ne rimuova uno se vuole continuare qui. ${work}`,
  deviceNotFreed: 'Non è stato possibile rimuovere il dispositivo. Riprovi.',
  freeDeviceQuestion:
    'Rimuovere davvero questo dispositivo? Lì non potrà più continuare. Quello che ha scritto lì resta salvato.',
  setAside: {
    ...texts.setAside,
    kept: 'Sono ancora su questo dispositivo e ci restano finché non decide.',
    conflict:
      'Nel frattempo è stata salvata un’altra versione, per esempio su un altro dispositivo. Apra l’esercizio: lì può scegliere quale vale.',
    statement: (title) => `Traccia di apprendimento: «${title}»`,
    someStatement: 'Una traccia di apprendimento',
    reasons: {
      ...texts.setAside.reasons,
      accountFull: 'Nel Suo account non c’è più spazio. Elimini ciò che non Le serve più.',
    },
  },
  myData: {
    ...texts.myData,
    about: (title) =>
      `Tutto ciò che ha scritto in «${title}»: risposte, evidenziazioni, note e segnalibri.`,
    download:
      'Riceve un file ZIP con tutti i Suoi dati. Il file resta su questo dispositivo: se lo usano anche altre persone, lo elimini quando non Le serve più.',
    downloaded: 'Il file viene salvato. Lo trova tra i download.',
    downloadFailed: 'Il download non è riuscito. Riprovi più tardi.',
    delete: 'Può eliminare tutto ciò che ha scritto qui.',
    erased: (title) =>
      `Tutte le Sue risposte, evidenziazioni, note e i segnalibri in «${title}» vengono eliminati, su tutti i dispositivi. Anche ciò che non è ancora stato trasmesso da questo dispositivo viene eliminato. Nessuno può recuperarlo.`,
    notErased:
      'Le Sue licenze, il Suo account, le Sue classi e le tracce di ciò che ha imparato non vengono eliminati.',
    deleted: 'I Suoi dati sono stati eliminati.',
    deleteFailed:
      'L’eliminazione non è riuscita del tutto: una parte dei Suoi dati potrebbe essere ancora qui. Controlli la connessione a Internet e riprovi.',
    accountTitle: 'Il Suo account',
    account:
      'Il Suo account è tutto ciò che è salvato su di Lei, in tutti i titoli: anche le Sue licenze, le Sue classi e le tracce di ciò che ha imparato.',
    accountErased:
      'Tutto ciò che è salvato su di Lei viene eliminato, in tutti i titoli e su tutti i dispositivi: ciò che ha scritto, le Sue licenze, le Sue classi e le tracce di ciò che ha imparato. Nessuno può recuperarlo.',
    accountNotErased:
      'L’accesso presso la Sua scuola o il Suo editore resta. Se accede di nuovo, ricomincia da capo.',
    accountDeleted: 'Il Suo account è stato eliminato.',
    notFresh:
      'È per sicurezza, nel caso un’altra persona usi il Suo dispositivo. Poi si continua qui.',
    linkedFirst:
      'Non è ancora possibile: un altro account è collegato al Suo. Annulli il collegamento, oppure aspetti che abbia due settimane.',
    neverFresh:
      'Purtroppo qui non è possibile: il Suo accesso non dice quando ha effettuato l’ultimo accesso. Si rivolga alla Sua scuola.',
  },
};

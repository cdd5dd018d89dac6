import type { ClassesTexts } from './de.ts';

export const texts: ClassesTexts = {
  title: 'Classi',
  yours: 'Le tue classi',
  close: 'Chiudi',
  loading: 'Caricamento…',
  failed: 'Al momento non è possibile caricare le classi. Controllare la connessione a Internet.',
  retry: 'Riprova',
  back: 'Annulla',
  save: 'Salva',
  saved: 'Salvato.',

  create: 'Crea una classe',
  noClassYet: 'Qui non c’è ancora una classe. Per crearla basta un nome.',
  name: 'Nome della classe',
  nameHint: 'Per esempio «6a» o «6a Scienze».',
  nameMissing: 'Inserire un nome.',
  created: 'La classe è pronta. Allieve e allievi entrano con il codice.',

  enterCode: 'Inserisci un codice',
  code: 'Codice della classe o codice del buono',
  codeHint: 'In maiuscolo o in minuscolo, con o senza trattini: va tutto bene.',
  codeMissing: 'Inserire il codice.',
  codeMalformed: 'Un codice ha solo lettere, cifre e trattini. Confrontare ancora una volta.',
  codeDoubtful:
    'Sembra un errore di battitura. Confrontare ancora una volta. 0, O, 1 e I non ci sono quasi mai.',
  useAnyway: 'Il codice è giusto',
  use: 'Usa il codice',
  joining: (code) => `Entrare nella classe con il codice ${code}?`,
  ledAlready: (name) => `Dirige già la classe «${name}».`,
  join: 'Entra',
  signedInAs: (name) => `Accesso effettuato come ${name}.`,
  redeemed: 'Il buono è stato riscattato.',
  redeemedUntil: (day) => `Il buono è stato riscattato. La licenza è valida fino al ${day}.`,

  members: 'Allieve e allievi',
  memberCount: (count) => (count === 1 ? '1 persona' : `${count} persone`),
  noMembers: 'Non c’è ancora nessuno. Allieve e allievi entrano con il codice.',
  teachers: 'Docenti',
  find: 'Cerca un nome',
  noneFound: 'Nessuno si chiama così.',
  isYou: 'questo account',
  nameless: 'Senza nome',
  invitedNote: 'non ancora accettato',
  invitedToLead: 'invito come docente',
  hasSeat: 'sta lavorando',
  since: (time) => `dal ${time}`,
  more: (name) => `${name}: altro`,
  remove: 'Togli',
  removeQuestion: (name) =>
    `Togliere davvero ${name} dalla classe? Tutto quello che ${name} ha scritto resta. La classe non lo leggerà più, neanche dopo un ritorno.`,
  removeYes: 'Sì, togli',
  removed: (name) => `${name} non è più nella classe.`,
  withdraw: 'Ritira l’invito',
  makeTeacher: 'Rendi docente',
  makeTeacherQuestion: (name) =>
    `${name} dirigerà anche la classe e vedrà tutto ciò che vedono i docenti. Vale quando ${name} accetta. Serve un account per docenti.`,
  makeTeacherYes: 'Invita come docente',
  madeTeacher: (name) => `${name} riceverà la domanda alla prossima apertura.`,
  unmakeTeacher: 'Non più docente',

  requests: 'Vogliono entrare nella classe',
  accept: 'Accetta',
  refuse: 'Rifiuta',
  acceptAll: (count) => `Accetta tutti e ${count}`,
  acceptName: (name) => `Accetta ${name}`,
  refuseName: (name) => `Rifiuta ${name}`,
  accepted: (count) =>
    count === 1 ? '1 persona è nella classe.' : `${count} persone sono nella classe.`,

  codeOfClass: 'Codice della classe',
  codeUntil: (day) => `Valido fino al ${day}`,
  codeOver: 'Il codice è scaduto. Un nuovo codice vale 30 giorni.',
  codeClosed: 'Al momento il codice non fa entrare nessuno.',
  show: 'Mostra in grande',
  copy: 'Copia il link',
  copied: 'Il link è stato copiato.',
  notCopied: 'La copia non è riuscita. Ecco il link da selezionare:',
  renew: 'Nuovo codice',
  renewQuestion: 'Un nuovo codice vale subito. Quello vecchio poi non apre più nulla.',
  renewYes: 'Crea un nuovo codice',
  renewed: 'Il nuovo codice è valido.',
  policy: 'Chi arriva con il codice',
  policies: {
    on_request: 'viene accettato uno alla volta',
    open: 'entra subito',
    closed: 'non entra',
  },
  howToJoin: 'Scansionare il codice o aprire questa pagina:',
  thenEnter: 'Poi inserire lì questo codice:',

  inviteFrom: 'Invita da un’altra classe',
  inviteFromHint: 'La domanda arriva alla prossima apertura, per quattordici giorni.',
  otherClass: 'Classe',
  inviteAll: (count) => (count === 1 ? 'Invita 1 persona' : `Invita ${count} persone`),
  nobodyToInvite: 'Tutta quella classe è già qui o è già invitata.',
  inviteDone: (count) =>
    count === 1 ? '1 persona è invitata.' : `${count} persone sono invitate.`,

  license: 'Licenza della classe',
  noLicense: (title) => `Questa classe non ha ancora una licenza per «${title}».`,
  redeemHint: 'Qui si può riscattare un buono per classi, anche con una licenza propria.',
  licenseUntil: (day) => `Valida fino al ${day}`,
  licenseEndless: 'Valida senza fine',
  licenseOver: 'Non più valida',
  seats: (taken, all) => `${taken} posti occupati su ${all}`,
  seatsEndless: (taken) => `${taken} occupati, posti senza limite`,
  seatsFull: 'Tutti i posti sono occupati. Un posto si libera quando qualcuno chiude la pagina.',
  seatsElsewhere: (count) => `di cui ${count} in altre classi`,
  holders: 'Chi ha un posto',

  settings: 'Modifica la classe',
  rename: 'Rinomina',
  leave: 'Lascia la classe',
  leaveQuestion: (name) => `Lasciare davvero «${name}»?`,
  leaveYes: 'Sì, lascia',
  left: (name) => `«${name}» è stata lasciata.`,
  delete: 'Elimina la classe',
  deleteQuestion: (name) =>
    `Eliminare «${name}» definitivamente? Tutti perdono la licenza della classe. Quello che hanno scritto resta.`,
  deleteYes: 'Elimina per sempre',
  deleted: (name) => `«${name}» è stata eliminata.`,

  faults: {
    codeUnknown: 'Questo codice non esiste o è scaduto. Confrontare ancora una volta.',
    full: 'La classe è piena: non c’è posto per più di 500 persone.',
    tooManyGroups: 'L’account è già in 500 classi. Di più non è possibile.',
    nameTaken: 'Nella classe qualcuno si chiama già così. Scegliere un altro nome.',
    gone: 'Questa classe non è più qui: è stata eliminata, o la partecipazione è finita.',
    notLed: 'Possono farlo solo i docenti di questa classe.',
    lastLeader:
      'Una classe ha bisogno di un docente. Prima invitarne un secondo, o eliminare la classe.',
    declined: 'Questa persona non vuole. Con il codice può entrare da sola.',
    membershipChanged: 'Nel frattempo è cambiato. Ecco la situazione attuale.',
    tooManySharings: 'In questa classe si condividono già 50 corsi. Di più non è possibile.',
    notAllowed: 'Con questo account non è permesso.',
    tooManyTries: 'Troppi tentativi. Aspettare un minuto.',
    offline: 'Al momento manca la connessione a Internet. Riprovare appena torna.',
    failed: 'Non è riuscito. Riprovare.',
  },

  pupil: {
    noClassYet: 'Non sei ancora in una classe. Hai un codice? Allora inseriscilo qui.',
    waiting: (name) =>
      `Hai chiesto di entrare nella classe «${name}». Il tuo docente deve ancora dire di sì.`,
    joined: (name) => `Ora sei nella classe «${name}».`,
    withdraw: 'Non chiedere più',
    whoReads: 'Chi vede qualcosa di te',
    whoReadsAnswers: 'Chi legge le tue risposte?',
    teachersSee: (who) => `Il tuo docente: ${who}.`,
    teacherSees: 'Il tuo docente.',
    always:
      'Il tuo docente vede a che punto sei in ogni esercizio e come è andata. Solo quello che fai da quando sei nella classe.',
    known:
      'Il tuo docente vede il tuo vero nome, anche se qui ne hai un altro. Quando lavori con la licenza della classe, vede anche che ci sei.',
    classmates: 'Gli altri vedono il tuo nome nella classe, e nient’altro.',
    share: 'Lo mostro al mio docente',
    shareHint:
      'Puoi cambiare quando vuoi. Vale solo per il tuo docente in questa classe. Si vede solo quello che fai da quando ci sei.',
    inCourse: (course) => `Nel corso «${course}»`,
    sharing: {
      Answers: 'Le mie risposte',
      Notes: 'Le mie note ed evidenziazioni',
      Media: 'Le mie immagini e i miei file',
    },
    sharingMeans: {
      Answers: 'Il tuo docente può leggere quello che hai scritto e scelto negli esercizi.',
      Notes: 'Il tuo docente può leggere quello che hai evidenziato e annotato sulle pagine.',
      Media: 'Il tuo docente può vedere le immagini e i file che hai consegnato.',
    },
    displayName: 'Il tuo nome nella classe',
    leaveMeans:
      'Poi il tuo docente non vede più nulla di nuovo di te. Quello che hai scritto resta tuo. Forse ti servirà una licenza tua.',
  },
};

export const toTeachers: ClassesTexts = {
  ...texts,
  yours: 'Le Sue classi',
  pupil: {
    ...texts.pupil,
    noClassYet: 'Lei non è ancora in una classe. Ha un codice? Allora lo inserisca qui.',
    waiting: (name) =>
      `Ha chiesto di entrare nella classe «${name}». Un docente deve ancora accettare.`,
    joined: (name) => `Ora è nella classe «${name}».`,
    whoReads: 'Chi vede qualcosa di Lei',
    whoReadsAnswers: 'Chi legge le Sue risposte?',
    teachersSee: (who) => `Chi dirige la classe: ${who}.`,
    teacherSees: 'Chi dirige la classe.',
    always:
      'Chi dirige la classe vede a che punto è: gli esercizi iniziati e conclusi, e il risultato. Solo quello che fa da quando è nella classe.',
    known:
      'Chi dirige la classe vede il Suo vero nome, anche se qui ne ha un altro. Quando lavora con la licenza della classe, si vede anche che c’è.',
    classmates: 'Gli altri vedono il Suo nome nella classe, e nient’altro.',
    share: 'Lo mostro ai docenti',
    shareHint:
      'Può cambiare quando vuole. Vale solo per i docenti di questa classe, e per quello che fa da quando c’è.',
    sharingMeans: {
      Answers: 'I docenti possono leggere quello che ha scritto e scelto negli esercizi.',
      Notes: 'I docenti possono leggere quello che ha evidenziato e annotato sulle pagine.',
      Media: 'I docenti possono vedere le immagini e i file che ha consegnato.',
    },
    displayName: 'Il Suo nome nella classe',
    leaveMeans:
      'Poi i docenti non vedono più nulla di nuovo di Lei. Quello che ha scritto resta Suo. Forse Le servirà una licenza propria.',
  },
};

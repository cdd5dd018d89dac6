import type { Texts } from './de.ts';

export const texts: Texts = {
  motto: ['Leggere. Esercitarsi.', 'Andare avanti.'],
  errors: {
    expired: {
      title: 'Questo accesso è scaduto',
      text: 'È già terminato o è rimasto aperto troppo a lungo. Accedi di nuovo.',
    },
    request: {
      title: 'Qualcosa è andato storto',
      text: 'L’applicazione ha inviato qualcosa di inatteso. Di solito basta ricominciare dall’inizio.',
    },
    missing: {
      title: 'Questa pagina non esiste',
      text: 'Forse l’indirizzo è incompleto. Per tornare all’inizio:',
    },
    server: {
      title: 'Non ha funzionato',
      text: 'L’errore è nostro. Riprova tra qualche minuto.',
    },
  },
  support: 'Per l’assistenza',
  code: 'Errore',
  reference: 'Identificativo',
  to: (application) => `A ${application}`,

  signInTo: (application) => `Accesso a ${application}`,
  faulty: (title) => `Errore: ${title}`,
  backTo: ['Poi si torna a ', '.'],
  username: 'Nome utente',
  password: 'Password',
  signIn: 'Accedi',
  incomplete: 'Inserisci il nome utente e la password.',
  wrong: 'Il nome utente e la password non corrispondono. Controlla entrambi.',
  limited: (minutes) =>
    `Ci sono stati molti tentativi. Per sicurezza puoi riprovare tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}.`,

  newPassword: 'Scegli una password tua',
  newPasswordFor: ['Per l’account di ', '. Almeno 8 caratteri, per esempio tre parole.'],
  ownPassword: 'Nuova password',
  ownPasswordAgain: 'Ancora una volta',
  savePassword: 'Salva la password',
  otherPerson: 'Altro account',
  passwordProblems: {
    incomplete: 'Compila i due campi.',
    different: 'Le due password sono diverse. Riprova.',
    short: 'La password è troppo corta. Scegli almeno 8 caratteri.',
    easy: 'Questa password è facile da indovinare. Scegline un’altra.',
    first: 'È la prima password. Scegline una nuova.',
  },

  demo: 'Accessi dimostrativi',
  demoNote: 'Tutte le persone sono inventate. Basta toccare un nome. Password:',
  roles: {
    student: 'Allieva o allievo',
    teacher: 'Docente',
    support: 'Assistenza',
    administrator: 'Amministrazione',
    'order-system': 'Sistema di ordinazione',
    publisher: 'Casa editrice',
  },
  licensed: 'con licenza',
  unlicensed: 'senza licenza',
  withClass: 'con una classe',

  signOut: 'Esci',
  signOutQuestion: 'Vuoi davvero uscire?',
  signOutMeans: 'Poi in questo browser non ci sarà più nessuno con l’accesso aperto.',
  signOutYes: 'Sì, esci',
  signOutNo: (application) => `No, torna a ${application}`,
  moment: 'Un momento',
  signingOut: 'Uscita in corso.',
  goOn: 'Continua',
  signedOut: 'Uscita effettuata',
  farewell: 'Alla prossima volta.',

  authority: {
    title: 'Aprire Lectern su questo dispositivo',
    once: (host) => `Per questo il dispositivo deve fidarsi una volta del certificato di ${host}.`,
    download: 'Scaricare il certificato',
    ios: 'Scaricare in Safari. Impostazioni > Generali > VPN e gestione dispositivo: installare il profilo. Poi Impostazioni > Generali > Info > Attendibilità certificati: attivare.',
    android:
      'Impostazioni > Sicurezza > Installa un certificato > Certificato CA: scegliere il file.',
    compare: (host) =>
      `Prima di confermare: confrontare lo SHA-256 che il dispositivo mostra per il certificato con quello nel terminale di ${host}. Se sono diversi, non installarlo.`,
    computer: 'Computer',
    onComputers: 'Aprire il file e aggiungerlo ai certificati radice attendibili.',
  },
};

/** Texts of the classes, in German; Swiss spelling. Those of `pupil` speak to children, all others to nobody. */
export const texts = {
  title: 'Klassen',
  yours: 'Deine Klassen',
  close: 'Schliessen',
  loading: 'Wird geladen …',
  failed: 'Die Klassen lassen sich gerade nicht laden. Bitte die Internetverbindung prüfen.',
  retry: 'Noch einmal versuchen',
  back: 'Abbrechen',
  save: 'Speichern',
  saved: 'Gespeichert.',

  create: 'Klasse anlegen',
  noClassYet: 'Hier gibt es noch keine Klasse. Eine neue ist mit einem Namen fertig.',
  name: 'Name der Klasse',
  nameHint: 'Zum Beispiel «6a» oder «6a Natur und Technik».',
  nameMissing: 'Bitte einen Namen eingeben.',
  created: 'Die Klasse ist angelegt. Mit dem Code kommen die Schülerinnen und Schüler dazu.',

  enterCode: 'Code eingeben',
  code: 'Klassencode oder Gutscheincode',
  codeHint: 'Gross oder klein geschrieben, mit oder ohne Striche: alles geht.',
  codeMissing: 'Bitte den Code eingeben.',
  codeSeveral: 'Hier stehen mehrere Codes. Bitte nur einen stehen lassen.',
  codeMalformed: 'Ein Code hat nur Buchstaben, Ziffern und Striche. Bitte noch einmal vergleichen.',
  codeDoubtful:
    'Das sieht nach einem Tippfehler aus. Bitte noch einmal vergleichen. Im Code gibt es kaum 0, O, 1 und I.',
  useAnyway: 'Der Code stimmt',
  use: 'Code verwenden',
  joining: (code: string) => `Der Klasse mit dem Code ${code} beitreten?`,
  ledAlready: (name: string) => `Die Klasse «${name}» leiten Sie schon.`,
  join: 'Beitreten',
  signedInAs: (name: string) => `Angemeldet als ${name}.`,
  redeemed: 'Der Gutschein ist eingelöst.',
  redeemedUntil: (day: string) => `Der Gutschein ist eingelöst. Die Lizenz gilt bis ${day}.`,

  members: 'Schülerinnen und Schüler',
  memberCount: (count: number) => (count === 1 ? '1 Person' : `${count} Personen`),
  noMembers: 'Noch ist niemand dabei. Mit dem Code kommen die Schülerinnen und Schüler dazu.',
  teachers: 'Lehrpersonen',
  find: 'Name suchen',
  noneFound: 'Niemand heisst so.',
  isYou: 'das eigene Konto',
  nameless: 'Ohne Namen',
  invitedNote: 'noch nicht angenommen',
  invitedToLead: 'als Lehrperson eingeladen',
  hasSeat: 'arbeitet gerade',
  since: (time: string) => `seit ${time}`,
  more: (name: string) => `${name}: mehr`,
  remove: 'Entfernen',
  removeQuestion: (name: string) =>
    `${name} wirklich aus der Klasse entfernen? Was ${name} geschrieben hat, bleibt erhalten. Die Klasse liest es danach nicht mehr, auch nach einer Rückkehr.`,
  removeYes: 'Ja, entfernen',
  removed: (name: string) => `${name} ist nicht mehr in der Klasse.`,
  withdraw: 'Einladung zurücknehmen',
  makeTeacher: 'Zur Lehrperson machen',
  makeTeacherQuestion: (name: string) =>
    `${name} leitet dann die Klasse mit und sieht alles, was Lehrpersonen sehen. Das gilt, sobald ${name} zusagt. Es braucht ein Konto für Lehrpersonen.`,
  makeTeacherYes: 'Als Lehrperson einladen',
  madeTeacher: (name: string) => `${name} wird beim nächsten Öffnen gefragt.`,
  unmakeTeacher: 'Nicht mehr als Lehrperson',

  requests: 'Möchten in die Klasse',
  accept: 'Aufnehmen',
  refuse: 'Ablehnen',
  acceptAll: (count: number) => `Alle ${count} aufnehmen`,
  acceptName: (name: string) => `${name} aufnehmen`,
  refuseName: (name: string) => `${name} ablehnen`,
  accepted: (count: number) =>
    count === 1 ? '1 Person ist dabei.' : `${count} Personen sind dabei.`,

  codeOfClass: 'Klassencode',
  codeUntil: (day: string) => `Gültig bis ${day}`,
  codeOver: 'Der Code ist abgelaufen. Ein neuer gilt 30 Tage.',
  codeClosed: 'Mit dem Code kommt gerade niemand in die Klasse.',
  show: 'Gross zeigen',
  copy: 'Link kopieren',
  copied: 'Der Link ist kopiert.',
  notCopied: 'Das Kopieren hat nicht geklappt. Der Link steht hier zum Markieren:',
  renew: 'Neuer Code',
  renewQuestion: 'Ein neuer Code gilt sofort. Der alte öffnet dann nichts mehr.',
  renewYes: 'Neuen Code machen',
  renewed: 'Der neue Code gilt.',
  policy: 'Wer mit dem Code kommt',
  policies: {
    on_request: 'wird einzeln aufgenommen',
    open: 'ist gleich dabei',
    closed: 'kommt nicht hinein',
  },
  howToJoin: 'Code scannen oder diese Seite öffnen:',
  thenEnter: 'Dort diesen Code eingeben:',

  inviteFrom: 'Aus einer anderen Klasse einladen',
  inviteFromHint: 'Wer eingeladen ist, wird beim nächsten Öffnen gefragt. Vierzehn Tage lang.',
  otherClass: 'Klasse',
  inviteAll: (count: number) => (count === 1 ? '1 Person einladen' : `${count} Personen einladen`),
  nobodyToInvite: 'Alle aus dieser Klasse sind schon dabei oder eingeladen.',
  inviteDone: (count: number) =>
    count === 1 ? '1 Person ist eingeladen.' : `${count} Personen sind eingeladen.`,

  license: 'Klassenlizenz',
  noLicense: (title: string) => `Für «${title}» hat diese Klasse noch keine Klassenlizenz.`,
  redeemHint: 'Ein Gutschein für Klassen lässt sich hier einlösen, auch mit einer eigenen Lizenz.',
  licenseUntil: (day: string) => `Gültig bis ${day}`,
  licenseEndless: 'Gültig ohne Ende',
  licenseOver: 'Nicht mehr gültig',
  seats: (taken: number, all: number) => `${taken} von ${all} Plätzen belegt`,
  seatsEndless: (taken: number) => `${taken} belegt, Plätze ohne Grenze`,
  seatsFull: 'Alle Plätze sind belegt. Ein Platz wird frei, wenn jemand die Seite schliesst.',
  seatsElsewhere: (count: number) => `${count} davon in anderen Klassen`,
  holders: 'Wer einen Platz hat',

  settings: 'Klasse ändern',
  rename: 'Umbenennen',
  leave: 'Klasse verlassen',
  leaveQuestion: (name: string) => `«${name}» wirklich verlassen?`,
  leaveYes: 'Ja, verlassen',
  left: (name: string) => `«${name}» ist verlassen.`,
  delete: 'Klasse löschen',
  deleteQuestion: (name: string) =>
    `«${name}» endgültig löschen? Alle verlieren die Lizenz der Klasse. Was sie geschrieben haben, bleibt ihnen.`,
  deleteYes: 'Endgültig löschen',
  deleted: (name: string) => `«${name}» ist gelöscht.`,

  faults: {
    codeUnknown:
      'Diesen Code gibt es nicht, oder er ist abgelaufen. Bitte noch einmal vergleichen.',
    full: 'Die Klasse ist voll: Mehr als 500 haben nicht Platz.',
    tooManyGroups: 'Das Konto ist schon in 500 Klassen. Mehr gehen nicht.',
    nameTaken: 'So heisst in der Klasse schon jemand. Bitte einen anderen Namen wählen.',
    gone: 'Diese Klasse gibt es hier nicht mehr: Sie wurde gelöscht, oder die Mitgliedschaft ist beendet.',
    notLed: 'Das dürfen nur Lehrpersonen dieser Klasse.',
    lastLeader:
      'Eine Klasse braucht eine Lehrperson. Zuerst eine zweite einladen, oder die Klasse löschen.',
    declined: 'Diese Person möchte das nicht. Mit dem Code kann sie selbst beitreten.',
    alreadyIn: 'Diese Person ist inzwischen schon in der Klasse.',
    membershipChanged: 'Das hat sich inzwischen geändert. Hier ist der neue Stand.',
    tooManySharings: 'In dieser Klasse wird schon in 50 Kursen geteilt. Mehr gehen nicht.',
    notAllowed: 'Das ist mit diesem Konto nicht erlaubt.',
    tooManyTries: 'Zu viele Versuche. Bitte eine Minute warten.',
    offline:
      'Gerade gibt es keine Internetverbindung. Bitte noch einmal versuchen, sobald sie wieder da ist.',
    failed: 'Das hat nicht geklappt. Bitte noch einmal versuchen.',
  },

  pupil: {
    noClassYet: 'Du bist noch in keiner Klasse. Hast du einen Code? Dann gib ihn hier ein.',
    waiting: (name: string) =>
      `Du hast gefragt, ob du in die Klasse «${name}» darfst. Deine Lehrperson muss noch Ja sagen.`,
    goesOn: 'Danach geht es hier von selbst weiter.',
    goesOnWithLicense: 'Sobald sie da ist, geht es hier von selbst weiter.',
    refused: 'Deine Frage gilt nicht mehr. Vielleicht hat deine Lehrperson Nein gesagt.',
    withdrawn: (name: string) => `Du fragst nicht mehr, ob du in die Klasse «${name}» darfst.`,
    joined: (name: string) => `Du bist jetzt in der Klasse «${name}».`,
    withdraw: 'Nicht mehr fragen',
    whoReads: 'Wer etwas von dir sieht',
    whoReadsAnswers: 'Wer liest deine Antworten?',
    teachersSee: (who: string) => `Deine Lehrperson: ${who}.`,
    teacherSees: 'Deine Lehrperson.',
    always:
      'Deine Lehrperson sieht, wie weit du bei jeder Aufgabe bist und wie gut es ging. Sie sieht nur, was du machst, seit du in der Klasse bist.',
    known:
      'Deine Lehrperson sieht deinen richtigen Namen, auch wenn du hier einen anderen hast. Lernst du mit der Lizenz der Klasse, sieht sie auch, dass du gerade da bist.',
    classmates: 'Andere Kinder sehen deinen Namen in der Klasse, sonst nichts.',
    share: 'Das zeige ich meiner Lehrperson',
    shareHint:
      'Du kannst es jederzeit ändern. Es gilt nur für deine Lehrperson in dieser Klasse. Sie sieht nur, was du machst, seit du dabei bist.',
    inCourse: (course: string) => `Im Kurs «${course}»`,
    sharing: {
      Answers: 'Meine Antworten',
      Notes: 'Meine Notizen und Markierungen',
      Media: 'Meine Bilder und Dateien',
    },
    sharingMeans: {
      Answers: 'Deine Lehrperson darf lesen, was du bei den Aufgaben geschrieben und gewählt hast.',
      Notes: 'Deine Lehrperson darf lesen, was du dir auf den Seiten markiert und notiert hast.',
      Media: 'Deine Lehrperson darf Bilder und Dateien ansehen, die du abgegeben hast.',
    },
    displayName: 'So heisst du in der Klasse',
    leaveMeans:
      'Deine Lehrperson sieht dann nichts Neues mehr von dir. Was du geschrieben hast, bleibt dir. Vielleicht brauchst du danach eine eigene Lizenz.',
  },
};

export type ClassesTexts = Readonly<typeof texts>;

/** Where pupils are told "du", teachers read these. */
export const toTeachers: ClassesTexts = {
  ...texts,
  yours: 'Ihre Klassen',
  pupil: {
    ...texts.pupil,
    noClassYet:
      'Sie sind noch in keiner Klasse. Haben Sie einen Code? Dann geben Sie ihn hier ein.',
    waiting: (name) =>
      `Sie haben gefragt, ob Sie in die Klasse «${name}» dürfen. Eine Lehrperson muss Sie noch aufnehmen.`,
    refused: 'Ihre Anfrage gilt nicht mehr. Vielleicht wurde sie abgelehnt.',
    withdrawn: (name) => `Ihre Anfrage an die Klasse «${name}» ist zurückgezogen.`,
    joined: (name) => `Sie sind jetzt in der Klasse «${name}».`,
    whoReads: 'Wer etwas von Ihnen sieht',
    whoReadsAnswers: 'Wer liest Ihre Antworten?',
    teachersSee: (who) => `Wer die Klasse leitet: ${who}.`,
    teacherSees: 'Wer die Klasse leitet.',
    always:
      'Wer die Klasse leitet, sieht, wie weit Sie sind: welche Aufgaben Sie begonnen und abgeschlossen haben und mit welchem Ergebnis. Das gilt nur für das, was Sie machen, seit Sie in der Klasse sind.',
    known:
      'Wer die Klasse leitet, sieht Ihren richtigen Namen, auch wenn Sie hier einen anderen haben. Arbeiten Sie mit der Lizenz der Klasse, ist auch zu sehen, dass Sie gerade da sind.',
    classmates: 'Alle anderen sehen Ihren Namen in der Klasse, sonst nichts.',
    share: 'Das zeige ich der Lehrperson',
    shareHint:
      'Sie können es jederzeit ändern. Es gilt nur für Lehrpersonen dieser Klasse, und nur für das, was Sie machen, seit Sie dabei sind.',
    sharingMeans: {
      Answers: 'Lehrpersonen dürfen lesen, was Sie bei den Aufgaben geschrieben und gewählt haben.',
      Notes: 'Lehrpersonen dürfen lesen, was Sie auf den Seiten markiert und notiert haben.',
      Media: 'Lehrpersonen dürfen Bilder und Dateien ansehen, die Sie abgegeben haben.',
    },
    displayName: 'So heissen Sie in der Klasse',
    leaveMeans:
      'Lehrpersonen sehen dann nichts Neues mehr von Ihnen. Was Sie geschrieben haben, bleibt Ihnen. Vielleicht brauchen Sie danach eine eigene Lizenz.',
  },
};

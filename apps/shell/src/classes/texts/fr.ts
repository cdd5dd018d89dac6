import type { ClassesTexts } from './de.ts';

export const texts: ClassesTexts = {
  title: 'Classes',
  yours: 'Tes classes',
  close: 'Fermer',
  loading: 'Chargement…',
  failed:
    'Impossible de charger les classes pour le moment. Merci de vérifier la connexion Internet.',
  retry: 'Réessayer',
  back: 'Annuler',
  save: 'Enregistrer',
  saved: 'Enregistré.',

  create: 'Créer une classe',
  noClassYet: 'Il n’y a pas encore de classe ici. Pour en créer une, un nom suffit.',
  name: 'Nom de la classe',
  nameHint: 'Par exemple « 6a » ou « 6a Sciences ».',
  nameMissing: 'Merci de saisir un nom.',
  created: 'La classe est prête. Les élèves la rejoignent avec le code.',

  enterCode: 'Saisir un code',
  code: 'Code de la classe ou code du bon',
  codeHint: 'En majuscules ou en minuscules, avec ou sans traits : tout fonctionne.',
  codeMissing: 'Merci de saisir le code.',
  codeSeveral: 'Plusieurs codes ont été saisis. Merci de n’en laisser qu’un seul.',
  codeMalformed:
    'Un code ne contient que des lettres, des chiffres et des traits. Merci de comparer encore une fois.',
  codeDoubtful:
    'Cela ressemble à une faute de frappe. Merci de comparer encore une fois. Le code ne contient presque jamais 0, O, 1 ou I.',
  useAnyway: 'Le code est juste',
  use: 'Utiliser le code',
  joining: (code) => `Rejoindre la classe avec le code ${code} ?`,
  ledAlready: (name) => `Vous dirigez déjà la classe « ${name} ».`,
  join: 'Rejoindre',
  signedInAs: (name) => `Compte connecté : ${name}.`,
  redeemed: 'Le bon a été utilisé.',
  redeemedUntil: (day) => `Le bon a été utilisé. La licence est valable jusqu’au ${day}.`,

  members: 'Élèves',
  memberCount: (count) => (count === 1 ? '1 personne' : `${count} personnes`),
  noMembers: 'Il n’y a encore personne. Les élèves rejoignent la classe avec le code.',
  teachers: 'Personnes qui enseignent',
  find: 'Chercher un nom',
  noneFound: 'Personne ne porte ce nom.',
  isYou: 'ce compte',
  nameless: 'Sans nom',
  invitedNote: 'pas encore acceptée',
  invitedToLead: 'invitation à enseigner',
  hasSeat: 'travaille en ce moment',
  since: (time) => `depuis le ${time}`,
  more: (name) => `${name} : plus`,
  remove: 'Retirer',
  removeQuestion: (name) =>
    `Vraiment retirer ${name} de la classe ? Tout ce que ${name} a écrit est conservé. La classe ne le lira plus, même après un retour.`,
  removeYes: 'Oui, retirer',
  removed: (name) => `${name} n’est plus dans la classe.`,
  withdraw: 'Retirer l’invitation',
  makeTeacher: 'Inviter à enseigner',
  makeTeacherQuestion: (name) =>
    `${name} dirigera aussi la classe et verra tout ce qu’on y voit en enseignant. Cela commence quand ${name} accepte. Il faut un compte pour enseigner.`,
  makeTeacherYes: 'Inviter à enseigner',
  madeTeacher: (name) => `${name} recevra la question à la prochaine ouverture.`,
  unmakeTeacher: 'Ne plus diriger la classe',

  requests: 'Demandes pour rejoindre la classe',
  accept: 'Accepter',
  refuse: 'Refuser',
  acceptAll: (count) => `Accepter les ${count}`,
  acceptName: (name) => `Accepter ${name}`,
  refuseName: (name) => `Refuser ${name}`,
  accepted: (count) =>
    count === 1 ? '1 personne est dans la classe.' : `${count} personnes sont dans la classe.`,

  codeOfClass: 'Code de la classe',
  codeUntil: (day) => `Valable jusqu’au ${day}`,
  codeOver: 'Le code a expiré. Un nouveau code est valable 30 jours.',
  codeClosed: 'En ce moment, le code ne laisse entrer personne.',
  show: 'Afficher en grand',
  copy: 'Copier le lien',
  copied: 'Le lien est copié.',
  notCopied: 'La copie n’a pas fonctionné. Voici le lien à sélectionner :',
  renew: 'Nouveau code',
  renewQuestion: 'Un nouveau code est valable tout de suite. L’ancien n’ouvre alors plus rien.',
  renewYes: 'Créer un nouveau code',
  renewed: 'Le nouveau code est valable.',
  policy: 'Avec le code',
  policies: {
    on_request: 'chaque demande est acceptée une à une',
    open: 'on entre tout de suite',
    closed: 'on n’entre pas',
  },
  howToJoin: 'Scanner le code ou ouvrir cette page :',
  thenEnter: 'Puis y saisir ce code :',

  inviteFrom: 'Inviter depuis une autre classe',
  inviteFromHint: 'La question est posée à la prochaine ouverture, pendant quatorze jours.',
  otherClass: 'Classe',
  inviteAll: (count) => (count === 1 ? 'Inviter 1 personne' : `Inviter ${count} personnes`),
  nobodyToInvite: 'Toute cette classe est déjà ici ou invitée.',
  inviteDone: (count) =>
    count === 1 ? '1 personne est invitée.' : `${count} personnes sont invitées.`,

  license: 'Licence de la classe',
  noLicense: (title) => `Cette classe n’a pas encore de licence pour « ${title} ».`,
  redeemHint: 'Un bon pour classes peut être utilisé ici, même avec une licence personnelle.',
  licenseUntil: (day) => `Valable jusqu’au ${day}`,
  licenseEndless: 'Valable sans fin',
  licenseOver: 'Plus valable',
  seats: (taken, all) => `${taken} places occupées sur ${all}`,
  seatsEndless: (taken) => `${taken} occupées, places sans limite`,
  seatsFull: 'Toutes les places sont occupées. Une place se libère quand quelqu’un ferme la page.',
  seatsElsewhere: (count) => `dont ${count} dans d’autres classes`,
  holders: 'Personnes qui ont une place',

  settings: 'Modifier la classe',
  rename: 'Renommer',
  leave: 'Quitter la classe',
  leaveQuestion: (name) => `Vraiment quitter « ${name} » ?`,
  leaveYes: 'Oui, quitter',
  left: (name) => `« ${name} » est quittée.`,
  delete: 'Supprimer la classe',
  deleteQuestion: (name) =>
    `Supprimer « ${name} » définitivement ? Tout le monde perd la licence de la classe. Ce qui a été écrit est conservé.`,
  deleteYes: 'Supprimer',
  deleted: (name) => `« ${name} » est supprimée.`,

  faults: {
    codeUnknown: 'Ce code n’existe pas, ou il a expiré. Merci de comparer encore une fois.',
    full: 'La classe est pleine : il n’y a pas de place pour plus de 500 personnes.',
    tooManyGroups: 'Ce compte est déjà dans 500 classes. Il n’en faut pas plus.',
    nameTaken: 'Quelqu’un porte déjà ce nom dans la classe. Merci d’en choisir un autre.',
    gone: 'Cette classe n’est plus là : elle a été supprimée, ou la participation est terminée.',
    notLed: 'Seules les personnes qui dirigent cette classe peuvent le faire.',
    lastLeader:
      'Une classe doit être dirigée. Inviter d’abord une deuxième personne, ou supprimer la classe.',
    declined:
      'Cette personne ne le souhaite pas. Avec le code, elle peut rejoindre la classe elle-même.',
    alreadyIn: 'Cette personne est entre-temps déjà dans la classe.',
    membershipChanged: 'Cela a changé entre-temps. Voici l’état actuel.',
    tooManySharings: 'Dans cette classe, 50 cours sont déjà partagés. Il n’en faut pas plus.',
    notAllowed: 'Ce compte ne permet pas de le faire.',
    tooManyTries: 'Trop d’essais. Merci d’attendre une minute.',
    offline:
      'Pas de connexion Internet pour l’instant. Merci de réessayer dès qu’elle est rétablie.',
    failed: 'Cela n’a pas fonctionné. Merci de réessayer.',
  },

  pupil: {
    noClassYet: 'Tu n’es encore dans aucune classe. Tu as un code ? Alors saisis-le ici.',
    waiting: (name) =>
      `Tu as demandé à rejoindre la classe « ${name} ». La personne qui t’enseigne doit encore dire oui.`,
    goesOn: 'Ensuite, la page continue toute seule.',
    goesOnWithLicense: 'Dès qu’elle sera là, la page continuera toute seule.',
    refused: 'Ta demande n’est plus ouverte. La réponse a peut-être été non.',
    withdrawn: (name) => `Tu ne demandes plus à entrer dans la classe « ${name} ».`,
    joined: (name) => `Tu es maintenant dans la classe « ${name} ».`,
    withdraw: 'Ne plus demander',
    whoReads: 'Qui voit quelque chose de toi',
    whoReadsAnswers: 'Qui lit tes réponses ?',
    teachersSee: (who) => `Ton enseignante ou ton enseignant : ${who}.`,
    teacherSees: 'Ton enseignante ou ton enseignant.',
    always:
      'Ton enseignante ou ton enseignant voit où tu en es et comment ça s’est passé. On voit seulement ce que tu fais depuis que tu es dans la classe.',
    known:
      'Ton enseignante ou ton enseignant voit ton vrai nom, pas seulement celui d’ici. Avec la licence de la classe, on voit aussi que tu es là.',
    classmates: 'Les autres élèves voient ton nom dans la classe, et rien d’autre.',
    share: 'Je le montre à mon enseignante ou à mon enseignant',
    shareHint:
      'Tu peux toujours changer. Cela ne vaut que pour cette classe. On voit seulement ce que tu fais depuis que tu y es.',
    inCourse: (course) => `Dans le cours « ${course} »`,
    sharing: {
      Answers: 'Mes réponses',
      Notes: 'Mes notes et mes surlignages',
      Media: 'Mes images et mes fichiers',
    },
    sharingMeans: {
      Answers: 'On peut lire ce que tu as écrit et choisi dans les exercices.',
      Notes: 'On peut lire ce que tu as surligné et noté sur les pages.',
      Media: 'On peut voir les images et les fichiers que tu as remis.',
    },
    displayName: 'Ton nom dans la classe',
    leaveMeans:
      'Ensuite, on ne voit plus rien de nouveau de toi. Ce que tu as écrit reste à toi. Il te faudra peut-être une licence à toi.',
  },
};

export const toTeachers: ClassesTexts = {
  ...texts,
  yours: 'Vos classes',
  pupil: {
    ...texts.pupil,
    noClassYet:
      'Vous n’êtes encore dans aucune classe. Vous avez un code ? Alors saisissez-le ici.',
    waiting: (name) =>
      `Vous avez demandé à rejoindre la classe « ${name} ». Votre demande doit encore être acceptée.`,
    refused: 'Votre demande n’est plus ouverte. Elle a peut-être été refusée.',
    withdrawn: (name) => `Votre demande pour la classe « ${name} » est retirée.`,
    joined: (name) => `Vous êtes maintenant dans la classe « ${name} ».`,
    whoReads: 'Qui voit quelque chose de vous',
    whoReadsAnswers: 'Qui lit vos réponses ?',
    teachersSee: (who) => `La classe est dirigée par : ${who}.`,
    teacherSees: 'Les personnes qui dirigent la classe.',
    always:
      'Les personnes qui dirigent la classe voient où vous en êtes : les exercices commencés et terminés, et leur résultat. Seulement ce que vous faites depuis que vous êtes dans la classe.',
    known:
      'Les personnes qui dirigent la classe voient votre vrai nom, même si vous en avez un autre ici. Quand vous travaillez avec la licence de la classe, on voit aussi que vous êtes là.',
    classmates: 'Les autres voient votre nom dans la classe, et rien d’autre.',
    share: 'Je le montre',
    shareHint:
      'Vous pouvez toujours changer. Cela ne vaut que pour cette classe, et seulement pour ce que vous faites depuis que vous y êtes.',
    sharingMeans: {
      Answers: 'On peut lire ce que vous avez écrit et choisi dans les exercices.',
      Notes: 'On peut lire ce que vous avez surligné et noté sur les pages.',
      Media: 'On peut voir les images et les fichiers que vous avez remis.',
    },
    displayName: 'Votre nom dans la classe',
    leaveMeans:
      'Ensuite, on ne voit plus rien de nouveau de vous. Ce que vous avez écrit reste à vous. Il vous faudra peut-être une licence à vous.',
  },
};

import type { Texts } from './de.ts';

/*
 * As in Switzerland: narrow no-break spaces (\u202f) within « » and before ; : ! and ?. Pupils are
 * addressed as "tu"; else nobody is addressed.
 */

const quoted = (words: string) => `«\u202f${words}\u202f»`;

export const texts: Texts = {
  signIn: 'Se connecter',
  signInAsOther: 'Utiliser un autre compte',
  signOut: 'Se déconnecter',
  retry: 'Réessayer',
  or: 'ou',
  cookieSettings: 'Paramètres des cookies',
  cookieSettingsUnavailable:
    'Les paramètres des cookies n’ont pas pu être chargés. Merci de vérifier la connexion Internet.',
  signInInvitation: 'Pour ouvrir les contenus, il faut se connecter.',
  rejectedTitle: 'Aucune licence valable',
  rejected: (title) =>
    `Ce compte n’a pas de licence valable pour ${quoted(title)}. Elle est là maintenant\u202f? Il suffit de se reconnecter. Le code d’un bon peut être saisi ici. Pour toute question, l’école ou l’éditeur peut aider.`,
  rejectedInClass: (title) =>
    `Ce compte est dans une classe. Elle n’a pas de licence pour ${quoted(title)}. La personne qui enseigne peut aider.`,
  rejectedBrief: (title) => `Ce compte ne permet pas d’ouvrir ${quoted(title)}.`,
  sessionEndedTitle: 'La session a expiré',
  sessionEnded: 'Tout ce qui a été enregistré est toujours là. Il faut se reconnecter.',
  signInFailedTitle: 'La connexion a échoué',
  signInFailed: 'Merci de réessayer.',
  signInCancelledTitle: 'La connexion a été interrompue',
  signInCancelled: 'Merci de réessayer. Si cela échoue encore, l’école ou l’éditeur peut aider.',
  signInMisconfiguredTitle: 'La connexion est mal configurée',
  signInMisconfigured:
    'Cela ne vient pas de cet appareil. Merci de le signaler à l’école ou à l’éditeur.',
  shellInsecureTitle: 'Cette adresse n’est pas sécurisée',
  shellInsecure:
    'Pour se connecter, il faut une adresse qui commence par https. Merci de vérifier l’adresse du navigateur. Sinon, l’école ou l’éditeur peut aider.',
  beingErasedTitle: 'Suppression des données de ce compte',
  beingErased: 'Dans quelques minutes, le compte sera vide et pourra de nouveau être utilisé.',
  providerUnreachableTitle: 'Le service de connexion ne répond pas',
  providerUnreachable: 'Merci de vérifier la connexion Internet et de réessayer.',
  signedOutElsewhereTitle: 'Déconnexion effectuée',
  signedOutElsewhere:
    'Quelqu’un s’est déconnecté dans un autre onglet de ce navigateur. Tout ce qui a été enregistré est toujours là.',
  clockWrongTitle: 'L’heure de cet appareil n’est pas juste',
  clockWrong: (shown, actual) =>
    `Cet appareil indique\u202f: ${shown}. L’heure exacte est\u202f: ${actual}. Dans ces conditions, la connexion est impossible. Il faut régler la date, l’heure et le fuseau horaire dans les paramètres de l’appareil, puis se reconnecter.`,
  popupOpen: 'La connexion se poursuit dans une autre fenêtre.',
  showPopup: 'Afficher la fenêtre',
  popupClosedTitle: 'La fenêtre de connexion a été fermée',
  popupClosed: 'La connexion n’est pas terminée. Merci de réessayer.',
  popupBlockedTitle: 'La fenêtre de connexion a été bloquée',
  popupBlocked:
    'La connexion se fait dans une autre fenêtre, et le navigateur ne l’a pas autorisée. Merci d’autoriser les fenêtres pop-up pour cette page et de réessayer.',
  technicalDetail: (detail) => `Pour le support\u202f: ${detail}`,

  couponLabel: 'Code du bon ou code de la classe',
  couponHint:
    'Par exemple WTRD-7K3M-Q9XP-4HN. Les minuscules sont acceptées, les tirets ne sont pas obligatoires. Le code sera utilisé après la connexion, pour ce compte.',
  couponRedeem: 'Utiliser le code',
  couponMissing: 'Merci de saisir le code du bon.',
  couponMalformed:
    'Le code d’un bon ne contient que des lettres sans accents, des chiffres et des tirets. Merci de vérifier la saisie.',
  couponSeveral: 'Plusieurs codes ont été saisis. Merci de n’en laisser qu’un seul.',
  couponKept: 'Après la connexion, ce code sera utilisé\u202f:',
  haveCode: 'J’ai un code',
  couponDoubtful:
    'Cela ressemble à une faute de frappe. Merci de comparer encore une fois avant de continuer. Le code ne contient presque jamais 0, O, 1 ou I.',
  couponSure: 'Le code est juste',
  couponNotNeededTitle: 'Le code du bon n’a pas été utilisé',
  couponNotNeeded: (title) =>
    `Il y a déjà une licence pour « ${title} » ici. Le code reste valable, aussi pour quelqu’un d’autre.`,
  classNeededTitle: 'Créer d’abord une classe',
  classNeeded: 'Le code du bon est destiné à une classe. Il sera utilisé dès qu’il y en a une.',
  joinKept: 'Après la connexion, ce code de classe est utilisé :',
  joinDoubtful: 'Ce code de classe semble contenir une faute de frappe\u202f:',
  joiningTitle: 'Rejoindre une classe',
  joiningExplanation: (title) =>
    `Il manque encore une licence pour « ${title} ». Elle vient peut-être avec la classe.`,
  couponUnknownTitle: 'Ce code n’existe pas',
  couponUnknown: (code) => `Il s’agit du code ${code}. Merci de le comparer signe par signe.`,
  couponUsedTitle: 'Le code du bon a déjà été utilisé',
  couponUsed: 'Quelqu’un d’autre s’en est servi, et il n’est valable qu’une fois.',
  couponWithdrawnTitle: 'Le code du bon n’est plus valable',
  couponWithdrawn: 'Il a été retiré. Pour toute question, l’école ou l’éditeur peut aider.',
  couponExpiredTitle: 'Le code du bon a expiré',
  couponExpired:
    'Le délai pour l’utiliser est passé. Pour toute question, l’école ou l’éditeur peut aider.',
  couponNeedsGroupTitle: 'Le code du bon est destiné à une classe',
  couponNeedsGroup:
    'Seule une enseignante ou un enseignant qui a une classe peut l’utiliser. Il n’a donc pas été utilisé. Les élèves le remettent à leur enseignante ou à leur enseignant. Si une classe manque, on peut la créer sous « Classes ».',
  couponTooManyTitle: 'Trop de tentatives',
  couponTooMany: (time) =>
    `Le code du bon n’a pas encore été utilisé. Nouvelle tentative possible dès ${time}.`,
  couponTooManyForNow:
    'Le code du bon n’a pas encore été utilisé. Nouvelle tentative possible dans quelques minutes.',
  couponUnavailableTitle: 'Le code n’a pas pu être utilisé',
  couponUnavailable:
    'Le code du bon n’a pas pu être utilisé pour le moment. Merci de réessayer plus tard.',
  couponOtherProductTitle: 'Ce code n’est pas valable ici',
  couponOtherProduct: (title) =>
    `Il n’est pas valable pour ${quoted(title)}\u202f; il n’a donc pas été utilisé.`,
  couponRedeemed: 'Le bon a été utilisé.',
  couponValidUntil: (day) => `Valable jusqu’au ${ordinal(day)}.`,
  close: 'Fermer',
  licensePendingTitle: 'Le code du bon a été utilisé',
  licensePending:
    'La licence est en cours de préparation. Il faudra se reconnecter dans quelques minutes.',

  usedElsewhereTitle: 'Tu travailles déjà sur un autre appareil',
  usedElsewhere: (title) =>
    `${quoted(title)} est encore ouvert là-bas, ou l’était il y a un instant. Si tu continues ici, il sera fermé sur l’autre appareil. Ce que tu as écrit là-bas reste enregistré.`,
  movedElsewhereTitle: 'Tu continues sur un autre appareil',
  movedElsewhere: (title, work) =>
    `${quoted(title)} est maintenant ouvert sur un autre appareil. ${work} Tu peux aussi continuer ici\u202f: il sera alors fermé sur l’autre appareil.`,
  work: {
    none: 'Ce que tu as écrit reste enregistré.',
    saved: 'Ce que tu as écrit ici est enregistré.',
    unsaved: 'Malheureusement, ce que tu as écrit en dernier n’a pas pu être enregistré.',
  },
  continueHere: 'Continuer ici',
  notContinued:
    'Cela n’a pas encore fonctionné. Vérifie la connexion Internet et essaie encore une fois.',
  seatsTakenTitle: 'Toutes les places sont occupées',
  seatsTaken: (title, work) =>
    `Le nombre de places pour ${quoted(title)} est limité, et toutes sont utilisées en ce moment. Dès que quelqu’un a terminé, une place se libère. ${work}`,
  stillTaken: (time) => `À ${time}, aucune place n’était encore libre.`,
  signOutTitle: 'Se déconnecter',
  signOutQuestion: 'Cette page souhaite mettre fin à la session.',
  stayHere: 'Rester ici',
  signInAnewTitle: 'Merci de se reconnecter',
  signInAnew: 'C’est pour la sécurité. Ensuite, tout continue ici.',
  linkTitle: 'Compte lié',
  linked: (day) => `Un autre compte est lié à celui-ci depuis le ${day}.`,
  linkMeans: 'La personne qui s’y connecte voit et modifie tout ici.',
  linkFailed: 'Cela n’a pas fonctionné. Merci de réessayer.',
  undoLink: 'Annuler le lien',
  confirmLink: 'C’est mon compte',
  invitationTitle: 'Invitation',
  invitation: (group, who) =>
    who === ''
      ? `Invitation dans ${quoted(group)}.`
      : `Invitation de ${who} dans ${quoted(group)}.`,
  invitationToLead: (group, who) =>
    who === ''
      ? `Invitation à diriger ${quoted(group)}.`
      : `Invitation de ${who} à diriger ${quoted(group)}.`,
  leadingMeans: 'Une fois acceptée, vos propres licences de classe y sont aussi valables.',
  invitationMeans: 'Une fois acceptée, on y voit ce qui est fait à partir de maintenant.',
  invitationFailed: 'Cela n’a pas fonctionné. Merci de réessayer.',
  invitedExplanation: (title) =>
    `Il manque encore une licence pour ${quoted(title)}. Elle vient peut-être avec cette invitation.`,
  acceptInvitation: 'Accepter',
  declineInvitation: 'Refuser',
  licencesMissing:
    'Les licences n’ont pas encore pu être chargées. Certains contenus ne s’ouvriront peut-être pas. Tout est enregistré malgré tout. Un nouvel essai suivra bientôt.',
  licenseEndedTitle: 'La licence n’est plus valable',
  licenseEnded: (title) =>
    `La licence pour ${quoted(title)} a expiré ou a été bloquée. Les travaux enregistrés sont toujours là\u202f; en cas de question, l’école ou l’éditeur peuvent aider.`,
  leftClassTitle: 'Plus dans la classe',
  leftClass: (title) =>
    `Ce compte n’est plus dans la classe dont la licence ouvrait ${quoted(title)}. Les travaux enregistrés sont toujours là. Un autre code peut être saisi ici.`,
  licenseToTeacherEnded: (title) =>
    `Aucune licence de classe ne donne maintenant accès à ${quoted(title)} pour ce compte. Les travaux enregistrés sont toujours là. Un autre code peut être saisi ici.`,
  licenseOfClassEnded: (title) =>
    `Pour ce compte, la licence de la classe ne donne plus accès à ${quoted(title)}. Les travaux enregistrés sont toujours là. La personne qui enseigne peut aider.`,
  devicesTitle: 'Trop d’appareils',
  devices: (title, work) =>
    `Tu as atteint le nombre maximal d’appareils pour ${quoted(title)}. Retires-en un, et tu pourras continuer ici. ${work}`,
  deviceLost: (title, work) =>
    `Tu utilises ${quoted(title)} sur d’autres appareils et tu as atteint le nombre maximal. Retires-en un si tu veux continuer ici. ${work}`,
  devicesUnavailable: 'Les appareils n’ont pas pu être chargés.',
  deviceNotFreed: 'L’appareil n’a pas pu être retiré. Essaie encore une fois.',
  freeDevice: 'Retirer',
  freeDeviceOf: (name) => `Retirer\u202f: ${name}`,
  freeDeviceQuestion:
    'Vraiment retirer cet appareil\u202f? Tu ne pourras plus y continuer. Ce que tu y as écrit reste enregistré.',
  freeDeviceYes: 'Oui, retirer',
  freeDeviceNo: 'Annuler',
  thisDevice: 'Cet appareil',
  leastUsedDevice: 'Le plus longtemps inutilisé',
  deviceSeen: (when) => `Dernière ouverture\u202f: ${when}`,
  deviceSince: (day) => `Utilisé depuis le ${ordinal(day)}`,
  deviceWithBrowser: (kind, browser) => `${kind} avec ${browser}`,
  deviceNames: {
    Windows: 'Ordinateur Windows',
    'Mac OS X': 'Mac',
    Linux: 'Ordinateur Linux',
    CrOS: 'Chromebook',
    Android: 'Appareil Android',
    iPhone: 'iPhone',
    iPad: 'iPad',
  },
  unknownDevice: 'Appareil inconnu',

  saveSign: {
    saving: 'Enregistrement…',
    saved: 'Enregistré',
    waiting:
      'Conservé sur cet appareil pour l’instant. Sera transmis dès que la connexion sera rétablie.',
    waitingShort: 'Conservé sur cet appareil pour l’instant',
    outdated:
      'Une version plus récente est ouverte dans un autre onglet. Recharger la page pour que tout soit de nouveau conservé.',
    reload: 'Recharger',
    refused: (count) =>
      count === 1
        ? '1 entrée n’a pas pu être enregistrée'
        : `${count} entrées n’ont pas pu être enregistrées`,
    show: 'Afficher',
  },
  setAside: {
    title: 'Entrées non enregistrées',
    kept: 'Elles sont toujours sur cet appareil et y restent jusqu’à ce que tu décides.',
    refusedTitle: 'Refusées',
    conflictTitle: 'Deux versions différentes',
    conflict:
      'Une autre version a été enregistrée entre-temps, par exemple sur un autre appareil. Ouvre l’exercice\u202f: tu pourras y choisir la version à garder.',
    exercise: (title) => `Exercice ${quoted(title)}`,
    someExercise: 'Un exercice',
    topic: (title) => `Page ${quoted(title)}`,
    someTopic: 'Une page',
    someAssignment: 'Un devoir pour une classe',
    statement: (title) => `Entrée sur ton apprentissage\u202f: ${quoted(title)}`,
    someStatement: 'Une entrée sur ton apprentissage',
    answers: (count) => (count === 1 ? '1 réponse' : `${count} réponses`),
    annotations: (count) =>
      count === 1 ? '1 surlignage ou note' : `${count} surlignages et notes`,
    assignments: (count) => (count === 1 ? '1 devoir' : `${count} devoirs`),
    feedback: (count) => (count === 1 ? '1 retour' : `${count} retours`),
    unreadableTitle: 'Illisibles',
    unreadable: (count) =>
      count === 1
        ? '1 entrée ne peut plus être lue sur cet appareil.'
        : `${count} entrées ne peuvent plus être lues sur cet appareil.`,
    reasons: {
      full: 'Il n’y a plus de place dans cet exercice ou sur cette page.',
      accountFull: 'Il n’y a plus de place dans ton compte. Supprime ce dont tu n’as plus besoin.',
      tooLarge: 'L’entrée est trop grande.',
      forbidden: 'Ce compte n’a pas le droit d’enregistrer ici.',
      deleted: 'L’original a été supprimé entre-temps, par exemple sur un autre appareil.',
      exists: 'Cette trace existe déjà, avec un autre contenu.',
      changed: 'Ce retour a été modifié entre-temps sur un autre appareil.',
      assignmentChanged: 'Ce devoir a été modifié entre-temps sur un autre appareil.',
      notLed: 'Vous ne dirigez plus cette classe.',
      forNobody: 'Aucun des destinataires n’est encore dans la classe.',
      notShared: 'Cette réponse n’est plus partagée avec cette classe.',
      other: (code) => `La plateforme a refusé cette entrée (${code}).`,
    },
    saveAsFile: 'Enregistrer dans un fichier',
    discard: 'Supprimer',
    discardQuestion:
      'Vraiment supprimer\u202f? Ce qui figure ici sera effacé de cet appareil et ne pourra pas être récupéré.',
    discardYes: 'Oui, supprimer',
    discardNo: 'Garder',
    sending: 'Nouvel essai en cours…',
    noneLeft: 'Il ne reste rien à régler ici.',
    failed: 'Cela n’a pas fonctionné. Les entrées sont toujours là.',
    unavailable: 'Les entrées n’ont pas pu être lues. Elles restent sur cet appareil.',
  },
  menu: {
    label: 'Compte',
    signedInAs: 'Connexion au nom de',
    signedIn: 'Connexion active',
    progress: 'Progression',
    classes: 'Classes',
    code: 'Saisir un code',
    help: 'Aide',
    whoHelps: 'Pour toute question, l’école ou l’éditeur peut aider.',
    unavailable: 'Le chargement a échoué. Merci de vérifier la connexion à Internet.',
  },
  myData: {
    title: 'Mes données',
    about: (title) =>
      `Tout ce que tu as écrit dans ${quoted(title)} : réponses, surlignages, notes et signets.`,
    downloadTitle: 'Télécharger',
    download:
      'Tu reçois un fichier ZIP avec toutes tes données. Il reste ensuite sur cet appareil. Si d’autres personnes l’utilisent aussi, supprime-le quand tu n’en as plus besoin.',
    downloadNow: 'Télécharger mes données',
    downloading: 'Préparation en cours. Cela peut prendre un moment…',
    downloaded:
      'Le fichier est en cours d’enregistrement. Tu le trouveras dans les téléchargements.',
    undelivered: (count) =>
      count === 1
        ? '1 entrée n’a pas encore été transmise et manque dans le fichier.'
        : `${count} entrées n’ont pas encore été transmises et manquent dans le fichier.`,
    downloadFailed: 'Le téléchargement a échoué. Réessaie plus tard.',
    deleteTitle: 'Supprimer',
    delete: 'Tu peux supprimer tout ce que tu as écrit ici.',
    deleteNow: 'Supprimer mes données…',
    question: 'Tout supprimer définitivement ?',
    erased: (title) =>
      `Tes réponses, surlignages, notes et signets dans ${quoted(title)} seront supprimés, sur tous les appareils. Ce qui n’a pas encore été transmis depuis cet appareil sera aussi supprimé. Personne ne pourra les récupérer.`,
    notErased: 'Ton compte, tes licences, tes classes et les traces de ton apprentissage restent.',
    understood: 'J’ai compris qu’ensuite, tout sera perdu.',
    deleteYes: 'Supprimer définitivement',
    deleteNo: 'Ne pas supprimer',
    deleting: 'Suppression en cours…',
    deleted: 'Tes données sont supprimées.',
    deletedAmount: (items) =>
      items === 1 ? '1 entrée supprimée.' : `${items} entrées supprimées.`,
    nothingThere: 'Il n’y avait rien à supprimer.',
    startAnew: 'Recommencer',
    deleteFailed:
      'La suppression n’a pas entièrement réussi : une partie de tes données est peut-être encore là. Vérifie la connexion Internet et réessaie.',
    accountTitle: 'Ton compte',
    account:
      'Ton compte, c’est tout ce qui est enregistré à ton sujet, dans tous les titres. Il comprend aussi tes licences, tes classes et les traces de ton apprentissage.',
    downloadAll: 'Tout télécharger',
    deleteAccount: 'Supprimer mon compte…',
    accountQuestion: 'Supprimer le compte définitivement ?',
    accountErased:
      'Tout ce qui est enregistré à ton sujet sera supprimé, dans tous les titres. Sur chaque appareil, tu perdras ce que tu as écrit, tes licences et tes classes. Les traces de ton apprentissage seront supprimées aussi. Personne ne pourra rien récupérer.',
    accountNotErased:
      'Tu pourras toujours te connecter auprès de ton école ou de ton éditeur. Tu recommenceras alors depuis le début.',
    accountDeleted: 'Ton compte est supprimé.',
    notFresh:
      'C’est pour la sécurité, au cas où une autre personne utilise ton appareil. Ensuite, tout continue ici.',
    linkedFirst:
      'Ce n’est pas encore possible : un autre compte est lié au tien. Annule le lien, ou attends qu’il ait deux semaines.',
    neverFresh:
      'Ce n’est malheureusement pas possible ici. Ton service de connexion ne dit pas quand tu t’es connecté. Adresse-toi à ton école.',
  },
  undeliveredHere:
    'Il reste sur cet appareil des entrées qui n’ont pas été transmises. Elles sont chiffrées et seront transmises dès que la même personne se reconnectera ici.',
  forgottenUnused:
    'Si cette page reste fermée pendant sept jours, ce navigateur efface ce qui attend ici.',
  contentAwayTitle: 'Les contenus ne sont pas accessibles',
  contentAway: (title) =>
    `${quoted(title)} ne peut pas être chargé pour le moment. Merci de vérifier la connexion Internet. Dès que la connexion sera rétablie, l’affichage reprendra tout seul. Tout ce qui a été enregistré est toujours là.`,
  contentStillAway: (time) => `À ${time}, toujours pas de réponse.`,
  showAnyway: 'Afficher quand même',

  startUpFailed: 'L’application ne peut pas démarrer.',
  configurationUnreachable:
    'La configuration n’a pas pu être chargée. Merci de vérifier la connexion Internet.',
  configurationNoObject: 'La configuration n’a pas de champs\u202f: ce n’est pas un objet JSON.',
  configurationMissing: (field) => `Dans la configuration, le champ ${quoted(field)} manque.`,
  configurationInvalid: (field) =>
    `Dans la configuration, le champ ${quoted(field)} n’est pas valide.`,
  addressInsecure: (field) =>
    `Dans la configuration, l’adresse du champ ${quoted(field)} ne commence pas par https. Pour des raisons de sécurité, ce n’est pas permis.`,
  contentOriginIsOwn: `Les contenus se trouvent à la même adresse que l’application (champ ${quoted('project.contentOrigin')}). Pour des raisons de sécurité, ce n’est pas permis.`,
  operatorHelps: 'Seule l’équipe qui exploite cette application peut y remédier.',
  applicationUnreachable:
    'Une partie de l’application n’a pas pu être chargée. Merci de vérifier la connexion Internet.',
  progress: {
    title: 'Progression',
    whose: 'Qui',
    own: 'Moi seulement',
    course: 'Cours',
    thema: 'Thème',
    allThemen: 'Tous les thèmes',
    subThema: 'Sous-thème',
    allSubThemen: 'Tous les sous-thèmes',
    group: 'Groupe d’exercices',
    allGroups: 'Tous les groupes',
    difficulty: 'Difficulté',
    allDifficulties: 'Toutes',
    difficulties: { easy: 'facile', medium: 'moyen', hard: 'difficile', mixed: 'mixte' },
    states: {
      NOT_BEGUN: 'pas commencé',
      BEGUN: 'commencé',
      AGAIN: 'à revoir',
      SUCCEEDED: 'juste',
      HANDED_IN: 'remis',
      SEEN: 'vu',
    },
    pupil: 'Nom',
    exercise: 'Exercice',
    state: 'État',
    score: 'Résultat',
    lastActive: 'Dernière activité',
    never: 'jamais',
    none: '–',
    settledOf: (settled, all) => `justes ou remis\u202f: ${settled} sur ${all}`,
    meanScore: 'Ø',
    showThema: (title) => `Montrer les exercices de «\u202f${title}\u202f»`,
    sortBy: (title) => `Trier selon «\u202f${title}\u202f»`,
    asFile: 'Télécharger le tableau',
    print: 'Imprimer',
    nameless: 'Sans nom',
    showAnswer: (exercise, pupil) => `Montrer la réponse de ${pupil} à «\u202f${exercise}\u202f»`,
    tableOfClass: 'Progression de la classe',
    tableOfOwn: 'Ma progression',
    legend: 'Légende',
    chart: 'Évolution',
    diagram: 'Diagramme',
    line: 'Courbe',
    pie: 'Secteurs',
    period: 'Période',
    periods: { WEEKS_OF_YEAR: 'Semaines', MONTHS: 'Mois', YEARS: 'Années scolaires' },
    periodHead: { WEEKS_OF_YEAR: 'Semaine', MONTHS: 'Mois', YEARS: 'Année scolaire' },
    earlier: 'Année scolaire précédente',
    later: 'Année scolaire suivante',
    activity: 'Activités',
    begun: 'Exercices commencés',
    finished: 'Exercices faits jusqu’au bout',
    atEnd: (year) => `État à la fin de l’année scolaire ${year}`,
    today: 'État actuel',
    exercises: 'Exercices',
    asTable: 'Montrer sous forme de tableau',
    loading: 'Chargement…',
    newUntil: (time: string) =>
      `État à ${time}. Il n’est pas possible de charger la suite pour le moment.`,
    stillCounting: 'Le comptage est en cours. Les chiffres ne sont pas encore complets.',
    failed:
      'La progression ne peut pas être chargée pour le moment. Merci de vérifier la connexion Internet.',
    retry: 'Réessayer',
    noCourse: 'Il n’y a pas encore de progression à montrer\u202f: aucun exercice n’est publié.',
    withoutCourse: (count: number) =>
      count === 1
        ? '1 personne de cette classe ne travaille pas avec ce cours'
        : `${count} personnes de cette classe ne travaillent pas avec ce cours`,
    isWithoutCourse: 'sans ce cours',
    withoutCourseHint:
      'Avec la licence de la classe, tout le monde y est\u202f: un bon pour la classe s’utilise sous «\u202fClasses\u202f». Un bon personnel compte si l’enseignante ou l’enseignant a aussi une licence.',
    noPupils:
      'Il n’y a encore personne dans cette classe. Dès que des élèves l’auront rejointe, ils apparaîtront ici.',
    nothingFits: 'Aucun exercice ne correspond à ce choix. Merci de choisir une autre difficulté.',
    classNotBegun:
      'Personne n’a encore commencé. Dès que quelqu’un ouvrira ou fera un exercice, cela apparaîtra ici.',
    ownNotBegun: 'Il n’y a encore rien ici. Les exercices faits apparaîtront ici.',
    nothingInPeriod: 'Il ne s’est rien passé pendant cette période. Merci d’en choisir une autre.',
  },
};

/** The first of a month is an ordinal number, which Intl does not know. */
function ordinal(day: string): string {
  return day.replace(/^1(?= )/, '1er');
}

/** Where pupils are told "tu", teachers read these. */
export const toTeachers: Texts = {
  ...texts,
  usedElsewhereTitle: 'Vous travaillez déjà sur un autre appareil',
  usedElsewhere: (title) =>
    `${quoted(title)} est encore ouvert là-bas, ou l’était il y a un instant. Si vous continuez ici, il sera fermé sur l’autre appareil. Ce que vous avez écrit là-bas reste enregistré.`,
  movedElsewhereTitle: 'Vous continuez sur un autre appareil',
  movedElsewhere: (title, work) =>
    `${quoted(title)} est maintenant ouvert sur un autre appareil. ${work} Vous pouvez aussi continuer ici\u202f: il sera alors fermé sur l’autre appareil.`,
  work: {
    none: 'Ce que vous avez écrit reste enregistré.',
    saved: 'Ce que vous avez écrit ici est enregistré.',
    unsaved: 'Malheureusement, ce que vous avez écrit en dernier n’a pas pu être enregistré.',
  },
  notContinued:
    'Cela n’a pas encore fonctionné. Vérifiez la connexion Internet et essayez encore une fois.',
  devices: (title, work) =>
    `Vous avez atteint le nombre maximal d’appareils pour ${quoted(title)}. Retirez-en un, et vous pourrez continuer ici. ${work}`,
  deviceLost: (title, work) =>
    `Vous utilisez ${quoted(title)} sur d’autres appareils et vous avez atteint le nombre maximal. Retirez-en un si vous voulez continuer ici. ${work}`,
  deviceNotFreed: 'L’appareil n’a pas pu être retiré. Essayez encore une fois.',
  freeDeviceQuestion:
    'Vraiment retirer cet appareil\u202f? Vous ne pourrez plus y continuer. Ce que vous y avez écrit reste enregistré.',
  setAside: {
    ...texts.setAside,
    kept: 'Elles sont toujours sur cet appareil et y restent jusqu’à ce que vous décidiez.',
    conflict:
      'Une autre version a été enregistrée entre-temps, par exemple sur un autre appareil. Ouvrez l’exercice\u202f: vous pourrez y choisir la version à garder.',
    statement: (title) => `Trace d’apprentissage\u202f: ${quoted(title)}`,
    someStatement: 'Une trace d’apprentissage',
    reasons: {
      ...texts.setAside.reasons,
      accountFull:
        'Il n’y a plus de place dans votre compte. Supprimez ce dont vous n’avez plus besoin.',
    },
  },
  myData: {
    ...texts.myData,
    about: (title) =>
      `Tout ce que vous avez écrit dans ${quoted(title)}\u202f: réponses, surlignages, notes et signets.`,
    download:
      'Vous recevez un fichier ZIP avec toutes vos données. Il reste ensuite sur cet appareil\u202f: si d’autres personnes l’utilisent aussi, supprimez-le quand vous n’en avez plus besoin.',
    downloaded:
      'Le fichier est en cours d’enregistrement. Vous le trouverez dans les téléchargements.',
    downloadFailed: 'Le téléchargement a échoué. Réessayez plus tard.',
    delete: 'Vous pouvez supprimer tout ce que vous avez écrit ici.',
    erased: (title) =>
      `Toutes vos réponses, tous vos surlignages, notes et signets dans ${quoted(title)} seront supprimés, sur tous les appareils. Ce qui n’a pas encore été transmis depuis cet appareil sera aussi supprimé. Personne ne pourra les récupérer.`,
    notErased:
      'Vos licences, votre compte, vos classes et les traces de ce que vous avez appris ne seront pas supprimés.',
    deleted: 'Vos données sont supprimées.',
    deleteFailed:
      'La suppression n’a pas entièrement réussi\u202f: une partie de vos données est peut-être encore là. Vérifiez la connexion Internet et réessayez.',
    accountTitle: 'Votre compte',
    account:
      'Votre compte, c’est tout ce qui est enregistré à votre sujet, dans tous les titres : aussi vos licences, vos classes et les traces de ce que vous avez appris.',
    accountErased:
      'Tout ce qui est enregistré à votre sujet sera supprimé, dans tous les titres et sur tous les appareils : ce que vous avez écrit, vos licences, vos classes et les traces de ce que vous avez appris. Personne ne pourra le récupérer.',
    accountNotErased:
      'Vous pourrez toujours vous connecter auprès de votre école ou de votre éditeur. Vous recommencerez alors depuis le début.',
    accountDeleted: 'Votre compte est supprimé.',
    notFresh:
      'C’est pour la sécurité, au cas où une autre personne utilise votre appareil. Ensuite, tout continue ici.',
    linkedFirst:
      'Ce n’est pas encore possible : un autre compte est lié au vôtre. Annulez le lien, ou attendez qu’il ait deux semaines.',
    neverFresh:
      'Ce n’est malheureusement pas possible ici : votre service de connexion ne dit pas quand vous vous êtes connecté. Adressez-vous à votre école.',
  },
};

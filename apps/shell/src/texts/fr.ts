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
    `Aucune licence valable pour ${quoted(title)} n’a été trouvée pour ce compte. Un code de bon peut être saisi ici\u202f; en cas de question, l’école ou l’éditeur peuvent aider.`,
  sessionEndedTitle: 'La session a expiré',
  sessionEnded: 'Merci de se reconnecter. Les travaux enregistrés sont toujours là.',
  signInFailedTitle: 'La connexion a échoué',
  signInFailed: 'Merci de réessayer.',
  beingErasedTitle: 'Les données de ce compte sont en cours de suppression',
  beingErased: 'Il pourra recommencer à zéro dans quelques minutes.',
  providerUnreachableTitle: 'Le service de connexion ne répond pas',
  providerUnreachable: 'Merci de vérifier la connexion Internet et de réessayer.',
  signedOutElsewhereTitle: 'Déconnexion effectuée',
  signedOutElsewhere:
    'La déconnexion a été faite dans un autre onglet de ce navigateur. Les travaux enregistrés sont toujours là.',
  clockWrongTitle: 'L’horloge de cet appareil n’est pas à l’heure',
  clockWrong: (shown, actual) =>
    `Cet appareil indique\u202f: ${shown}. L’heure exacte est\u202f: ${actual}. Dans ces conditions, la connexion est impossible. Merci de régler la date, l’heure et le fuseau horaire dans les paramètres de l’appareil, puis de se reconnecter.`,
  popupOpen: 'La connexion se poursuit dans une autre fenêtre.',
  showPopup: 'Afficher la fenêtre',
  popupClosedTitle: 'La fenêtre de connexion a été fermée',
  popupClosed: 'Personne n’est encore connecté. Merci de réessayer.',
  popupBlockedTitle: 'La fenêtre de connexion a été bloquée',
  popupBlocked:
    'La connexion se fait dans une autre fenêtre, et le navigateur ne l’a pas autorisée. Merci d’autoriser les fenêtres pop-up pour cette page et de réessayer.',
  technicalDetail: (detail) => `Indication technique\u202f: ${detail}`,

  couponLabel: 'Code du bon',
  couponHint:
    'Par exemple WTRD-7K3M-Q9XP-4HTC, aussi en minuscules et sans tirets. Après la connexion, il sera utilisé pour le compte connecté.',
  couponRedeem: 'Utiliser le code',
  couponMissing: 'Merci de saisir le code du bon.',
  couponMalformed:
    'Un code de bon se compose uniquement de lettres sans accents, de chiffres et de tirets. Merci de vérifier la saisie.',
  couponSeveral: 'Plusieurs codes de bons ont été saisis. Merci de n’en laisser qu’un seul.',
  couponKept: 'Après la connexion, ce code de bon sera utilisé\u202f:',
  couponUnknownTitle: 'Ce code de bon n’existe pas',
  couponUnknown: 'Merci de vérifier qu’il a été saisi exactement comme il figure sur le bon.',
  couponUsedTitle: 'Le code du bon a déjà été utilisé',
  couponUsed: 'Quelqu’un d’autre s’en est servi, et il n’est valable qu’une fois.',
  couponWithdrawnTitle: 'Le code du bon n’est plus valable',
  couponWithdrawn: 'Il a été retiré. En cas de question, s’adresser à qui l’a remis.',
  couponExpiredTitle: 'Le code du bon a expiré',
  couponExpired:
    'Le délai pour l’utiliser est passé. En cas de question, s’adresser à qui l’a remis.',
  couponNeedsGroupTitle: 'Le code du bon est destiné à une classe',
  couponNeedsGroup:
    'Ce compte ne dirige aucune classe, c’est pourquoi le code n’a pas été utilisé. Les élèves le remettent à leur enseignante ou à leur enseignant. Les classes sont créées par l’école\u202f: si la classe d’une enseignante ou d’un enseignant manque, l’école peut aider.',
  couponTooManyTitle: 'Trop de tentatives',
  couponTooMany: (time) =>
    `Le code du bon n’a pas encore été utilisé. Nouvelle tentative possible dès ${time}.`,
  couponTooManyForNow:
    'Le code du bon n’a pas encore été utilisé. Nouvelle tentative possible dans quelques minutes.',
  couponUnavailableTitle: 'Le code n’a pas pu être utilisé',
  couponUnavailable:
    'Le code du bon n’a pas pu être utilisé pour le moment. Merci de réessayer plus tard.',
  couponOtherProductTitle: 'Le code du bon est destiné à autre chose',
  couponOtherProduct: (title) =>
    `Il n’ouvre pas ${quoted(title)}, c’est pourquoi il n’a pas été utilisé.`,
  couponRedeemed: 'Le bon a été utilisé.',
  couponValidUntil: (day) => `Valable jusqu’au ${ordinal(day)}.`,
  close: 'Fermer',
  licensePendingTitle: 'Le code du bon a été utilisé',
  licensePending:
    'La licence est en cours de préparation. Merci de se reconnecter dans quelques minutes.',

  usedElsewhereTitle: 'Tu travailles déjà sur un autre appareil',
  usedElsewhere: (title) =>
    `${quoted(title)} y est encore ouvert, ou l’était il y a un instant. Si tu continues ici, cela s’arrête là-bas. Ce que tu y as écrit reste enregistré.`,
  movedElsewhereTitle: 'La suite se passe sur un autre appareil',
  movedElsewhere: (title, work) =>
    `${quoted(title)} est maintenant ouvert sur un autre appareil. ${work} Tu peux aussi continuer ici\u202f; cela s’arrête alors là-bas.`,
  work: {
    none: 'Ce que tu as écrit reste enregistré.',
    saved: 'Ce que tu as écrit ici est enregistré.',
    unsaved:
      'Malheureusement, la dernière chose que tu as écrite ici n’a plus pu être enregistrée.',
  },
  continueHere: 'Continuer ici',
  notContinued:
    'Cela n’a pas encore fonctionné. Vérifie la connexion Internet et essaie encore une fois.',
  seatsTakenTitle: 'Toutes les places sont occupées',
  seatsTaken: (title, work) =>
    `Le nombre de places pour ${quoted(title)} est limité, et toutes sont utilisées en ce moment. Dès que quelqu’un a terminé, une place se libère. ${work}`,
  stillTaken: (time) => `À ${time}, aucune place n’était encore libre.`,
  licenseEndedTitle: 'La licence n’est plus valable',
  licenseEnded: (title) =>
    `La licence pour ${quoted(title)} a expiré ou a été bloquée. Les travaux enregistrés sont toujours là\u202f; en cas de question, l’école ou l’éditeur peuvent aider.`,
  devicesTitle: 'Trop d’appareils',
  devices: (title, work) =>
    `Tu utilises déjà ${quoted(title)} sur autant d’appareils que permis. Libères-en un, et tu pourras continuer ici. ${work}`,
  deviceLost: (title, work) =>
    `Tu utilises ${quoted(title)} sur autant d’autres appareils que permis, et celui-ci n’en fait plus partie. Libères-en un si tu veux continuer ici. ${work}`,
  devicesUnavailable: 'Les appareils n’ont pas pu être chargés.',
  deviceNotFreed: 'L’appareil n’a pas pu être libéré. Merci de réessayer.',
  freeDevice: 'Libérer',
  freeDeviceOf: (name) => `Libérer\u202f: ${name}`,
  freeDeviceQuestion:
    'Vraiment libérer cet appareil\u202f? Tu ne pourras plus y continuer. Ce que tu y as écrit reste enregistré.',
  freeDeviceYes: 'Oui, libérer',
  freeDeviceNo: 'Annuler',
  thisDevice: 'Cet appareil',
  leastUsedDevice: 'Inutilisé depuis le plus longtemps',
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
    saving: 'Enregistrement …',
    saved: 'Enregistré',
    waiting:
      'Conservé sur cet appareil pour l’instant. L’envoi se fera dès que la connexion sera rétablie.',
    waitingShort: 'Conservé sur cet appareil pour l’instant',
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
    conflictTitle: 'Enregistrées autrement entre-temps',
    conflict:
      'Une autre version a été enregistrée entre-temps, par exemple sur un autre appareil. Ouvre l’exercice\u202f: tu pourras y choisir celle qui compte.',
    exercise: (id) => `Exercice ${quoted(id)}`,
    topic: (id) => `Thème ${quoted(id)}`,
    statement: (about) => `Trace d’apprentissage pour ${quoted(about)}`,
    course: (course, issue) => `Cours ${quoted(course)}, édition ${quoted(issue)}`,
    answers: (count) => (count === 1 ? '1 réponse' : `${count} réponses`),
    annotations: (count) =>
      count === 1 ? '1 surlignage ou note' : `${count} surlignages et notes`,
    unreadableTitle: 'Illisibles',
    unreadable: (count) =>
      count === 1
        ? '1 entrée ne peut plus être lue sur cet appareil.'
        : `${count} entrées ne peuvent plus être lues sur cet appareil.`,
    reasons: {
      full: 'Il n’y a plus de place pour cet exercice ou ce thème.',
      accountFull: 'Il n’y a plus de place dans ton compte. Supprime ce dont tu n’as plus besoin.',
      tooLarge: 'L’entrée est trop grande.',
      forbidden: 'Ce compte n’a pas le droit d’enregistrer ici.',
      deleted: 'L’original a été supprimé entre-temps, par exemple sur un autre appareil.',
      exists: 'Cette trace existe déjà, avec un autre contenu.',
      other: (code) => `Le service l’a refusé (${code}).`,
    },
    saveAsFile: 'Enregistrer dans un fichier',
    discard: 'Supprimer',
    discardQuestion:
      'Vraiment supprimer\u202f? Ce qui figure ici sera effacé de cet appareil et ne pourra pas être récupéré.',
    discardYes: 'Oui, supprimer',
    discardNo: 'Garder',
    sending: 'Nouvel essai en cours …',
    noneLeft: 'Il ne reste rien à régler ici.',
    failed: 'Cela n’a pas fonctionné. Les entrées sont toujours là.',
    unavailable: 'Les entrées n’ont pas pu être lues. Elles restent sur cet appareil.',
  },
  myData: {
    title: 'Mes données',
    about: (title) =>
      `Tout ce que tu as écrit dans ${quoted(title)} : réponses, surlignages, notes et signets.`,
    downloadTitle: 'Télécharger',
    download:
      'Tu reçois un fichier zip avec tout. Il reste ensuite sur cet appareil : si d’autres l’utilisent aussi, supprime-le après.',
    downloadNow: 'Télécharger mes données',
    downloading: 'Préparation en cours. Cela peut prendre un moment …',
    downloaded:
      'Le fichier est en cours d’enregistrement. Tu le trouveras dans les téléchargements.',
    undelivered: (count) =>
      count === 1
        ? '1 entrée n’a pas encore été transmise et manque dans le fichier.'
        : `${count} entrées n’ont pas encore été transmises et manquent dans le fichier.`,
    downloadFailed: 'Le téléchargement a échoué. Réessaie plus tard.',
    deleteTitle: 'Supprimer',
    delete: 'Tu peux supprimer tout ce que tu as écrit ici.',
    deleteNow: 'Supprimer mes données …',
    question: 'Tout supprimer définitivement ?',
    erased: (title) =>
      `Toutes tes réponses, tous tes surlignages, notes et signets dans ${quoted(title)} seront supprimés, sur tous les appareils. Ce qui n’a pas encore été transmis depuis cet appareil sera aussi supprimé. Personne ne pourra les récupérer.`,
    notErased:
      'Tes licences, ton compte, tes groupes et les traces de ce que tu as appris ne seront pas supprimés.',
    understood: 'J’ai compris que tout sera perdu.',
    deleteYes: 'Supprimer définitivement',
    deleteNo: 'Ne pas supprimer',
    deleting: 'Suppression en cours …',
    deleted: 'Tes données sont supprimées.',
    deletedAmount: (items) =>
      items === 1 ? '1 entrée supprimée.' : `${items} entrées supprimées.`,
    nothingThere: 'Il n’y avait rien à supprimer.',
    startAnew: 'Recommencer',
    deleteFailed:
      'La suppression n’a pas entièrement réussi : une partie de tes données est peut-être encore là. Vérifie la connexion internet et réessaie.',
  },
  undeliveredHere:
    'Il reste sur cet appareil des entrées qui n’ont pas été transmises. Elles sont chiffrées et seront transmises dès que la même personne se reconnectera ici.',
  contentAwayTitle: 'Les contenus ne répondent pas',
  contentAway: (title) =>
    `${quoted(title)} ne peut pas être chargé pour le moment. Merci de vérifier la connexion Internet. Dès que les contenus répondent à nouveau, la suite s’affiche d’elle-même. Les travaux enregistrés sont toujours là.`,
  contentStillAway: (time) => `À ${time}, toujours pas de réponse.`,
  showAnyway: 'Afficher quand même',

  startUpFailed: 'L’application ne peut pas démarrer.',
  configurationUnreachable:
    'La configuration n’a pas pu être chargée. Merci de vérifier la connexion Internet.',
  configurationNoObject: 'La configuration n’a pas de champs\u202f: ce n’est pas un objet JSON.',
  configurationMissing: (field) => `Dans la configuration, le champ ${quoted(field)} manque.`,
  configurationInvalid: (field) =>
    `Dans la configuration, le champ ${quoted(field)} n’est pas valable.`,
  addressInsecure: (field) =>
    `Dans la configuration, l’adresse du champ ${quoted(field)} ne commence pas par https. Pour des raisons de sécurité, ce n’est pas permis.`,
  contentOriginIsOwn: `Les contenus se trouvent à la même adresse que l’application (champ ${quoted('project.contentOrigin')}). Pour des raisons de sécurité, ce n’est pas permis.`,
  operatorHelps: 'Seul l’exploitant de cette application peut y remédier.',
  applicationUnreachable:
    'Une partie de l’application n’a pas pu être chargée. Merci de vérifier la connexion Internet.',
};

/** The first of a month is an ordinal number, which Intl does not know. */
function ordinal(day: string): string {
  return day.replace(/^1(?= )/, '1er');
}

import type { Texts } from './de.ts';

/** In French, with the narrow spaces that its punctuation has. */
export const texts: Texts = {
  motto: ['Lire. S’exercer.', 'Avancer.'],
  errors: {
    expired: {
      title: 'Cette connexion a expiré',
      text: 'Elle est déjà terminée ou est restée ouverte trop longtemps. Il faut se reconnecter.',
    },
    request: {
      title: 'Quelque chose s’est mal passé',
      text: 'L’application a envoyé quelque chose d’inattendu. Le plus souvent, il suffit de recommencer depuis le début.',
    },
    missing: {
      title: 'Cette page n’existe pas',
      text: 'L’adresse est peut-être incomplète. Pour revenir au début\u202f:',
    },
    server: {
      title: 'Cela n’a pas fonctionné',
      text: 'L’erreur vient de chez nous. Merci de réessayer dans quelques minutes.',
    },
  },
  support: 'Pour le support',
  code: 'Erreur',
  reference: 'Identifiant',
  to: (application) => `Vers ${application}`,

  signInTo: (application) => `Connexion à ${application}`,
  faulty: (title) => `Erreur\u202f: ${title}`,
  backTo: ['Ensuite, retour vers ', '.'],
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  signIn: 'Se connecter',
  incomplete: 'Merci de saisir le nom d’utilisateur et le mot de passe.',
  wrong:
    'Le nom d’utilisateur et le mot de passe ne correspondent pas. Merci de vérifier les deux.',
  limited: (minutes) =>
    `Il y a eu beaucoup d’essais. Par sécurité, un nouvel essai est possible dans ${minutes === 1 ? 'une minute' : `${minutes} minutes`}.`,

  newPassword: 'Choisir son propre mot de passe',
  newPasswordFor: ['Pour le compte de ', '. Au moins 8 caractères, par exemple trois mots.'],
  ownPassword: 'Nouveau mot de passe',
  ownPasswordAgain: 'Encore une fois',
  savePassword: 'Enregistrer',
  otherPerson: 'Autre compte',
  passwordProblems: {
    incomplete: 'Merci de remplir les deux champs.',
    different: 'Les deux mots de passe sont différents. Merci de réessayer.',
    short: 'Le mot de passe est trop court. Merci de choisir au moins 8 caractères.',
    easy: 'Ce mot de passe est facile à deviner. Merci d’en choisir un autre.',
    first: 'C’est le premier mot de passe. Merci d’en choisir un nouveau.',
  },

  demo: 'Accès de démonstration',
  demoNote: 'Toutes les personnes sont inventées. Il suffit de toucher un nom. Mot de passe\u202f:',
  roles: {
    student: 'Élève',
    teacher: 'Enseignante ou enseignant',
    support: 'Support',
    administrator: 'Administration',
    'order-system': 'Système de commande',
    publisher: 'Maison d’édition',
  },
  licensed: 'avec licence',
  unlicensed: 'sans licence',
  withClass: 'avec une classe',

  signOut: 'Se déconnecter',
  signOutQuestion: 'Vraiment se déconnecter\u202f?',
  signOutMeans: 'Ensuite, plus personne ne sera connecté dans ce navigateur.',
  signOutYes: 'Oui, se déconnecter',
  signOutNo: (application) => `Non, retour à ${application}`,
  moment: 'Un instant',
  signingOut: 'Déconnexion en cours.',
  goOn: 'Continuer',
  signedOut: 'Déconnexion effectuée',
  farewell: 'À la prochaine fois.',

  authority: {
    title: 'Ouvrir Lectern sur cet appareil',
    once: (host) => `Pour cela, l’appareil doit faire confiance une fois au certificat de ${host}.`,
    download: 'Télécharger le certificat',
    ios: 'Télécharger dans Safari. Réglages > Général > VPN et gestion de l’appareil : installer le profil. Puis Réglages > Général > Informations > Réglages de confiance des certificats : activer.',
    android:
      'Paramètres > Sécurité > Installer un certificat > Certificat CA : choisir le fichier.',
    compare: (host) =>
      `Avant de confirmer : comparer le SHA-256 que l’appareil affiche pour le certificat avec celui du terminal de ${host}. S’ils diffèrent, ne pas l’installer.`,
    computer: 'Ordinateur',
    onComputers: 'Ouvrir le fichier et l’ajouter aux certificats racine de confiance.',
  },
};

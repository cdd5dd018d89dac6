import type { Texts } from './de.ts';

export const texts: Texts = {
  motto: ['Read. Practise.', 'Get ahead.'],
  errors: {
    expired: {
      title: 'This sign-in has expired',
      text: 'It was already finished, or was open for too long. Please sign in again.',
    },
    request: {
      title: 'Something went wrong',
      text: 'The application sent something unexpected. Starting again from the beginning usually helps.',
    },
    missing: {
      title: 'This page does not exist',
      text: 'The address may be incomplete. Back to the start:',
    },
    server: {
      title: 'That did not work',
      text: 'The error is on our side. Please try again in a few minutes.',
    },
  },
  support: 'For support',
  code: 'Error',
  reference: 'Reference',
  to: (application) => `To ${application}`,

  signInTo: (application) => `Sign in to ${application}`,
  faulty: (title) => `Error: ${title}`,
  backTo: ['Then you go back to ', '.'],
  username: 'User name',
  password: 'Password',
  signIn: 'Sign in',
  incomplete: 'Please enter the user name and the password.',
  wrong: 'The user name and the password do not match. Please check both.',
  limited: (minutes) =>
    `There have been many attempts. For security, you can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,

  newPassword: 'Choose a password of your own',
  newPasswordFor: ['For the account of ', '. At least 8 characters, such as three words.'],
  ownPassword: 'New password',
  ownPasswordAgain: 'New password again',
  savePassword: 'Save the password',
  otherPerson: 'Other account',
  passwordProblems: {
    incomplete: 'Please fill in both fields.',
    different: 'The two passwords are different. Please try again.',
    short: 'The password is too short. Please choose at least 8 characters.',
    easy: 'This password is easy to guess. Please choose another one.',
    first: 'This is the first password. Please choose a new one.',
  },

  demo: 'Demo accounts',
  demoNote: 'All of these people are made up. Tapping a name is enough. Password:',
  roles: {
    student: 'Pupil',
    teacher: 'Teacher',
    support: 'Support',
    administrator: 'Administration',
    'order-system': 'Order system',
    publisher: 'Publisher',
  },
  licensed: 'with a licence',
  unlicensed: 'without a licence',
  withClass: 'with a class',

  signOut: 'Sign out',
  signOutQuestion: 'Really sign out?',
  signOutMeans: 'Afterwards nobody will be signed in in this browser.',
  signOutYes: 'Yes, sign out',
  signOutNo: (application) => `No, back to ${application}`,
  moment: 'One moment, please',
  signingOut: 'Signing out.',
  goOn: 'Continue',
  signedOut: 'Signed out',
  farewell: 'See you next time.',

  authority: {
    title: 'Open Lectern on this device',
    once: (host) => `For this, the device has to trust the certificate of ${host} once.`,
    download: 'Download the certificate',
    ios: 'In Safari: download it. Settings > General > VPN & Device Management: install the profile. Then Settings > General > About > Certificate Trust Settings: switch it on.',
    android: 'Settings > Security > Install a certificate > CA certificate: choose the file.',
    compare: (host) =>
      `Before you confirm: compare the SHA-256 that the device shows for the certificate with the one at the terminal of ${host}. If they differ, do not install it.`,
    computer: 'Computer',
    onComputers: 'Open the file, and add it to the trusted root certificates.',
  },
};

import type { Texts } from './de.ts';

/* British spelling, and quotation marks as there. */
export const texts: Texts = {
  signIn: 'Sign in',
  signInAsOther: 'Sign in with another account',
  signOut: 'Sign out',
  retry: 'Try again',
  or: 'or',
  cookieSettings: 'Cookie settings',
  cookieSettingsUnavailable:
    'The cookie settings could not be loaded. Please check the internet connection.',
  signInInvitation: 'Please sign in to open the content.',
  rejectedTitle: 'No valid licence',
  rejected: (title) =>
    `No valid licence for ‘${title}’ was found for this account. Is it there now? Please sign in again. A voucher code can be redeemed here. The school or the publisher can help with questions.`,
  rejectedInClass: (title) =>
    `This account is in a class. It has no licence for ‘${title}’. Please ask the teacher.`,
  rejectedBrief: (title) => `This account cannot open ‘${title}’.`,
  sessionEndedTitle: 'The session has expired',
  sessionEnded: 'Saved work is still there. Please sign in again.',
  signInFailedTitle: 'Signing in did not work',
  signInFailed: 'Please try again.',
  signInCancelledTitle: 'Signing in was cancelled',
  signInCancelled: 'Please try again. If it fails again, the school or the publisher can help.',
  signInMisconfiguredTitle: 'Signing in is not set up correctly',
  signInMisconfigured: 'The problem is not this device. Please tell the school or the publisher.',
  shellInsecureTitle: 'This address is not secure',
  shellInsecure:
    'Signing in takes an address that begins with https. Please check the address in the browser. Otherwise the school or the publisher can help.',
  beingErasedTitle: 'This account’s data is being deleted',
  beingErased: 'In a few minutes the account will be empty and ready to use again.',
  providerUnreachableTitle: 'The sign-in service cannot be reached',
  providerUnreachable: 'Please check the internet connection and try again.',
  signedOutElsewhereTitle: 'Signed out',
  signedOutElsewhere:
    'Somebody signed out in another tab of this browser. Everything that was saved is still there.',
  clockWrongTitle: 'The clock of this device is wrong',
  clockWrong: (shown, actual) =>
    `This device shows: ${shown}. The right time is: ${actual}. Signing in does not work like this. Please correct the date, time and time zone in the device settings, then sign in again.`,
  popupOpen: 'Signing in continues in a separate window.',
  showPopup: 'Show the window',
  popupClosedTitle: 'The sign-in window was closed',
  popupClosed: 'Signing in was not finished. Please try again.',
  popupBlockedTitle: 'The sign-in window was blocked',
  popupBlocked:
    'Signing in opens a separate window, and the browser blocked it. Please allow pop-ups for this page and sign in again.',
  technicalDetail: (detail) => `For support: ${detail}`,

  couponLabel: 'Voucher code or class code',
  couponHint:
    'For example WTRD-7K3M-Q9XP-4HN. Lower case is fine, and you can leave out the hyphens. The code is redeemed after you sign in, for that account.',
  couponRedeem: 'Redeem code',
  couponMissing: 'Please enter the voucher code.',
  couponMalformed:
    'A voucher code consists only of letters without accents, digits and hyphens. Please check what was entered.',
  couponSeveral: 'There are several codes here. Please leave only one.',
  couponKept: 'After signing in, this voucher code will be redeemed:',
  haveCode: 'I have a code',
  couponDoubtful:
    'This looks like a typing error. Please compare once more before going on. The code has hardly any 0, O, 1 and I.',
  couponSure: 'The code is right',
  couponNotNeededTitle: 'The voucher code has not been redeemed',
  couponNotNeeded: (title) =>
    `There is a licence for ‘${title}’ here already. The code stays valid, also for somebody else.`,
  classNeededTitle: 'Make a class first',
  classNeeded: 'The voucher code is for a class. It is redeemed as soon as there is one.',
  joinKept: 'After signing in, this class code is used:',
  joinDoubtful: 'This class code looks mistyped:',
  joiningTitle: 'Join a class',
  joiningExplanation: (title) =>
    `A licence for ‘${title}’ is still missing. Perhaps it comes with the class.`,
  couponUnknownTitle: 'There is no such code',
  couponUnknown: (code) => `It is about the code ${code}. Please compare it sign by sign.`,
  couponUsedTitle: 'The voucher code has already been redeemed',
  couponUsed: 'Somebody else has used it, and it is valid only once.',
  couponWithdrawnTitle: 'The voucher code is no longer valid',
  couponWithdrawn: 'It has been withdrawn. The school or the publisher can help with questions.',
  couponExpiredTitle: 'The voucher code has expired',
  couponExpired:
    'The time for redeeming it is over. The school or the publisher can help with questions.',
  couponNeedsGroupTitle: 'The voucher code is for a class',
  couponNeedsGroup:
    'Only a teacher with a class can redeem it, so it has not been redeemed. Pupils, please give it to your teacher. A teacher without a class can make one at ‘Classes’.',
  couponTooManyTitle: 'Too many attempts',
  couponTooMany: (time) =>
    `The voucher code has not been redeemed yet. You can try again from ${time}.`,
  couponTooManyForNow:
    'The voucher code has not been redeemed yet. You can try again in a few minutes.',
  couponUnavailableTitle: 'Redeeming did not work',
  couponUnavailable: 'The voucher code could not be redeemed just now. Please try again later.',
  couponOtherProductTitle: 'This voucher code is not valid here',
  couponOtherProduct: (title) => `It is not valid for ‘${title}’, so it was not redeemed.`,
  couponRedeemed: 'Voucher redeemed.',
  couponValidUntil: (day) => `Valid until ${day}.`,
  close: 'Close',
  licensePendingTitle: 'The voucher code has been redeemed',
  licensePending: 'The licence is still being prepared. Please sign in again in a few minutes.',

  usedElsewhereTitle: 'You are already working on another device',
  usedElsewhere: (title) =>
    `‘${title}’ is still open there, or was a moment ago. If you continue here, it will be closed there. What you wrote there stays saved.`,
  movedElsewhereTitle: 'You are continuing on another device',
  movedElsewhere: (title, work) =>
    `‘${title}’ is now open on another device. ${work} You can also continue here; it will then be closed there.`,
  work: {
    none: 'What you have written stays saved.',
    saved: 'What you have written here is saved.',
    unsaved: 'Unfortunately, the last thing you wrote here could not be saved.',
  },
  continueHere: 'Continue here',
  notContinued: 'That did not work. Check the internet connection and try again.',
  seatsTakenTitle: 'All places are taken',
  seatsTaken: (title, work) =>
    `‘${title}’ has a limited number of places, and all of them are in use at the moment. A place becomes free as soon as somebody finishes. ${work}`,
  stillTaken: (time) => `At ${time} there was still no free place.`,
  signOutTitle: 'Sign out',
  signOutQuestion: 'This page would like to sign you out.',
  stayHere: 'Stay here',
  signInAnewTitle: 'Please sign in again',
  signInAnew: 'This is for safety. It continues here afterwards.',
  linkTitle: 'Linked account',
  linked: (day) => `Another account has been linked to this one since ${day}.`,
  linkMeans: 'Whoever signs in there sees and changes everything here.',
  linkFailed: 'That has failed. Please try again.',
  undoLink: 'Undo the link',
  confirmLink: 'It is my account',
  invitationTitle: 'Invitation',
  invitation: (group, who) =>
    who === '' ? `Invitation to ‘${group}’.` : `${who} invites you to ‘${group}’.`,
  invitationToLead: (group, who) =>
    who === '' ? `Invitation to lead ‘${group}’.` : `${who} invites you to lead ‘${group}’.`,
  leadingMeans: 'Once accepted, your own class licences hold there, too.',
  invitationMeans: 'Once accepted, what you do from now on can be seen there.',
  invitationFailed: 'That did not work. Please try again.',
  invitedExplanation: (title) =>
    `A licence for ‘${title}’ is still missing. It may come with this invitation.`,
  acceptInvitation: 'Accept',
  declineInvitation: 'Decline',
  licencesMissing:
    'The licences could not be loaded yet. Some content may not open. Work is saved all the same. Another attempt will follow soon.',
  licenseEndedTitle: 'The licence is no longer valid',
  licenseEnded: (title) =>
    `The licence for ‘${title}’ has expired or was blocked. Saved work is still there; the school or the publisher can help with questions.`,
  leftClassTitle: 'No longer in the class',
  leftClass: (title) =>
    `This account is no longer in the class whose licence opened ‘${title}’. Saved work is still there. Another code can be entered here.`,
  licenseToTeacherEnded: (title) =>
    `No licence of a class opens ‘${title}’ for this account now. Saved work is still there. Another code can be entered here.`,
  licenseOfClassEnded: (title) =>
    `The licence of the class no longer opens ‘${title}’ for this account. Saved work is still there. Please ask the teacher.`,
  devicesTitle: 'Too many devices',
  devices: (title, work) =>
    `You are already using ‘${title}’ on the maximum number of devices. Remove one of them to continue here. ${work}`,
  deviceLost: (title, work) =>
    `You use ‘${title}’ on other devices and have reached the maximum number. Remove one of them if you want to continue here. ${work}`,
  devicesUnavailable: 'The devices could not be loaded.',
  deviceNotFreed: 'The device could not be removed. Please try again.',
  freeDevice: 'Remove',
  freeDeviceOf: (name) => `Remove: ${name}`,
  freeDeviceQuestion:
    'Really remove this device? You will not be able to continue there. What you wrote there stays saved.',
  freeDeviceYes: 'Yes, remove',
  freeDeviceNo: 'Cancel',
  thisDevice: 'This device',
  leastUsedDevice: 'Not used for the longest time',
  deviceSeen: (when) => `Last opened: ${when}`,
  deviceSince: (day) => `In use since ${day}`,
  deviceWithBrowser: (kind, browser) => `${kind} with ${browser}`,
  deviceNames: {
    Windows: 'Windows computer',
    'Mac OS X': 'Mac',
    Linux: 'Linux computer',
    CrOS: 'Chromebook',
    Android: 'Android device',
    iPhone: 'iPhone',
    iPad: 'iPad',
  },
  unknownDevice: 'Unknown device',

  saveSign: {
    saving: 'Saving…',
    saved: 'Saved',
    waiting: 'Kept on this device for now. It will be sent as soon as the connection is back.',
    waitingShort: 'Kept on this device for now',
    outdated:
      'A newer version is running in another tab. Reload the page, so that everything is kept again.',
    reload: 'Reload',
    refused: (count) =>
      count === 1 ? '1 entry could not be saved' : `${count} entries could not be saved`,
    show: 'View',
  },
  setAside: {
    title: 'Entries that were not saved',
    kept: 'They are still on this device and stay here until you decide.',
    refusedTitle: 'Refused',
    conflictTitle: 'Two different versions',
    conflict:
      'Another version was saved in the meantime, for example on another device. Open the exercise: there you can choose which one to keep.',
    exercise: (title) => `Exercise ‘${title}’`,
    someExercise: 'An exercise',
    topic: (title) => `Page ‘${title}’`,
    someTopic: 'A page',
    someAssignment: 'An assignment for a class',
    statement: (title) => `Entry about your learning: ‘${title}’`,
    someStatement: 'An entry about your learning',
    answers: (count) => (count === 1 ? '1 answer' : `${count} answers`),
    annotations: (count) => (count === 1 ? '1 highlight or note' : `${count} highlights and notes`),
    assignments: (count) => (count === 1 ? '1 assignment' : `${count} assignments`),
    feedback: (count) => (count === 1 ? '1 piece of feedback' : `${count} pieces of feedback`),
    unreadableTitle: 'Unreadable',
    unreadable: (count) =>
      count === 1
        ? '1 entry can no longer be read on this device.'
        : `${count} entries can no longer be read on this device.`,
    reasons: {
      full: 'There is no more room in this exercise or on this page.',
      accountFull: 'There is no more room in your account. Delete what you no longer need.',
      tooLarge: 'The entry is too large.',
      forbidden: 'This account is not allowed to save here.',
      deleted: 'The original has since been deleted, for example on another device.',
      exists: 'This record already exists, with different content.',
      changed: 'This feedback has since been changed on another device.',
      assignmentChanged: 'This assignment has since been changed on another device.',
      notLed: 'You do not lead this class any more.',
      forNobody: 'Nobody it was meant for is in the class any more.',
      notShared: 'This answer is no longer shared with this class.',
      other: (code) => `The platform did not accept it (${code}).`,
    },
    saveAsFile: 'Save as a file',
    discard: 'Discard',
    discardQuestion:
      'Really discard? What is listed here will be deleted from this device and cannot be brought back.',
    discardYes: 'Yes, discard',
    discardNo: 'Keep',
    sending: 'Trying again…',
    noneLeft: 'There is nothing left to do here.',
    failed: 'That did not work. The entries are still there.',
    unavailable: 'The entries could not be read. They stay on this device.',
  },
  menu: {
    label: 'Account',
    signedInAs: 'Signed in as',
    signedIn: 'Signed in',
    progress: 'Progress',
    classes: 'Classes',
    code: 'Enter a code',
    help: 'Help',
    whoHelps: 'The school or the publisher can help with questions.',
    unavailable: 'This could not be loaded. Please check the internet connection.',
  },
  myData: {
    title: 'My data',
    about: (title) =>
      `Everything you have written in ‘${title}’: answers, highlights, notes and bookmarks.`,
    downloadTitle: 'Download',
    download:
      'You get a zip file with everything. It stays on this device. If others use the device too, delete the file when you no longer need it.',
    downloadNow: 'Download my data',
    downloading: 'Getting it ready. This may take a while…',
    downloaded: 'The file is being saved. You will find it in your downloads.',
    undelivered: (count) =>
      count === 1
        ? '1 entry has not been sent yet and is not in the file.'
        : `${count} entries have not been sent yet and are not in the file.`,
    downloadFailed: 'The download has failed. Please try again later.',
    deleteTitle: 'Delete',
    delete: 'You can delete everything that you have written here.',
    deleteNow: 'Delete my data…',
    question: 'Delete everything for good?',
    erased: (title) =>
      `All your answers, highlights, notes and bookmarks in ‘${title}’ will be deleted, on all devices. What has not been sent from this device yet will be deleted, too. Nobody can bring it back.`,
    notErased: 'Your account, licences, classes and the records of your learning stay.',
    understood: 'I understand that everything will be gone.',
    deleteYes: 'Delete for good',
    deleteNo: 'Do not delete',
    deleting: 'Deleting…',
    deleted: 'Your data has been deleted.',
    deletedAmount: (items) =>
      items === 1 ? '1 entry has been deleted.' : `${items} entries have been deleted.`,
    nothingThere: 'There was nothing to delete.',
    startAnew: 'Start again',
    deleteFailed:
      'Not everything could be deleted: part of your data may still be there. Check the internet connection and try again.',
    accountTitle: 'Your account',
    account:
      'Your account is everything that is stored about you, in all titles. It includes your licences, your classes and the records of your learning.',
    downloadAll: 'Download everything',
    deleteAccount: 'Delete my account…',
    accountQuestion: 'Delete the account for good?',
    accountErased:
      'Everything stored about you will be deleted, in all titles and on all devices. You will lose your work, your licences, your classes and the records of your learning. Nobody can bring it back.',
    accountNotErased:
      'You can still sign in with your school or your publisher. If you do, you start all over again.',
    accountDeleted: 'Your account has been deleted.',
    notFresh:
      'This is for safety, in case somebody else is using your device. It continues here afterwards.',
    linkedFirst:
      'This is not possible yet: another account is linked to yours. Undo the link, or wait until it is two weeks old.',
    neverFresh:
      'Unfortunately this is not possible here. Your sign-in does not say when you last signed in. Please ask your school.',
  },
  undeliveredHere:
    'There are still entries on this device that have not been sent. They are encrypted, and will be sent as soon as the same person signs in here again.',
  forgottenUnused:
    'If nobody opens this page for seven days, this browser deletes what is waiting here.',
  contentAwayTitle: 'The content cannot be reached',
  contentAway: (title) =>
    `‘${title}’ cannot be loaded just now. Please check the internet connection. As soon as the content can be reached again, it continues by itself. Everything that was saved is still there.`,
  contentStillAway: (time) => `At ${time} it still could not be reached.`,
  showAnyway: 'Show anyway',

  startUpFailed: 'The application cannot start.',
  configurationUnreachable:
    'The configuration could not be loaded. Please check the internet connection.',
  configurationNoObject: 'The configuration has no fields: it is not a JSON object.',
  configurationMissing: (field) => `In the configuration, the field ‘${field}’ is missing.`,
  configurationInvalid: (field) => `In the configuration, the field ‘${field}’ is not valid.`,
  addressInsecure: (field) =>
    `In the configuration, the address in the field ‘${field}’ does not begin with https. For security reasons, that is not allowed.`,
  contentOriginIsOwn:
    'The content is at the same address as the application (field ‘project.contentOrigin’). For security reasons, that is not allowed.',
  operatorHelps: 'Only the people who run this application can fix that.',
  applicationUnreachable:
    'A part of the application could not be loaded. Please check the internet connection.',
  progress: {
    title: 'Progress',
    whose: 'Who',
    own: 'Only me',
    course: 'Course',
    thema: 'Topic',
    allThemen: 'All topics',
    subThema: 'Subtopic',
    allSubThemen: 'All subtopics',
    group: 'Exercise group',
    allGroups: 'All groups',
    difficulty: 'Difficulty',
    allDifficulties: 'All',
    difficulties: { easy: 'easy', medium: 'medium', hard: 'hard', mixed: 'mixed' },
    states: {
      NOT_BEGUN: 'not started',
      BEGUN: 'started',
      AGAIN: 'to look at again',
      SUCCEEDED: 'right',
      HANDED_IN: 'handed in',
      SEEN: 'seen',
    },
    pupil: 'Name',
    exercise: 'Exercise',
    state: 'Status',
    score: 'Score',
    lastActive: 'Last active',
    never: 'never',
    none: '–',
    settledOf: (settled, all) => `${settled} of ${all} right or handed in`,
    meanScore: 'Ø',
    showThema: (title) => `Show the exercises of ‘${title}’`,
    sortBy: (title) => `Sort by ‘${title}’`,
    asFile: 'Download the table',
    print: 'Print',
    nameless: 'No name',
    showAnswer: (exercise, pupil) => `Show ${pupil}’s answer to ‘${exercise}’`,
    tableOfClass: 'Progress of the class',
    tableOfOwn: 'My progress',
    legend: 'Key',
    chart: 'Over time',
    diagram: 'Chart',
    line: 'Line',
    pie: 'Pie',
    period: 'Period',
    periods: { WEEKS_OF_YEAR: 'Weeks', MONTHS: 'Months', YEARS: 'School years' },
    periodHead: { WEEKS_OF_YEAR: 'Week', MONTHS: 'Month', YEARS: 'School year' },
    earlier: 'Previous school year',
    later: 'Next school year',
    activity: 'Activities',
    begun: 'Exercises begun',
    finished: 'Exercises worked through',
    atEnd: (year) => `At the end of the school year ${year}`,
    today: 'Today',
    exercises: 'Exercises',
    asTable: 'Show as a table',
    loading: 'Loading…',
    newUntil: (time: string) => `As of ${time}. Anything newer cannot be loaded right now.`,
    stillCounting: 'Still counting. The numbers are not complete yet.',
    failed: 'The progress cannot be loaded now. Please check the internet connection.',
    retry: 'Try again',
    noCourse: 'There is no progress to show for this content yet: no exercise has been published.',
    withoutCourse: (count: number) =>
      count === 1
        ? '1 person in this class does not work with this course'
        : `${count} in this class do not work with this course`,
    isWithoutCourse: 'without this course',
    withoutCourseHint:
      'A class licence covers everyone: a voucher for the class can be redeemed under ‘Classes’. A personal voucher counts if the teacher has a licence, too.',
    noPupils: 'Nobody is in this class yet. As soon as pupils have joined it, they are shown here.',
    nothingFits: 'No exercise matches this choice. Please choose another difficulty.',
    classNotBegun:
      'Nobody has started yet. As soon as somebody opens or does an exercise, you will see it here.',
    ownNotBegun: 'Nothing here yet. Exercises that are done appear here.',
    nothingInPeriod: 'Nothing happened in this period. Please choose another one.',
  },
};

/** English has one way of speaking. */
export const toTeachers: Texts = { ...texts };

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
    `No valid licence for ‘${title}’ was found for this account. A voucher code can be redeemed here; the school or the publisher can help with questions.`,
  sessionEndedTitle: 'The session has expired',
  sessionEnded: 'Please sign in again. Saved work is still there.',
  signInFailedTitle: 'Signing in has failed',
  signInFailed: 'Please try again.',
  beingErasedTitle: 'The data of this account are being erased',
  beingErased: 'It can begin anew in a few minutes.',
  providerUnreachableTitle: 'The sign-in service cannot be reached',
  providerUnreachable: 'Please check the internet connection and try again.',
  signedOutElsewhereTitle: 'Signed out',
  signedOutElsewhere:
    'Somebody has signed out in another tab of this browser. Saved work is still there.',
  clockWrongTitle: 'The clock of this device is wrong',
  clockWrong: (shown, actual) =>
    `This device shows: ${shown}. The right time is: ${actual}. Nobody can sign in like this. Please correct date, time and time zone in the settings of the device, and sign in again.`,
  popupOpen: 'Signing in goes on in a window of its own.',
  showPopup: 'Show the window',
  popupClosedTitle: 'The sign-in window was closed',
  popupClosed: 'Nobody is signed in yet. Please try again.',
  popupBlockedTitle: 'The sign-in window was blocked',
  popupBlocked:
    'Signing in opens a window of its own, and the browser has not allowed it. Please allow pop-ups for this page and sign in again.',
  technicalDetail: (detail) => `Technical detail: ${detail}`,

  couponLabel: 'Voucher code',
  couponHint:
    'For example WTRD-7K3M-Q9XP-4HTC; lower case and no hyphens will do, too. After signing in it is redeemed for the account that is signed in.',
  couponRedeem: 'Redeem code',
  couponMissing: 'Please enter the voucher code.',
  couponMalformed:
    'A voucher code consists only of letters without accents, digits and hyphens. Please check what was entered.',
  couponSeveral: 'There are several voucher codes here. Please leave only one.',
  couponKept: 'After signing in, this voucher code will be redeemed:',
  couponUnknownTitle: 'There is no such voucher code',
  couponUnknown: 'Please check that it is entered exactly as it is printed on the voucher.',
  couponUsedTitle: 'The voucher code has already been redeemed',
  couponUsed: 'Somebody else has used it, and it is valid only once.',
  couponWithdrawnTitle: 'The voucher code is no longer valid',
  couponWithdrawn: 'It has been withdrawn. Whoever issued it can help with questions.',
  couponExpiredTitle: 'The voucher code has expired',
  couponExpired: 'The time for redeeming it is over. Whoever issued it can help with questions.',
  couponNeedsGroupTitle: 'The voucher code is for a class',
  couponNeedsGroup:
    'This account leads no class, so the code was not redeemed. Pupils give it to their teacher. Classes are set up by the school: if a teacher’s class is missing, the school can help.',
  couponTooManyTitle: 'Too many attempts',
  couponTooMany: (time) =>
    `The voucher code has not been redeemed yet. Trying again is possible from ${time}.`,
  couponTooManyForNow:
    'The voucher code has not been redeemed yet. Trying again is possible in a few minutes.',
  couponUnavailableTitle: 'Redeeming did not work',
  couponUnavailable: 'The voucher code could not be redeemed just now. Please try again later.',
  couponOtherProductTitle: 'The voucher code is for something else',
  couponOtherProduct: (title) => `It does not open ‘${title}’, so it was not redeemed.`,
  couponRedeemed: 'Voucher redeemed.',
  couponValidUntil: (day) => `Valid until ${day}.`,
  close: 'Close',
  licensePendingTitle: 'The voucher code has been redeemed',
  licensePending: 'The licence is still being prepared. Please sign in again in a few minutes.',

  usedElsewhereTitle: 'You are already working on another device',
  usedElsewhere: (title) =>
    `‘${title}’ is still open there, or was until just now. If you go on here, it stops there. What you have written there stays saved.`,
  movedElsewhereTitle: 'This has moved to another device',
  movedElsewhere: (title, work) =>
    `‘${title}’ is now open on another device. ${work} You can also go on here; then it stops there.`,
  work: {
    none: 'What you have written stays saved.',
    saved: 'What you have written here is saved.',
    unsaved: 'Unfortunately, the last thing that you wrote here could not be saved any more.',
  },
  continueHere: 'Go on here',
  notContinued: 'That has not worked yet. Check the internet connection and try once more.',
  seatsTakenTitle: 'All places are taken',
  seatsTaken: (title, work) =>
    `‘${title}’ has a limited number of places, and all of them are in use at the moment. As soon as somebody has finished, one becomes free. ${work}`,
  stillTaken: (time) => `At ${time} there was still no free place.`,
  licenseEndedTitle: 'The licence is no longer valid',
  licenseEnded: (title) =>
    `The licence for ‘${title}’ has expired or was blocked. Saved work is still there; the school or the publisher can help with questions.`,
  devicesTitle: 'Too many devices',
  devices: (title, work) =>
    `You already use ‘${title}’ on as many devices as are allowed. Free one of them up to go on here. ${work}`,
  deviceLost: (title, work) =>
    `You use ‘${title}’ on as many other devices as are allowed, and this one is no longer among them. Free one of them up if you want to go on here. ${work}`,
  devicesUnavailable: 'The devices could not be loaded.',
  deviceNotFreed: 'The device could not be freed up. Please try again.',
  freeDevice: 'Free up',
  freeDeviceOf: (name) => `Free up: ${name}`,
  freeDeviceQuestion:
    'Really free it up? You will not be able to go on there. What you have written there stays saved.',
  freeDeviceYes: 'Yes, free up',
  freeDeviceNo: 'Cancel',
  thisDevice: 'This device',
  leastUsedDevice: 'Unused for longest',
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
    saving: 'Saving …',
    saved: 'Saved',
    waiting: 'Kept on this device for now. It will be sent as soon as the connection is back.',
    waitingShort: 'Kept on this device for now',
    refused: (count) =>
      count === 1 ? '1 entry could not be saved' : `${count} entries could not be saved`,
    show: 'View',
  },
  setAside: {
    title: 'Entries that were not saved',
    kept: 'They are still on this device and stay here until you decide.',
    refusedTitle: 'Refused',
    conflictTitle: 'Saved differently meanwhile',
    conflict:
      'Another version was saved meanwhile, for example on another device. Open the exercise: there you can choose which one counts.',
    exercise: (id) => `Exercise ‘${id}’`,
    topic: (id) => `Topic ‘${id}’`,
    statement: (about) => `Learning record about ‘${about}’`,
    course: (course, issue) => `Course ‘${course}’, issue ‘${issue}’`,
    answers: (count) => (count === 1 ? '1 answer' : `${count} answers`),
    annotations: (count) => (count === 1 ? '1 highlight or note' : `${count} highlights and notes`),
    unreadableTitle: 'Unreadable',
    unreadable: (count) =>
      count === 1
        ? '1 entry can no longer be read on this device.'
        : `${count} entries can no longer be read on this device.`,
    reasons: {
      full: 'There is no more room for this exercise or topic.',
      accountFull: 'There is no more room in your account. Delete what you no longer need.',
      tooLarge: 'The entry is too large.',
      forbidden: 'This account is not allowed to save here.',
      deleted: 'The original has been deleted meanwhile, for example on another device.',
      exists: 'This record exists already, with other content.',
      other: (code) => `The service has refused it (${code}).`,
    },
    saveAsFile: 'Save as a file',
    discard: 'Discard',
    discardQuestion:
      'Really discard? What is listed here will be deleted from this device and cannot be brought back.',
    discardYes: 'Yes, discard',
    discardNo: 'Keep',
    sending: 'Trying again …',
    noneLeft: 'There is nothing left to settle here.',
    failed: 'That did not work. The entries are still there.',
    unavailable: 'The entries could not be read. They stay on this device.',
  },
  myData: {
    title: 'My data',
    about: (title) =>
      `Everything you have written in ‘${title}’: answers, highlights, notes and bookmarks.`,
    downloadTitle: 'Download',
    download:
      'You get a zip file with everything. It then lies on this device: if others use the device, too, delete the file again.',
    downloadNow: 'Download my data',
    downloading: 'Getting it ready. This may take a while …',
    downloaded: 'The file is being saved. You find it among your downloads.',
    undelivered: (count) =>
      count === 1
        ? '1 entry has not been sent yet and is not in the file.'
        : `${count} entries have not been sent yet and are not in the file.`,
    downloadFailed: 'The download has failed. Please try again later.',
    deleteTitle: 'Delete',
    delete: 'You can delete everything that you have written here.',
    deleteNow: 'Delete my data …',
    question: 'Delete everything for good?',
    erased: (title) =>
      `All your answers, highlights, notes and bookmarks in ‘${title}’ will be deleted, on all devices. What has not been sent from this device yet will be deleted, too. Nobody can bring it back.`,
    notErased:
      'Your licences, your account, your groups and the records of what you have learned will not be deleted.',
    understood: 'I understand that everything will be gone.',
    deleteYes: 'Delete for good',
    deleteNo: 'Do not delete',
    deleting: 'Deleting …',
    deleted: 'Your data have been deleted.',
    deletedAmount: (items) =>
      items === 1 ? '1 entry has been deleted.' : `${items} entries have been deleted.`,
    nothingThere: 'There was nothing to delete.',
    startAnew: 'Start anew',
    deleteFailed:
      'Not everything could be deleted: part of your data may still be there. Please check your internet connection and try again.',
  },
  undeliveredHere:
    'There are still entries on this device that have not been sent. They are encrypted, and will be sent as soon as the same person signs in here again.',
  contentAwayTitle: 'The content cannot be reached',
  contentAway: (title) =>
    `‘${title}’ cannot be loaded just now. Please check the internet connection. As soon as the content can be reached again, it goes on by itself. Saved work is still there.`,
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
  operatorHelps: 'Only whoever runs this application can mend that.',
  applicationUnreachable:
    'A part of the application could not be loaded. Please check the internet connection.',
};

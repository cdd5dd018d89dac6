import { originOf, type Addresses } from './addresses.ts';

/**
 * Features of the browser for content: films with and without copy protection, over the whole screen or beside
 * other work, and copying. The shell's frame hands on the same (`content-frame.ts`); it can only hand on what its
 * own page may.
 */
const ofContent = [
  'autoplay',
  'clipboard-write',
  'encrypted-media',
  'fullscreen',
  'picture-in-picture',
];

/** Features for neither shell nor content: they ask the user, spy on one, or reach devices. */
const ofNobody = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** The header Permissions-Policy of the shell's pages (Permissions Policy, section 5.1). */
export function permissionsPolicy({ project }: Addresses): string {
  const content = originOf(project.contentOrigin);
  const shellAndContent = content ? `(self "${content}")` : '(self)';
  return [
    ...ofContent.map((feature) => `${feature}=${shellAndContent}`),
    ...ofNobody.map((feature) => `${feature}=()`),
  ].join(', ');
}

/**
 * Every permission that a call can need, with what it allows.
 *
 * A permission whose name ends in `-any` concerns other subjects' data and is needed in addition to
 * the call's own permission when the body names a subject that is not the caller.
 */
export const permissions = {
  'subject.act-for': 'Send another X-Ia-Subject than that of the token.',
  'user.read': 'Read a user, its properties and identities.',
  'user.read-any': 'Read any user.',
  'user.refresh': 'Refresh a user from the identity provider with its own token.',
  'device.write': 'Register a device.',
  'license.read': 'Read licences.',
  'license.read-any': "Read any user's licences.",
  'group.read': 'Read the groups that a user leads.',
  'group.read-any': 'Read the groups that any user leads.',
  'local-store.read': 'Read local store items.',
  'local-store.write': 'Write local store items.',
  'record.read': 'Read learning records.',
  'record.read-any': "Read any user's learning records.",
  'record.write': 'Write learning records.',
} as const;

export type Permission = keyof typeof permissions;

const learner = [
  'user.read',
  'user.refresh',
  'device.write',
  'license.read',
  'group.read',
  'local-store.read',
  'local-store.write',
  'record.read',
  'record.write',
] as const satisfies readonly Permission[];

/** The roles that every installation has. A user who was never given a role is a student. */
export const builtInRoles = {
  student: learner,
  teacher: learner,
  support: [
    ...learner,
    'user.read-any',
    'license.read-any',
    'group.read-any',
    'record.read-any',
    'subject.act-for',
  ],
  administrator: [...learner, 'user.read-any', 'license.read-any', 'group.read-any'],
  'order-system': ['user.read', 'user.read-any', 'license.read', 'license.read-any'],
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof builtInRoles;

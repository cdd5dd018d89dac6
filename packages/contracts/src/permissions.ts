/**
 * Every permission that a call can need, with what it allows.
 *
 * A permission whose name ends in `-any` concerns other subjects' data. A call names it as what it
 * needs in addition when the body's `subject` is not the caller.
 */
export const permissions = {
  'mandant.any':
    'Let the other permissions hold for what is of every publisher (mandant), not only of the own ones.',
  'subject.act-for': 'Send another X-Ia-Subject than that of the token.',

  'user.read': 'Read a user, its properties, identities and roles.',
  'user.read-any': 'Read any user.',
  'user.refresh': 'Refresh a user from the identity provider with its own token.',
  'user.refresh-any': 'Refresh any user from the provider directory.',
  'user.write-property': 'Set own properties.',
  'user.manage':
    'Create and change users, their properties, e-mail, mandant groups and identities.',
  'user.search': 'Search all users.',
  'user.link': 'Link two subjects whose tokens one holds.',
  'user.erase': 'Erase a user and all of its data.',
  'user.erase-own': 'Erase oneself, with all data.',
  'user.export-own': 'Download all that is kept of oneself.',
  'user.migrate': 'Start and finalize the own cloud migration.',
  'user.migrate-any': 'Start the cloud migration of any user.',
  'user.upload': 'Get a token for the upload area of the file gateway.',
  'role.read': 'Read roles, permissions and what they stand for.',
  'role.manage': 'Create, change and delete roles and permissions.',
  'role.assign': 'Set the roles of users.',
  'property-template.read': 'Read which properties users can have.',
  'property-template.manage': 'Say which properties users can have.',
  'provider.read': 'Read identity providers and the groups there.',

  'device.read': 'Read own devices.',
  'device.read-any': "Read any user's devices.",
  'device.write': 'Register and unregister own devices.',
  'license.read': 'Read licences, and whether they open a product.',
  'license.read-any': "Read any user's licences.",
  'license.use': 'Obtain, keep and give back the seat of a licence.',
  'license.manage': 'Take licences and seats from users.',
  'license-order.read': 'Read own licence orders.',
  'license-order.read-any': "Read any user's licence orders.",
  'license-order.manage': 'Save and delete licence orders.',
  'license-override.manage': 'Extend or block a licence, with a reason and an end.',
  'product.manage': 'Save products.',

  'coupon.redeem': 'Look up and activate a coupon by its code.',
  'coupon.manage': 'Make, change, search and withdraw coupons.',
  'coupon.search': 'Search coupons and see their history.',
  'order.sync': 'Bring own orders up to date.',
  'order.sync-any': "Bring any user's orders up to date.",
  'order.create': 'Create orders.',
  'order-system.manage': 'Register order systems.',
  'order-relation.read': 'Read which customer of an order system one is.',
  'order-relation.read-any': 'Read which customer any user is.',
  'order-relation.notify': 'Tell order systems of changes.',

  'group.read': 'Read own groups and their members.',
  'group.read-any': "Read any user's groups.",
  'group.join': 'Join a group by its code, leave it, and set how one appears in it.',
  'group.lead': 'Create groups, and change those that one leads.',
  'group.migrate': 'Move groups between providers.',

  'local-store.read': 'Read own local store items.',
  'local-store.write': 'Write own local store items.',
  'annotation.read': 'Read own annotations, notes and bookmarks.',
  'annotation.write': 'Write own annotations, notes and bookmarks.',
  'exercise.read': 'Read own answers, and attributes of exercises.',
  'exercise.write': 'Write and delete own answers.',
  'topic.read': 'Read own topics and attributes of topics.',
  'topic.write': 'Write own topics and attributes of topics.',
  'link.resolve': 'Resolve a reference to its place in an issue.',
  'content.search': 'Search own notes and answers, and the texts of a course.',
  'content.sync': 'Exchange changes of an issue between devices.',
  'content.publish': 'Publish courses of the own mandants, and roll them back.',
  'content.publish-for-all':
    'Publish courses and files of every mandant, not only of the own ones.',
  'user-data.export': 'Download all own data of a course.',
  'user-data.import': 'Restore own data of a course.',
  'user-data.erase': 'Erase own data of a course.',

  'record.read': 'Read own learning records.',
  'record.read-any': "Read any user's learning records.",
  'record.write': 'Write own learning records.',

  'file.read': 'Get the address of a file that a licence opens.',
  'file.publish': 'Save and delete files of a publication, and convert videos.',
  'file.exchange': 'Exchange files within a group.',

  'cache.flush': 'Drop the cached entitlements of a service.',
} as const;

export type Permission = keyof typeof permissions;

/**
 * Permissions that no role of a pupil may hold, because a pupil's browser sees its token: the roles student and
 * teacher, and any other role of a user who holds one of them.
 */
export const reservedPermissions: readonly Permission[] = ['subject.act-for'];

const learner = [
  'user.read',
  'user.refresh',
  'user.write-property',
  'user.link',
  'user.erase-own',
  'user.export-own',
  'user.migrate',
  'user.upload',
  'property-template.read',
  'device.read',
  'device.write',
  'license.read',
  'license.use',
  'license-order.read',
  'coupon.redeem',
  'order.sync',
  'order-relation.read',
  'group.read',
  'group.join',
  'local-store.read',
  'local-store.write',
  'annotation.read',
  'annotation.write',
  'exercise.read',
  'exercise.write',
  'topic.read',
  'topic.write',
  'link.resolve',
  'content.search',
  'content.sync',
  'user-data.export',
  'user-data.import',
  'user-data.erase',
  'record.read',
  'record.write',
  'file.read',
  'file.exchange',
] as const satisfies readonly Permission[];

const readsOthers = [
  'mandant.any',
  'user.read-any',
  'user.refresh-any',
  'user.search',
  'role.read',
  'provider.read',
  'device.read-any',
  'license.read-any',
  'license-order.read-any',
  'license-override.manage',
  'coupon.search',
  'order.sync-any',
  'order-relation.read-any',
  'group.read-any',
] as const satisfies readonly Permission[];

/**
 * The roles that every installation begins with, and what they hold then; administrators may change
 * that. A user who was never given a role is a student.
 */
export const builtInRoles = {
  student: learner,
  teacher: [...learner, 'group.lead'],
  support: [...learner, ...readsOthers, 'record.read-any', 'subject.act-for'],
  administrator: [
    ...learner,
    ...readsOthers,
    'group.lead',
    'user.manage',
    'user.erase',
    'user.migrate-any',
    'role.manage',
    'role.assign',
    'property-template.manage',
    'license.manage',
    'license-order.manage',
    'product.manage',
    'coupon.manage',
    'order.create',
    'order-system.manage',
    'order-relation.notify',
    'group.migrate',
    'file.publish',
    'content.publish',
    'content.publish-for-all',
    'cache.flush',
  ],
  'order-system': [
    'user.read',
    'user.read-any',
    'license.read',
    'license.read-any',
    'license-order.read',
    'license-order.read-any',
    'license-order.manage',
    'coupon.manage',
    'coupon.search',
    'order.create',
    'order.sync',
    'order.sync-any',
    'order-relation.read',
    'order-relation.read-any',
    'order-relation.notify',
    'link.resolve',
  ],
  publisher: ['content.publish', 'file.publish', 'file.read', 'link.resolve'],
} as const satisfies Record<string, readonly Permission[]>;

export type BuiltInRole = keyof typeof builtInRoles;

/**
 * The ten backend services: their code on the wire and in the sheet of calls, what they are for,
 * and the address suffix under the cluster base that the shipped configuration gives them.
 *
 * Group-products, group-management and reading statistics share the base of the group service.
 */
export const services = {
  atma: { title: 'File gateway', base: '/atma' },
  aua: { title: 'Users and authorization', base: '/aua/v1' },
  clag: { title: 'Course content user data', base: '/clag' },
  gms: { title: 'Group management', base: '/gres' },
  gp: { title: 'Group products', base: '/gres' },
  gres: { title: 'Groups', base: '/gres' },
  lars: { title: 'Learning records', base: '/lars' },
  lima: { title: 'Licences', base: '/lima' },
  osc: { title: 'Orders and coupons', base: '/osc' },
  stats: { title: 'Reading statistics', base: '/gres' },
} as const;

export type ServiceCode = keyof typeof services;

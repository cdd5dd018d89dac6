import type { Examples } from '../example.ts';
import type { permissionCalls } from './permission.ts';

const review = {
  name: 'redaktion.freigabe',
  description: 'Gibt Seiten einer Ausgabe frei.',
  built_in: false,
  reserved: false,
};

export const permissionExamples: Examples<typeof permissionCalls> = {
  permissionCreate: {
    body: { name: review.name, description: review.description },
    answer: { permission: review },
  },
  permissionDelete: { body: { permission_name: review.name }, answer: {} },
  permissionResolveRoles: {
    body: { role_names: ['order-system'] },
    answer: {
      permission_names: [
        'license-order.manage',
        'license-order.read',
        'license-order.read-any',
        'license.read',
        'license.read-any',
        'link.resolve',
        'order-relation.notify',
        'order-relation.read',
        'order-relation.read-any',
        'order.create',
        'order.sync',
        'order.sync-any',
        'user.read',
        'user.read-any',
      ],
    },
  },
  permissionList: {
    answer: {
      permissions: [
        review,
        {
          name: 'subject.act-for',
          description: 'Send another X-Ia-Subject than that of the token.',
          built_in: true,
          reserved: true,
        },
      ],
    },
  },
};

import type { Examples } from '../example.ts';
import type { roleCalls } from './role.ts';

const editor = {
  name: 'redaktion',
  description: 'Pflegt die Dateien einer Ausgabe.',
  built_in: false,
};

export const roleExamples: Examples<typeof roleCalls> = {
  roleCreate: {
    body: {
      name: editor.name,
      description: editor.description,
      permission_names: ['file.publish'],
    },
    answer: { role: { ...editor, permission_names: ['file.publish'] } },
  },
  roleSetPermissions: {
    body: { role_name: editor.name, permission_names: ['file.publish', 'file.read'] },
    answer: { role: { ...editor, permission_names: ['file.publish', 'file.read'] } },
  },
  roleAttachPermission: {
    body: { role_name: editor.name, permission_name: 'link.resolve' },
    answer: {
      role: { ...editor, permission_names: ['file.publish', 'file.read', 'link.resolve'] },
    },
  },
  roleDetachPermission: {
    body: { role_name: editor.name, permission_name: 'link.resolve' },
    answer: { role: { ...editor, permission_names: ['file.publish', 'file.read'] } },
  },
  roleDelete: { body: { role_name: editor.name }, answer: {} },
  roleList: {
    answer: {
      roles: [
        {
          name: 'order-system',
          description: 'A shop that sells licences.',
          built_in: true,
          permission_names: ['license-order.manage', 'order.create', 'user.read'],
        },
        { ...editor, permission_names: ['file.publish', 'file.read'] },
      ],
    },
  },
};

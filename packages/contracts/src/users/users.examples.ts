import type { Contract } from '../contract.ts';
import type { Examples } from '../example.ts';

const listed = {
  subject: 'demo-mia',
  given_name: 'Mia',
  family_name: 'Keller',
  email: 'mia@schule.example',
};
const mia = { ...listed, locale: 'de-CH' };

const review = {
  name: 'redaktion.freigabe',
  description: 'Gibt Seiten einer Ausgabe frei.',
  built_in: false,
  reserved: false,
};

const editor = {
  name: 'redaktion',
  description: 'Pflegt die Dateien einer Ausgabe.',
  built_in: false,
};

const readingFont = { key: 'reading-font', description: 'Schrift, in der jemand gern liest.' };
const tutorialSeen = { key: 'tutorial-seen', description: 'Ob die Einführung gesehen wurde.' };

const identity = { identity_provider_identifier: 'SCHUL_VERLAG_1', external_id: '4711' };
const jonas = {
  subject: 'demo-jonas',
  given_name: 'Jonas',
  family_name: 'Graf',
  email: 'jonas@verlag.example',
  locale: 'de-CH',
};

const migration = { subject: 'demo-mia', started_at: '2026-11-21T09:30:00.000Z' };

export const usersExamples: Examples<Omit<Contract['aua'], 'ping'>> = {
  userGet: { body: { subject: 'demo-mia' }, answer: { user: mia } },
  userGetProperties: {
    body: { subject: 'demo-mia' },
    answer: { properties: [{ key: 'reading-font', value: 'OpenDyslexic' }] },
  },
  userGetIdentities: {
    body: { subject: 'demo-mia' },
    answer: {
      identities: [
        {
          identity_provider_identifier: 'BEOOK_1',
          external_id: 'demo-mia',
          groups: ['schule-am-see'],
        },
      ],
    },
  },
  userGetRoles: {
    body: { subject: 'demo-thomas' },
    answer: {
      role_names: ['teacher'],
      permission_names: ['group.lead', 'group.read', 'license.read', 'user.read'],
    },
  },
  userUpdateUserInfo: { answer: { user: mia } },
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
  propertyCreateTemplates: {
    body: { templates: [readingFont, { ...tutorialSeen, enabled: false }] },
    answer: {
      templates: [
        { ...readingFont, enabled: true, outcome: 'CREATED' },
        { ...tutorialSeen, enabled: false, outcome: 'CREATED' },
      ],
    },
  },
  propertyToggleTemplates: {
    body: {
      templates: [
        { key: 'reading-font', enabled: true },
        { key: 'tutorial-seen', enabled: true },
      ],
    },
    answer: {
      templates: [
        { ...readingFont, enabled: true, outcome: 'UNCHANGED' },
        { ...tutorialSeen, enabled: true, outcome: 'CHANGED' },
      ],
    },
  },
  propertyListTemplates: {
    answer: {
      templates: [
        { ...readingFont, enabled: true },
        { ...tutorialSeen, enabled: true },
      ],
    },
  },
  providerList: {
    answer: {
      providers: [
        {
          identity_provider_identifier: 'BEOOK_1',
          title: 'beook',
          order_system: 'IAPROS1',
          is_default: true,
          has_directory: false,
        },
        {
          identity_provider_identifier: 'SCHUL_VERLAG_1',
          title: 'Schulverlag',
          order_system: 'SCHULVERLAGLIPLU1',
          is_default: false,
          has_directory: true,
        },
      ],
    },
  },
  groupList: {
    answer: {
      groups: [
        {
          identity_provider_identifier: 'SCHUL_VERLAG_1',
          group: 'aua_group_sv_pandalogin',
        },
      ],
      truncated: false,
    },
  },
  userQuickSearch: {
    body: { term: 'mia@', type: 'email_or_subject', limit: 5 },
    answer: { users: [listed], truncated: false },
  },
  userExtendedSearch: {
    body: {
      filter: {
        family_name: 'kel',
        identity_provider_identifier: 'BEOOK_1',
        created_after: '2026-08-01T00:00:00+02:00',
      },
      sort: { field: 'created_at', direction: 'descending' },
      limit: 1,
    },
    answer: {
      users: [
        { ...listed, mandant_groups: [], role_names: [], created_at: '2026-08-17T06:12:44.310Z' },
      ],
      next_cursor: 'WyIyMDI2LTA4LTE3VDA2OjEyOjQ0LjMxMFoiLCJkZW1vLW1pYSJd',
    },
  },
  userExternalSearch: {
    body: { term: 'Wyss', identity_provider_identifier: 'SCHUL_VERLAG_1' },
    answer: {
      users: [
        {
          identity_provider_identifier: 'SCHUL_VERLAG_1',
          external_id: 'demo-lea',
          given_name: 'Lea',
          family_name: 'Wyss',
          email: 'lea@schule.example',
          subject: 'demo-lea',
        },
      ],
      truncated: false,
    },
  },
  userGetForProvider: {
    body: { identity_provider_identifier: 'BEOOK_1', external_id: 'demo-mia' },
    answer: { user: listed },
  },
  userGetMandantGroups: {
    body: { subject: 'demo-thomas' },
    answer: { mandant_groups: ['LECTERN-lehrpersonen'] },
  },
  userCheckGroupMembership: {
    body: {
      subject: 'demo-lea',
      group: 'aua_group_sv_pandalogin',
      identity_provider_identifier: 'SCHUL_VERLAG_1',
    },
    answer: { is_member: true },
  },
  userSetProperties: {
    body: {
      subject: 'demo-mia',
      properties: [
        { key: 'reading-font', value: 'OpenDyslexic' },
        { key: 'tutorial-seen', value: null },
      ],
    },
    answer: { properties: [{ key: 'reading-font', value: 'OpenDyslexic' }] },
  },
  userRefreshIdentities: {
    body: { subject: 'demo-mia' },
    answer: {
      identities: [
        {
          identity_provider_identifier: 'BEOOK_1',
          external_id: 'demo-mia',
          groups: ['schule-am-see'],
          outcome: 'CHANGED',
        },
      ],
    },
  },
  userGetAwsCognitoToken: {
    answer: {
      identity_id: 'demo-mia',
      token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJkZW1vLW1pYSJ9.c2lnbmF0dXJl',
      expires_at: '2026-11-21T09:45:00.000Z',
      provider: 'local',
    },
  },
  userSet: {
    body: {
      ...jonas,
      mandant_groups: ['LECTERN-redaktion'],
      identities: [{ ...identity, groups: [] }],
    },
    answer: { user: jonas, created: true },
  },
  userSetEmail: {
    body: { subject: 'demo-jonas', email: 'jonas.graf@verlag.example' },
    answer: { user: { ...jonas, email: 'jonas.graf@verlag.example' } },
  },
  userSetMandantGroups: {
    body: { subject: 'demo-jonas', mandant_groups: ['LECTERN-redaktion', 'LECTERN-vertrieb'] },
    answer: { mandant_groups: ['LECTERN-redaktion', 'LECTERN-vertrieb'] },
  },
  userSetRoles: {
    body: { subject: 'demo-jonas', role_names: ['teacher'] },
    answer: { role_names: ['teacher'] },
  },
  userDeleteIdentity: { body: { subject: 'demo-jonas', ...identity }, answer: {} },
  userLink: {
    body: { from_token: 'mF_9.B5f-4.1JqM', to_token: 'Zx81.kP0-7.aQ3n', migrate: true },
    answer: {
      from_subject: 'demo-lea',
      to_subject: 'demo-mia',
      linked: true,
      undo_until: '2026-12-05T09:30:00.000Z',
      job: {
        job_id: 'c0ffee00-0000-4000-8000-000000000002',
        state: 'PENDING',
        steps: [
          { service: 'lars', state: 'PENDING', moved: {} },
          { service: 'clag', state: 'PENDING', moved: {} },
        ],
      },
    },
  },
  userStartCloudMigration: {
    body: { subject: 'demo-mia' },
    answer: { migration: { ...migration, state_before: 'NOT_STARTED', state: 'RUNNING' } },
  },
  userFinalizedCloudMigration: {
    answer: {
      migration: {
        ...migration,
        state_before: 'RUNNING',
        state: 'FINALIZED',
        finalized_at: '2026-11-21T09:34:10.500Z',
      },
    },
  },
  userDelete: {
    body: { subject: 'demo-jonas' },
    answer: {
      subject: 'demo-jonas',
      erasure: {
        job_id: 'c0ffee00-0000-4000-8000-000000000003',
        state: 'DONE',
        steps: [
          { service: 'aua', state: 'DONE', erased: { users: 1, identities: 1, user_roles: 1 } },
          { service: 'clag', state: 'DONE', erased: { local_store_items: 0 } },
        ],
      },
    },
  },
  userUnlink: { body: { from_subject: 'demo-lea' }, answer: {} },
  userDownloadOwn: { body: { subject: 'demo-lea' }, answer: 'lectern.json' },
  userDeleteOwn: {
    body: { subject: 'demo-lea' },
    answer: {
      erasure: {
        job_id: 'c0ffee00-0000-4000-8000-000000000004',
        state: 'PENDING',
        steps: [
          { service: 'aua', state: 'PENDING', erased: {} },
          { service: 'clag', state: 'PENDING', erased: {} },
        ],
      },
    },
  },
};

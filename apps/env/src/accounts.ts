import type { BuiltInRole } from '@lectern/contracts';

/** A person of the demo platform: who signs in, and what the seed gives them. */
export interface DemoAccount {
  readonly username: string;
  readonly password: string;
  readonly subject: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly email: string;
  /** Connector id of the identity provider that the person comes from. */
  readonly identity_provider: string;
  /** Groups at the identity provider. */
  readonly groups: readonly string[];
  readonly role: BuiltInRole;
  readonly licensed: boolean;
  /** Part in the demo class, if any. */
  readonly demoClass?: 'leads' | 'member';
  /** One line for the table that the start prints. */
  readonly note: string;
}

/** Group that marks a Panda login (specification, section 6). */
const pandaLoginGroup = 'aua_group_sv_pandalogin';

/** Everyone's password. The demo platform holds no data of real people. */
const password = 'lectern-demo';

export const demoAccounts = [
  {
    username: 'mia',
    password,
    subject: 'demo-mia',
    given_name: 'Mia',
    family_name: 'Keller',
    email: 'mia@schule.example',
    identity_provider: 'BEOOK_1',
    groups: [],
    role: 'student',
    licensed: true,
    demoClass: 'member',
    note: 'pupil with a licence',
  },
  {
    username: 'ben',
    password,
    subject: 'demo-ben',
    given_name: 'Ben',
    family_name: 'Frei',
    email: 'ben@schule.example',
    identity_provider: 'BEOOK_1',
    groups: [],
    role: 'student',
    licensed: false,
    note: 'pupil without a licence',
  },
  {
    username: 'lea',
    password,
    subject: 'demo-lea',
    given_name: 'Lea',
    family_name: 'Wyss',
    email: 'lea@schule.example',
    identity_provider: 'SCHUL_VERLAG_1',
    groups: [pandaLoginGroup],
    role: 'student',
    licensed: true,
    note: 'pupil with a Panda login',
  },
  {
    username: 'thomas',
    password,
    subject: 'demo-thomas',
    given_name: 'Thomas',
    family_name: 'Berger',
    email: 'thomas@schule.example',
    identity_provider: 'BEOOK_1',
    groups: [],
    role: 'teacher',
    licensed: true,
    demoClass: 'leads',
    note: 'teacher of class 6a, whose pupils are mia, alina-6a, amir-6a, …',
  },
  {
    username: 'sofia',
    password,
    subject: 'demo-sofia',
    given_name: 'Sofia',
    family_name: 'Roth',
    email: 'sofia@support.example',
    identity_provider: 'BEOOK_1',
    groups: [],
    role: 'support',
    licensed: true,
    note: 'support',
  },
  {
    username: 'adrian',
    password,
    subject: 'demo-adrian',
    given_name: 'Adrian',
    family_name: 'Vogt',
    email: 'adrian@betrieb.example',
    identity_provider: 'BEOOK_1',
    groups: [],
    role: 'administrator',
    licensed: true,
    note: 'administrator',
  },
] as const satisfies readonly DemoAccount[];

/** The order system: a confidential client that signs in with client credentials, never a person. */
export const orderSystemClientId = 'lectern-order-system';
/** The command that publishes: a confidential client, which signs in with client credentials. */
export const publisherClientId = 'lectern-publisher';
/** The services' own client, for introspection and for asking others in their name. */
export const servicesClientId = 'lectern-services';
/** The shell: a public client with PKCE. */
export const shellClientId = 'lectern-shell';
/** Clients whose tokens the services accept. Not their own client's: that one only asks others. */
export const acceptedClientIds = [shellClientId, orderSystemClientId, publisherClientId] as const;

export const demoProduct = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
} as const;

import { people, step, type Person, type Step } from './school.ts';

/** Calls of every sign-in to the user service, and those of support all day. */
export function userSteps(): readonly Step[] {
  const own = { subject: 'pupil' };
  const email = 'mia@schule.example';
  return [
    step('aua', 'userUpdateUserInfo', 'pupil', (users) => users.userUpdateUserInfo()),
    step('aua', 'userGet', 'pupil', (users) => users.userGet({ body: own })),
    step('aua', 'propertyCreateTemplates', 'administrator', (users) =>
      users.propertyCreateTemplates({ body: { templates: [{ key: 'theme' }] } }),
    ),
    step('aua', 'userSetProperties', 'pupil', (users) =>
      users.userSetProperties({ body: { ...own, properties: [{ key: 'theme', value: 'dark' }] } }),
    ),
    step('aua', 'userGetProperties', 'pupil', (users) => users.userGetProperties({ body: own })),
    step('aua', 'userGetIdentities', 'pupil', (users) => users.userGetIdentities({ body: own })),
    step('aua', 'userGetRoles', 'pupil', (users) => users.userGetRoles({ body: own })),
    step('aua', 'userQuickSearch', 'administrator', (users) =>
      users.userQuickSearch({ body: { term: email, type: 'email', limit: 10 } }),
    ),
    step('aua', 'userExtendedSearch', 'administrator', (users) =>
      users.userExtendedSearch({ body: { filter: { email } } }),
    ),
    step('aua', 'userGetForProvider', 'administrator', (users) =>
      users.userGetForProvider({
        body: { identity_provider_identifier: 'BEOOK_1', external_id: '4711' },
      }),
    ),
  ];
}

/** Everybody's first request: who calls is found out. It goes by the subject itself. */
export function firstSteps(): readonly Step[] {
  return (Object.keys(people) as Person[]).map((person) =>
    step('lima', 'deviceGetForUser', person, (licenses) =>
      licenses.deviceGetForUser({ body: { subject: person } }),
    ),
  );
}

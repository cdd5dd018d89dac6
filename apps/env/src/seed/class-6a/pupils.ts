import type { DemoAccount } from '../../accounts.ts';

/** Given and family names of the pupils, in the order of their numbers. */
const names = [
  ['Alina', 'Baumann'],
  ['Amir', 'Haddad'],
  ['Anouk', 'Favre'],
  ['Dario', 'Bianchi'],
  ['Elin', 'Schmid'],
  ['Emil', 'Graf'],
  ['Fabienne', 'Moser'],
  ['Gian', 'Caduff'],
  ['Hana', 'Novak'],
  ['Ilyas', 'Yildiz'],
  ['Jana', 'Brunner'],
  ['Jonas', 'Hofer'],
  ['Kiran', 'Sivakumar'],
  ['Lara', 'Meier'],
  ['Leandro', 'Silva'],
  ['Lena', 'Zaugg'],
  ['Luan', 'Krasniqi'],
  ['Malea', 'Suter'],
  ['Matteo', 'Rossi'],
  ['Nele', 'Huber'],
  ['Noah', 'Lehmann'],
  ['Paula', 'Widmer'],
  ['Rafael', 'Costa'],
  ['Sarina', 'Aebi'],
  ['Tim', 'Zbinden'],
] as const;

/** The pupils of class 6a. They sign in as the demo people do; the sign-in page does not list them. */
export const pupilsOf6a: readonly DemoAccount[] = names.map(([given_name, family_name]) => {
  const username = `${given_name.toLowerCase()}-6a`;
  return {
    username,
    password: 'lectern-demo',
    subject: `demo-${username}`,
    given_name,
    family_name,
    email: `${username}@schule.example`,
    identity_provider: 'BEOOK_1',
    groups: [],
    role: 'student',
    licensed: true,
    note: 'pupil of class 6a',
  };
});

import { expect, test } from 'vitest';
import { prepareCommands, type CommandTest } from './commands.ts';

const header = 'subject,given_name,family_name,email,locale,role,external_id,class,class_role\n';

/** Subjects with their names and e-mail, in order. */
const usersOf = ({ database }: CommandTest) =>
  database
    .selectFrom('aua.users')
    .select(['subject', 'given_name', 'family_name', 'email', 'locale'])
    .orderBy('subject')
    .execute();

test('users with names, roles, identities and classes', async () => {
  const commands = await prepareCommands();
  const file = await commands.write({
    'schule.csv':
      header +
      'mia,Mia,Keller,mia@schule.example,de-CH,student,m-1,5b,\n' +
      'thomas,Thomas,"Berger, Dr.",,,teacher,,5b;5c,\n' +
      'jürg,,,,,,,,\n',
  });
  const r = await commands.run('import-users', '--source', 'Schule 1', file);
  console.log(r);
  console.log(await usersOf(commands));
});

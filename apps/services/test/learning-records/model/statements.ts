import type { Activity, Agent, Statement } from '@lectern/contracts/xapi';

export const mia: Agent = { name: 'Mia', mbox: 'mailto:mia@schule.example' };
export const ben: Agent = { account: { homePage: 'https://login.example', name: 'ben' } };
export const eva: Agent = { name: 'Eva', openid: 'https://eva.example/' };

export const id = 'fd41c918-b88b-4b20-a0a5-a4c32391aaa0';
export const registration = 'ec531277-b57b-4c15-8d91-d292c5b2b8f7';
export const answered = 'http://adlnet.gov/expapi/verbs/answered';

/** An activity of this name, with a definition of two languages. */
export function activityNamed(name: string): Activity {
  return {
    id: `https://lectern.example/${name}`,
    definition: {
      name: { de: name, fr: `${name}-fr` },
      type: 'https://lectern.example/types/page',
    },
  };
}

/** A statement of Mia's about an exercise, with these changes. */
export function statementWith(changes: Partial<Statement> = {}): Statement {
  return {
    id,
    actor: mia,
    verb: { id: answered, display: { de: 'beantwortete', en: 'answered' } },
    object: activityNamed('exercise'),
    timestamp: '2026-11-21T10:30:00.250+01:00',
    ...changes,
  };
}

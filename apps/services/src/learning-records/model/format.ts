import type {
  Activity,
  ActivityDefinition,
  Actor,
  Agent,
  Group,
  LanguageMap,
  Statement,
} from '@lectern/contracts/xapi';
import { identifierOf } from './identifier.ts';
import { chooseLanguage } from './languages.ts';
import { rewrite, type Rewriting } from './rewrite.ts';

/** Known definitions, by the ids of activities. */
export type Definitions = ReadonlyMap<string, ActivityDefinition>;

/**
 * A statement in one of the formats that are not what was recorded (xAPI 1.0.3, Communication 2.1.3):
 * `ids` only says who and what is meant; `canonical` says of each activity what is known of it, and
 * everything in one language.
 *
 * @param languages for `canonical`: those of the reader, the preferred first
 * @param definitions for `canonical`: an activity that is not in there keeps what its statement says
 */
export function formatStatement(
  statement: Statement,
  format: 'ids' | 'canonical',
  languages: readonly string[],
  definitions: Definitions,
): Statement {
  return rewrite(statement, format === 'ids' ? toIds : toCanonical(languages, definitions));
}

const toIds: Rewriting = {
  actor: idOfActor,
  verb: ({ id }) => ({ id }),
  activity: ({ id }) => ({ id }),
};

function idOfActor<A extends Actor>(actor: A): A {
  const { name: _, member, ...identified }: Actor & Pick<Group, 'member'> = actor;
  // Only its members say which anonymous group it is.
  const isAnonymous = identifierOf(actor) === undefined;
  return {
    ...identified,
    ...(isAnonymous && member && { member: member.map(idOfActor<Agent>) }),
  } as A;
}

function toCanonical(languages: readonly string[], definitions: Definitions): Rewriting {
  const choose = (map: LanguageMap) => chooseLanguage(map, languages);
  return {
    actor: (actor) => actor,
    verb: (verb) => (verb.display ? { ...verb, display: choose(verb.display) } : verb),
    activity: (activity) => {
      const definition = definitions.get(activity.id) ?? activity.definition;
      return definition ? { ...activity, definition: inOneLanguage(definition, choose) } : activity;
    },
  };
}

const componentLists = ['choices', 'scale', 'source', 'target', 'steps'] as const;

function inOneLanguage(
  definition: ActivityDefinition,
  choose: (map: LanguageMap) => LanguageMap,
): NonNullable<Activity['definition']> {
  const { name, description } = definition;
  const chosen = {
    ...definition,
    ...(name && { name: choose(name) }),
    ...(description && { description: choose(description) }),
  };
  for (const list of componentLists) {
    const components = definition[list];
    if (!components) continue;
    chosen[list] = components.map((component) =>
      component.description
        ? { ...component, description: choose(component.description) }
        : component,
    );
  }
  return chosen;
}

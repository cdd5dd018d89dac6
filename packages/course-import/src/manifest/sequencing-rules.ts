import type { ActivityDefinition, RollupRule, SequencingRule } from '../activity-definition.ts';
import { choiceOf, defined, numberOf } from './attributes.ts';
import { childOf, childrenOf, type XmlElement } from './read-xml.ts';

/** Pre-, exit and post-condition rules (SN, section 3.4). */
export function readSequencingRules(
  element: XmlElement | undefined,
): ActivityDefinition['sequencingRules'] {
  if (!element) return undefined;
  return {
    preConditionRules: childrenOf(element, 'preConditionRule').flatMap(readRule),
    exitConditionRules: childrenOf(element, 'exitConditionRule').flatMap(readRule),
    postConditionRules: childrenOf(element, 'postConditionRule').flatMap(readRule),
  };
}

function readRule(element: XmlElement): readonly SequencingRule[] {
  const action = childOf(element, 'ruleAction')?.attributes.get('action');
  if (!action) return [];
  const conditions = childOf(element, 'ruleConditions');
  return [
    {
      action,
      conditionCombination: conditions?.attributes.get('conditionCombination') ?? 'all',
      conditions: childrenOf(conditions, 'ruleCondition').map(({ attributes }) =>
        defined({
          condition: attributes.get('condition'),
          operator: choiceOf(attributes, 'operator', ['not']),
          referencedObjective: attributes.get('referencedObjective'),
          measureThreshold: numberOf(attributes, 'measureThreshold'),
        }),
      ),
    },
  ];
}

/** Rules by which a cluster's status follows from its children's (SN, section 3.8). */
export function readRollupRules(
  element: XmlElement | undefined,
): readonly RollupRule[] | undefined {
  const rules = childrenOf(element, 'rollupRule');
  if (rules.length === 0) return undefined;
  return rules.flatMap((rule) => {
    const action = childOf(rule, 'rollupAction')?.attributes.get('action');
    if (!action) return [];
    const conditions = childOf(rule, 'rollupConditions');
    return [
      defined({
        action,
        childActivitySet: rule.attributes.get('childActivitySet') ?? 'all',
        minimumCount: numberOf(rule.attributes, 'minimumCount'),
        minimumPercent: numberOf(rule.attributes, 'minimumPercent'),
        conditionCombination: conditions?.attributes.get('conditionCombination') ?? 'any',
        conditions: childrenOf(conditions, 'rollupCondition').map(({ attributes }) =>
          defined({
            condition: attributes.get('condition'),
            operator: choiceOf(attributes, 'operator', ['not']),
          }),
        ),
      }),
    ];
  });
}

import { defined, numberOf } from './attributes.ts';
import { childOf, childrenOf, type XmlElement } from './read-xml.ts';

/** Pre-, exit and post-condition rules (SN, section 3.4). */
export function readSequencingRules(element: XmlElement | undefined) {
  if (!element) return undefined;
  return {
    preConditionRules: childrenOf(element, 'preConditionRule').flatMap(readRule),
    exitConditionRules: childrenOf(element, 'exitConditionRule').flatMap(readRule),
    postConditionRules: childrenOf(element, 'postConditionRule').flatMap(readRule),
  };
}

function readRule(element: XmlElement) {
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
          operator: attributes.get('operator') === 'not' ? 'not' : undefined,
          referencedObjective: attributes.get('referencedObjective'),
          parameters: thresholdOf(attributes),
        }),
      ),
    },
  ];
}

function thresholdOf(attributes: ReadonlyMap<string, string>) {
  const threshold = numberOf(attributes, 'measureThreshold');
  return threshold === undefined ? undefined : { threshold };
}

/** Rules by which a cluster's status follows from its children's (SN, section 3.8). */
export function readRollupRules(element: XmlElement | undefined) {
  const rules = childrenOf(element, 'rollupRule');
  if (rules.length === 0) return undefined;
  return {
    rules: rules.flatMap((rule) => {
      const action = childOf(rule, 'rollupAction')?.attributes.get('action');
      if (!action) return [];
      const conditions = childOf(rule, 'rollupConditions');
      return [
        defined({
          action,
          consideration: rule.attributes.get('childActivitySet') ?? 'all',
          minimumCount: numberOf(rule.attributes, 'minimumCount'),
          minimumPercent: numberOf(rule.attributes, 'minimumPercent'),
          conditionCombination: conditions?.attributes.get('conditionCombination') ?? 'any',
          conditions: childrenOf(conditions, 'rollupCondition').map(({ attributes }) =>
            defined({
              condition: attributes.get('condition'),
              operator: attributes.get('operator') === 'not' ? 'not' : undefined,
            }),
          ),
        }),
      ];
    }),
  };
}

import type { ActivityDefinition, SequencingControls } from '../activity-definition.ts';
import { childOf, childrenOf, type XmlElement } from './read-xml.ts';
import { readObjectives } from './objectives.ts';
import { booleanOf, choiceOf, defined, numberOf } from './attributes.ts';
import type { SequencingCollection } from './sequencing-collection.ts';
import { readRollupRules, readSequencingRules } from './sequencing-rules.ts';

/*
 * Sequencing definitions of SCORM 2004 (SN, sections 3 and 5; CAM, section 5.1).
 * Absent members keep the standard's default.
 */

/**
 * The sequencing of an item or an organization; definitions of the collection that it refers
 * to count where it has none of its own (CAM, section 5.1.1).
 *
 * @throws {PackageRefused} where the collection is referred to too much.
 */
export function readSequencing(
  element: XmlElement,
  collection: SequencingCollection,
): ActivityDefinition {
  const own = childOf(element, 'sequencing');
  const collected = collection.find(own);
  const part = (name: string) => childOf(own, name) ?? childOf(collected, name);
  const limits = part('limitConditions')?.attributes;

  return defined({
    sequencingControls: readControls(part),
    deliveryControls: readDelivery(part('deliveryControls')),
    attemptLimit: numberOf(limits, 'attemptLimit'),
    attemptAbsoluteDurationLimit: limits?.get('attemptAbsoluteDurationLimit'),
    sequencingRules: readSequencingRules(part('sequencingRules')),
    rollupRules: readRollupRules(part('rollupRules')),
    rollupConsiderations: readConsiderations(part('rollupConsiderations')),
    ...readObjectives(
      // Both stand under one name: the standard's list, and the extension's with more maps.
      [...(own?.children ?? []), ...(collected?.children ?? [])].filter(
        ({ name }) => name === 'objectives',
      ),
    ),
    completionThreshold: readThreshold(childOf(element, 'completionThreshold')),
    hideLmsUi: readHidden(element),
    sharedDataMaps: readSharedData(childOf(element, 'data')),
  });
}

function readControls(part: (name: string) => XmlElement | undefined): SequencingControls {
  const mode = part('controlMode')?.attributes;
  const rollup = part('rollupRules')?.attributes;
  const choice = part('constrainedChoiceConsiderations')?.attributes;
  const random = part('randomizationControls')?.attributes;
  const timings = ['never', 'once', 'onEachNewAttempt'] as const;
  return defined({
    choice: booleanOf(mode, 'choice') ?? true,
    choiceExit: booleanOf(mode, 'choiceExit') ?? true,
    flow: booleanOf(mode, 'flow') ?? false,
    forwardOnly: booleanOf(mode, 'forwardOnly'),
    useCurrentAttemptObjectiveInfo: booleanOf(mode, 'useCurrentAttemptObjectiveInfo'),
    useCurrentAttemptProgressInfo: booleanOf(mode, 'useCurrentAttemptProgressInfo'),
    preventActivation: booleanOf(choice, 'preventActivation'),
    constrainChoice: booleanOf(choice, 'constrainChoice'),
    rollupObjectiveSatisfied: booleanOf(rollup, 'rollupObjectiveSatisfied'),
    rollupProgressCompletion: booleanOf(rollup, 'rollupProgressCompletion'),
    objectiveMeasureWeight: numberOf(rollup, 'objectiveMeasureWeight'),
    selectionTiming: choiceOf(random, 'selectionTiming', timings),
    selectCount: numberOf(random, 'selectCount'),
    randomizationTiming: choiceOf(random, 'randomizationTiming', timings),
    reorderChildren: booleanOf(random, 'reorderChildren'),
  });
}

function readDelivery(element: XmlElement | undefined) {
  if (!element) return undefined;
  const { attributes } = element;
  return defined({
    tracked: booleanOf(attributes, 'tracked'),
    completionSetByContent: booleanOf(attributes, 'completionSetByContent'),
    objectiveSetByContent: booleanOf(attributes, 'objectiveSetByContent'),
  });
}

function readConsiderations(element: XmlElement | undefined) {
  if (!element) return undefined;
  const required = ['always', 'ifAttempted', 'ifNotSkipped', 'ifNotSuspended'] as const;
  const { attributes } = element;
  return defined({
    requiredForSatisfied: choiceOf(attributes, 'requiredForSatisfied', required),
    requiredForNotSatisfied: choiceOf(attributes, 'requiredForNotSatisfied', required),
    requiredForCompleted: choiceOf(attributes, 'requiredForCompleted', required),
    requiredForIncomplete: choiceOf(attributes, 'requiredForIncomplete', required),
    measureSatisfactionIfActive: booleanOf(attributes, 'measureSatisfactionIfActive'),
  });
}

/** In the 3rd edition the threshold itself stands in the element, and there is nothing else. */
function readThreshold(element: XmlElement | undefined) {
  if (!element) return undefined;
  const text = element.text.trim();
  if (text !== '' && Number.isFinite(Number(text)))
    return { completedByMeasure: true, minProgressMeasure: Number(text) };
  return defined({
    completedByMeasure: booleanOf(element.attributes, 'completedByMeasure') ?? false,
    minProgressMeasure: numberOf(element.attributes, 'minProgressMeasure'),
    progressWeight: numberOf(element.attributes, 'progressWeight'),
  });
}

const hideable = [
  'continue',
  'previous',
  'exit',
  'exitAll',
  'abandon',
  'abandonAll',
  'suspendAll',
] as const;

function readHidden(element: XmlElement) {
  const names = new Set(
    childrenOf(childOf(childOf(element, 'presentation'), 'navigationInterface'), 'hideLMSUI').map(
      ({ text }) => text.trim(),
    ),
  );
  const hidden = hideable.filter((name) => names.has(name));
  return hidden.length > 0 ? hidden : undefined;
}

function readSharedData(element: XmlElement | undefined) {
  if (!element) return undefined;
  return childrenOf(element, 'map').flatMap(({ attributes }) => {
    const targetID = attributes.get('targetID');
    if (!targetID) return [];
    return [
      defined({
        targetID,
        readSharedData: booleanOf(attributes, 'readSharedData'),
        writeSharedData: booleanOf(attributes, 'writeSharedData'),
      }),
    ];
  });
}

import type { Examples } from '../example.ts';
import type { propertyCalls } from './property.ts';

const readingFont = { key: 'reading-font', description: 'Schrift, in der jemand gern liest.' };
const tutorialSeen = { key: 'tutorial-seen', description: 'Ob die Einführung gesehen wurde.' };

export const propertyExamples: Examples<typeof propertyCalls> = {
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
};

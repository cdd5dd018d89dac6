import { createContext, use } from 'react';
import type { ClassesTexts } from './texts/de.ts';

export const TextsContext = createContext<ClassesTexts | undefined>(undefined);

export function useTexts(): ClassesTexts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('No texts are provided to the dialog of the classes');
  return texts;
}

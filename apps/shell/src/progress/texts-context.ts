import { createContext, use } from 'react';
import type { ProgressTexts } from './texts/de.ts';

export const TextsContext = createContext<ProgressTexts | undefined>(undefined);

export function useTexts(): ProgressTexts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('No texts are provided to the page of the progress');
  return texts;
}

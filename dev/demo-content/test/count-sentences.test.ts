import { expect, it } from 'vitest';
import { countSentences, countWords } from '../src/exercises/count-sentences.ts';

it.each([
  ['', 0],
  ['Ich brauche Wasser zum Trinken und zum Duschen', 0],
  ['Ich dusche. Dann trinke ich Tee!', 2],
  ['ich dusche. dann trinke ich tee.', 2],
  ['Wofür brauche ich Wasser? «Zum Trinken!» Und zum Waschen.', 3],
  ['Ja. Nein. Gut. Wasser. Tee.', 0],
  ['Ich dusche. Ich dusche. Ich  dusche!', 1],
  ['Ich trinke z. B. Tee oder Milch. Das sind ca. 2 Liter.', 2],
  ['Ich trinke z.B. Tee oder i. d. R. Milch. Das ist z.B.Tee.', 2],
  ['Das sind 2.5 Liter am Tag. Mehr steht auf www.wasser.ch im Netz.', 2],
  ['Ich dusche gern.Dann trinke ich Tee.', 2],
  ['Ich dusche gern.😀 Dann trinke ich Tee 😀.', 2],
  ['Ich dusche gern!»Dann trinke ich Tee.', 2],
  ['Ich brauche Vitamin C. Das ist gesund.', 2],
  ['Am Morgen\ntrinke ich Tee.\n\nAm Abend\ndusche ich.', 2],
  ['Das ist schön ... Wirklich schön!!!', 2],
  ['Die Tasse (für den Tee.) Sie ist voll.', 2],
  ['. . . !', 0],
])('%j has %i sentences', (text, sentences) => {
  expect(countSentences(text)).toBe(sentences);
});

it.each([
  ['', 0],
  ['Ich dusche gern.', 3],
  ['Ich dusche – gern 🙂 …', 3],
  ['Wasser—Eis', 2],
  ['Wasser-Eis mit 2,5 Litern', 4],
  ['Ich\u00a0dusche', 2],
])('counts the words of «%s»', (text, count) => {
  expect(countWords(text)).toBe(count);
});

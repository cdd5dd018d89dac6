import type { Page } from './model.ts';
import { hausPicture } from './pictures.ts';

export const wasserZuHause: Page = {
  title: 'Wasser zu Hause',
  lead: 'Hahn auf, Wasser da. Doch wie kommt es ins Haus, und wohin fliesst es, wenn es im Abfluss verschwindet?',
  teacherHints: [
    'Ziel: Die Kinder kennen den Weg des Trinkwassers und begründen, wo Sparen wirkt. Zeit: etwa 45 Minuten, dazu ein Tag für das Wassertagebuch.',
    'Zahlen zum Einordnen: rund 140 Liter je Person und Tag im Haushalt. Dazu kommt viel Wasser, das in Lebensmitteln und Kleidern steckt.',
    'Beim Text über die eigene Familie bitte darauf achten, dass niemand blossgestellt wird. Auch eine erfundene Familie ist erlaubt.',
  ],
  blocks: [
    {
      kind: 'paragraph',
      text: 'Unser **Trinkwasser** kommt in der Schweiz zum grössten Teil aus Quellen und aus dem Grundwasser, der Rest vor allem aus Seen. Es wird geprüft und, wenn nötig, gereinigt. Dann fliesst es durch Leitungen in hoch gelegene Speicher, die **Reservoire**. Von dort drückt es mit seinem Gewicht bis in deinen Wasserhahn.',
    },
    {
      kind: 'picture',
      picture: hausPicture,
      caption: 'Blau: sauberes Trinkwasser. Braun: Abwasser auf dem Weg zur Kläranlage.',
    },
    {
      kind: 'paragraph',
      text: 'Jede Person braucht zu Hause etwa **140 Liter am Tag**, fast eine Badewanne voll. Am meisten rauscht durch die Toilette, danach kommen Duschen und Baden. Zum Trinken und Kochen brauchen wir nur wenige Liter.',
    },
    {
      kind: 'paragraph',
      text: 'Das gebrauchte Wasser heisst **Abwasser**. Es fliesst durch Rohre unter der Strasse in die **Kläranlage**. Rechen, Becken und winzige Lebewesen holen den Schmutz heraus. Dann fliesst das Wasser in einen Fluss oder See, und der Kreislauf geht weiter.',
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'wasser-sparen',
        answerType: 'choice',
        difficulty: 'easy',
        several: true,
        title: 'Was spart wirklich Wasser?',
        instruction: 'Kreuze alles an, was stimmt. Es sind mehrere Antworten richtig.',
        choices: [
          { id: 'duschen', text: 'Kurz duschen, statt ein Vollbad zu nehmen', right: true },
          { id: 'taste', text: 'Bei der Toilette die kleine Spültaste drücken', right: true },
          {
            id: 'warm',
            text: 'Die Hände mit warmem statt mit kaltem Wasser waschen',
            right: false,
          },
          {
            id: 'zaehne',
            text: 'Beim Zähneputzen den Hahn schliessen',
            right: true,
          },
          {
            id: 'halb',
            text: 'Die Waschmaschine lieber oft und halb leer laufen lassen',
            right: false,
          },
        ],
        explanation:
          'Ein Vollbad braucht etwa 150 Liter, eine Dusche von fünf Minuten etwa 50. Warmes Wasser spart kein Wasser und braucht zusätzlich Energie.',
      },
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'wasser-tagebuch',
        answerType: 'essay',
        difficulty: 'hard',
        title: 'Mein Wassertagebuch',
        instruction:
          'Wofür brauchst du an einem Tag Wasser, vom Aufstehen bis zum Schlafengehen? Schreibe mindestens fünf Sätze. Wo könntest du sparen?',
        sentencesMinimum: 5,
        placeholder: 'Am Morgen …',
        example:
          'Am Morgen gehe ich auf die Toilette und wasche mir das Gesicht. Zum Frühstück trinke ich Tee. In der Schule fülle ich meine Flasche. Am Abend dusche ich fünf Minuten. Sparen könnte ich, wenn ich beim Einseifen das Wasser abstelle.',
      },
    },
    {
      kind: 'fact',
      title: 'Ein Tropfen nach dem anderen',
      text: 'Ein Hahn, der jede Sekunde einmal tropft, verliert in einem Jahr weit über tausend Liter: genug, um mehr als zwanzig Mal zu duschen.',
    },
  ],
};

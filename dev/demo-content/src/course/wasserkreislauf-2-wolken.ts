import type { Page } from './model.ts';
import { wolkenPicture } from './pictures.ts';

export const wolkenUndNiederschlag: Page = {
  title: 'Wolken und Niederschlag',
  lead: 'Wolken sehen jeden Tag anders aus. Wer sie lesen kann, weiss oft, wie das Wetter wird.',
  teacherHints: [
    'Ziel: Die Kinder unterscheiden drei Grundformen von Wolken und ordnen Niederschläge nach fest und flüssig. Zeit: etwa 40 Minuten.',
    'Draussen: Eine Woche lang zur gleichen Zeit den Himmel zeichnen oder fotografieren und das Wetter des nächsten Tages daneben schreiben.',
    'Graupel und Hagel werden gern verwechselt: Graupelkörner sind klein, weiss und weich, Hagelkörner hart und aus Eis.',
  ],
  blocks: [
    { kind: 'heading', text: 'Drei Wolken, die du leicht erkennst' },
    {
      kind: 'paragraph',
      text: '**Federwolken** (Cirrus) schweben ganz hoch, oft über sechs Kilometer. Dort ist es so kalt, dass sie aus Eiskristallen bestehen. Ziehen sie auf, ändert sich bald das Wetter.',
    },
    {
      kind: 'paragraph',
      text: '**Haufenwolken** (Cumulus) sehen aus wie Blumenkohl mit flachem Boden. Kleine Haufenwolken gehören zum schönen Wetter. Wachsen sie zu Türmen, gibt es ein Gewitter.',
    },
    {
      kind: 'paragraph',
      text: '**Schichtwolken** (Stratus) liegen tief und grau wie eine Decke über dem Land. Aus ihnen fällt oft feiner Nieselregen. Berührt eine Schichtwolke den Boden, sagen wir dazu **Nebel**.',
    },
    {
      kind: 'picture',
      picture: wolkenPicture,
      caption: 'Oben die Federwolken, in der Mitte die Haufenwolken, unten die Schichtwolke.',
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'nebel-waehlen',
        answerType: 'choice',
        difficulty: 'easy',
        several: false,
        title: 'Mitten in der Wolke',
        instruction: 'Du wanderst durch dichten Nebel. Was stimmt? Wähle eine Antwort.',
        choices: [
          { id: 'rauch', text: 'Nebel ist Rauch, der aus dem Boden steigt.', right: false },
          {
            id: 'wolke',
            text: 'Ich gehe durch eine Wolke, die am Boden liegt.',
            right: true,
          },
          { id: 'dampf', text: 'Ich sehe den Wasserdampf in der Luft.', right: false },
          { id: 'feder', text: 'Eine Federwolke ist bis zum Boden gesunken.', right: false },
        ],
        explanation:
          'Nebel besteht wie jede tiefe Wolke aus winzigen Wassertröpfchen. Wasserdampf selbst kann man nicht sehen.',
      },
    },
    { kind: 'heading', text: 'Was vom Himmel fällt' },
    {
      kind: 'paragraph',
      text: 'Ist es warm genug, fällt **Regen**. Ganz feiner Regen heisst **Niesel**. Ist es kalt, wachsen in der Wolke sechseckige Eiskristalle, die sich zu **Schneeflocken** verhaken. Gefrieren Tröpfchen an den Kristallen fest, entstehen kleine weisse Kügelchen: **Graupel**.',
    },
    {
      kind: 'paragraph',
      text: '**Hagel** entsteht in Gewitterwolken. Starke Winde reissen gefrorene Tropfen immer wieder in die Höhe. Jedes Mal friert eine neue Schicht Eis an, bis die Körner zu schwer sind.',
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'niederschlag-sortieren',
        answerType: 'match_place',
        difficulty: 'medium',
        title: 'Fest oder flüssig?',
        instruction:
          'Sortiere die Niederschläge: Ziehe jede Karte in ihr Feld, oder wähle zuerst die Karte und dann das Feld.',
        cards: [
          { id: 'schnee', text: 'Schneeflocken' },
          { id: 'niesel', text: 'Nieselregen' },
          { id: 'hagel', text: 'Hagel' },
          { id: 'platzregen', text: 'Platzregen' },
          { id: 'graupel', text: 'Graupel' },
          { id: 'sommerregen', text: 'Sommerregen' },
        ],
        places: [
          { id: 'fluessig', name: 'Flüssig' },
          { id: 'fest', name: 'Fest' },
        ],
        solution: {
          schnee: 'fest',
          hagel: 'fest',
          graupel: 'fest',
          niesel: 'fluessig',
          platzregen: 'fluessig',
          sommerregen: 'fluessig',
        },
      },
    },
    {
      kind: 'fact',
      title: 'Keine Träne',
      text: 'Regentropfen sehen nicht aus wie Tränen. Kleine sind rund wie Kugeln. Grosse drückt die Luft beim Fallen von unten flach, bis sie die Form eines Brötchens haben.',
    },
  ],
};

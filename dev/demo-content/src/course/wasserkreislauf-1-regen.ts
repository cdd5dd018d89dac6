import type { Page } from './model.ts';
import { wasserkreislaufFilm } from './films.ts';
import { wasserkreislaufPicture } from './pictures.ts';

export const woherKommtDerRegen: Page = {
  title: 'Woher kommt der Regen?',
  lead: 'Der Regen von heute war gestern vielleicht ein See, eine Pfütze oder der Tau auf einem Blatt. Wasser ist immer unterwegs.',
  teacherHints: [
    'Ziel: Die Kinder beschreiben den Wasserkreislauf mit den Begriffen Verdunstung, Kondensation, Niederschlag und Abfluss. Zeit: etwa 45 Minuten.',
    'Einstieg: Ein Glas mit kaltem Wasser und Eis auf den Tisch stellen. Nach wenigen Minuten ist es aussen nass. Woher kommen die Tropfen? (Nicht aus dem Glas: Wasserdampf aus der Luft kondensiert am kalten Glas.)',
    'Häufige Vorstellung: «Wolken sind aus Wasserdampf.» Wasserdampf ist unsichtbar; sichtbar sind die Tröpfchen.',
  ],
  blocks: [
    {
      kind: 'paragraph',
      text: 'Die Sonne erwärmt das Wasser in Meeren, Seen und Flüssen. Dabei steigen winzige Wasserteilchen als unsichtbares Gas in die Luft: Das Wasser **verdunstet**. Das Gas heisst **Wasserdampf**. Auch aus feuchter Erde und aus den Blättern der Pflanzen verdunstet Wasser.',
    },
    {
      kind: 'paragraph',
      text: 'Warme Luft steigt auf. Je höher sie kommt, desto kälter wird sie. In der Kälte wird aus dem Wasserdampf wieder flüssiges Wasser: Er **kondensiert** an feinen Staubkörnchen zu winzigen Tröpfchen. Millionen und Abermillionen davon siehst du als **Wolke**.',
    },
    {
      kind: 'paragraph',
      text: 'Stossen die Tröpfchen zusammen, werden sie grösser und schwerer. Irgendwann kann die Luft sie nicht mehr tragen. Sie fallen als **Niederschlag** auf die Erde: als Regen, Schnee oder Hagel.',
    },
    {
      kind: 'paragraph',
      text: 'Ein Teil des Wassers läuft über den Boden in Bäche und Flüsse und mit ihnen zurück in Seen und Meere. Das nennt man **Abfluss**. Ein anderer Teil versickert und wird zu **Grundwasser**. Und dann scheint wieder die Sonne …',
    },
    { kind: 'film', film: wasserkreislaufFilm },
    {
      kind: 'exercise',
      exercise: {
        id: 'kreislauf-beschriften',
        answerType: 'match_position',
        difficulty: 'medium',
        title: 'Den Kreislauf beschriften',
        hint: 'Folge den Pfeilen: Unten am See beginnt die Reise, oben wird es kalt, am Berg fällt das Wasser wieder hinunter.',
        instruction:
          'Was geschieht wo? Setze jedes Wort an die richtige Stelle im Bild: Ziehe es dorthin, oder wähle zuerst das Wort und dann die Stelle.',
        picture: wasserkreislaufPicture,
        labels: [
          { id: 'niederschlag', text: 'Niederschlag' },
          { id: 'grundwasser', text: 'Grundwasser' },
          { id: 'verdunstung', text: 'Verdunstung' },
          { id: 'abfluss', text: 'Abfluss' },
          { id: 'kondensation', text: 'Kondensation' },
        ],
        positions: [
          { id: 'see', x: 20, y: 56, name: 'über dem See, wo Pfeile nach oben zeigen' },
          { id: 'wolke', x: 44, y: 21, name: 'bei der Wolke hoch in der Luft' },
          { id: 'berg', x: 79, y: 38, name: 'unter der Regenwolke am Berg' },
          { id: 'bach', x: 57, y: 68, name: 'am Bach, der zum See fliesst' },
          { id: 'boden', x: 76, y: 87, name: 'tief unten im Boden' },
        ],
        solution: {
          verdunstung: 'see',
          kondensation: 'wolke',
          niederschlag: 'berg',
          abfluss: 'bach',
          grundwasser: 'boden',
        },
      },
    },
    {
      kind: 'fact',
      title: 'Uraltes Wasser',
      text: 'Auf der Erde gibt es heute praktisch gleich viel Wasser wie zur Zeit der Dinosaurier. Ein Wasserteilchen bleibt im Durchschnitt nur etwa neun Tage in der Luft, in einem Gletscher aber oft viele hundert Jahre.',
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'kreislauf-luecken',
        answerType: 'match_keyboard',
        difficulty: 'easy',
        title: 'Die Reise eines Tropfens',
        hint: 'Lies oben noch einmal ab «Die Sonne erwärmt das Wasser»: Dort geschieht alles in der gleichen Reihenfolge.',
        instruction: 'Schreibe in jede Lücke das Wort, das passt.',
        words: ['Wolke', 'Wasserdampf', 'Meer', 'Sonne', 'Niederschlag', 'Tröpfchen'],
        text: 'Die {sonne} erwärmt das Wasser im See. Es verdunstet und wird zu unsichtbarem {dampf}. Hoch oben ist es kalt: Dort bilden sich winzige {troepfchen}. Viele zusammen sind eine {wolke}. Werden sie zu schwer, fallen sie als {niederschlag} zur Erde. Bäche und Flüsse bringen das Wasser zurück ins {meer}.',
        gaps: {
          sonne: ['Sonne'],
          dampf: ['Wasserdampf', 'Dampf'],
          troepfchen: ['Tröpfchen', 'Wassertröpfchen', 'Tropfen'],
          wolke: ['Wolke'],
          niederschlag: ['Niederschlag', 'Regen'],
          meer: ['Meer'],
        },
      },
    },
  ],
};

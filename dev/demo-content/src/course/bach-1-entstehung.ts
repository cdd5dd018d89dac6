import type { Page } from './model.ts';
import { bachlaufPicture } from './pictures.ts';

export const einBachEntsteht: Page = {
  title: 'Ein Bach entsteht',
  lead: 'Am Anfang ist ein Rinnsal, das du mit einem Schritt überquerst. Unten im Tal dreht das Wasser Mühlräder und formt die Landschaft.',
  teacherHints: [
    'Ziel: Die Kinder beschreiben den Lauf eines Baches mit Quelle, Seitenbach, Schlaufe und Mündung. Zeit: etwa 45 Minuten.',
    'Versuch im Sandkasten: Aus einer Giesskanne Wasser über einen Sandhang laufen lassen. Wo trägt es ab, wo legt es Sand hin? In der Kurve lassen sich Prallhang und Gleithang gut zeigen.',
    'Die Zeichnung kann auch auf Papier entstehen. Wer nicht zeichnen kann oder will, beschreibt das Bild im Textfeld darunter.',
  ],
  blocks: [
    {
      kind: 'paragraph',
      text: 'Regen und geschmolzener Schnee versickern im Boden, bis sie auf eine Schicht treffen, die kein Wasser durchlässt, zum Beispiel **Ton**. Auf ihr fliesst das Grundwasser weiter. Wo die Schicht an die Oberfläche kommt, tritt das Wasser aus dem Boden: Das ist eine **Quelle**.',
    },
    {
      kind: 'paragraph',
      text: 'Oben am Hang ist der Bach schmal, schnell und kalt. Er reisst Steine mit und gräbt sich in den Berg. **Seitenbäche** kommen dazu, und der Bach wird breiter.',
    },
    {
      kind: 'paragraph',
      text: 'Im flachen Tal hat das Wasser Zeit. Es fliesst in Bögen, die man **Schlaufen** oder **Mäander** nennt. Aussen in der Kurve ist die Strömung stark und trägt das Ufer ab. Innen ist sie schwach: Dort bleiben Kies und Sand liegen. So wandert der Bach ganz langsam durch das Tal. An der **Mündung** fliesst er in einen See oder Fluss.',
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'bach-lauf',
        answerType: 'match_position',
        difficulty: 'easy',
        title: 'Vom Berg ins Tal',
        instruction:
          'Setze die Wörter an die richtigen Stellen: Ziehe sie ins Bild, oder wähle zuerst das Wort und dann die Stelle.',
        picture: bachlaufPicture,
        labels: [
          { id: 'muendung', text: 'Mündung' },
          { id: 'schlaufe', text: 'Schlaufe' },
          { id: 'quelle', text: 'Quelle' },
          { id: 'seitenbach', text: 'Seitenbach' },
        ],
        positions: [
          { id: 'hang', x: 27, y: 22, name: 'oben am Berghang, wo das Wasser austritt' },
          { id: 'zufluss', x: 62, y: 26, name: 'wo ein kleiner Bach von rechts dazukommt' },
          { id: 'bogen', x: 40, y: 66, name: 'im Tal, wo der Bach einen weiten Bogen macht' },
          { id: 'see', x: 77, y: 81, name: 'wo der Bach den See erreicht' },
        ],
        solution: { quelle: 'hang', seitenbach: 'zufluss', schlaufe: 'bogen', muendung: 'see' },
      },
    },
    {
      kind: 'fact',
      title: 'Rund geschliffen',
      text: 'Die runden Kiesel im Bach waren einmal kantige Felsbrocken. Auf ihrem Weg stossen die Steine aneinander und schleifen sich gegenseitig glatt. Je weiter unten im Tal, desto runder und kleiner sind sie.',
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'bach-zeichnen',
        answerType: 'sketchpad',
        difficulty: 'medium',
        title: 'Mein Bach',
        instruction:
          'Zeichne einen Bach von der Quelle bis zur Mündung. Zeige auch einen Seitenbach und eine Schlaufe.',
      },
    },
  ],
};

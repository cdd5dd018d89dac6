import type { Page } from './model.ts';
import { bachschutzPicture } from './pictures.ts';

export const denBachSchuetzen: Page = {
  title: 'Den Bach schützen',
  lead: 'Viele Bäche wurden begradigt oder in Röhren gelegt. Heute bekommen manche ihren Platz zurück, und das Leben kehrt wieder.',
  teacherHints: [
    'Ziel: Die Kinder vergleichen einen verbauten mit einem naturnahen Bach und begründen, was ihm hilft. Zeit: etwa 45 Minuten.',
    'Vor Ort: Auf einer alten und einer neuen Karte denselben Bach suchen. Wo floss er früher, wo ist er heute verschwunden?',
    'Der Brief kann wirklich abgeschickt werden. Viele Gemeinden antworten gern.',
  ],
  blocks: [
    {
      kind: 'paragraph',
      text: 'Früher wollte man Land gewinnen und sich vor Hochwasser schützen. Darum machte man Bäche gerade und baute Mauern. Doch in einem geraden Kanal fliesst das Wasser schnell ab, Fische finden kein Versteck, und ohne Bäume wird das Wasser im Sommer zu warm.',
    },
    {
      kind: 'picture',
      picture: bachschutzPicture,
      caption: 'Links ein Bach im Kanal, rechts ein Bach, der wieder Platz hat.',
    },
    {
      kind: 'paragraph',
      text: 'Gibt man dem Bach seine Kurven, seinen Kies und seine Ufer zurück, sagt man: Er wird **renaturiert**. Büsche und Bäume geben Schatten und halten mit ihren Wurzeln das Ufer fest. In den Auen daneben kann sich das Hochwasser ausbreiten, ohne Schaden anzurichten.',
    },
    {
      kind: 'paragraph',
      text: 'Auch du kannst etwas tun. Was in den Schacht am Strassenrand fliesst, kommt an manchen Orten **ungereinigt** in den nächsten Bach. Farbe, Öl und Putzwasser gehören nicht hinein. Und auf Wiesen und Feldern am Bach bleibt ein Streifen ohne Dünger.',
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'bach-schutz',
        answerType: 'choice',
        difficulty: 'easy',
        several: true,
        title: 'Was hilft dem Bach?',
        instruction: 'Kreuze alles an, was dem Bach guttut. Es sind mehrere Antworten richtig.',
        choices: [
          { id: 'baeume', text: 'Am Ufer Büsche und Bäume pflanzen', right: true },
          { id: 'beton', text: 'Das Bachbett mit Beton glätten', right: false },
          { id: 'kies', text: 'Kies und grosse Steine im Wasser liegen lassen', right: true },
          { id: 'pinsel', text: 'Pinsel mit Farbe im Strassenschacht auswaschen', right: false },
          { id: 'abfall', text: 'Abfall am Ufer einsammeln', right: true },
        ],
        explanation:
          'Schatten hält das Wasser kühl, Steine und Kies sind Versteck und Kinderstube. Beton nimmt den Tieren beides, und Farbe ist Gift für sie.',
      },
    },
    {
      kind: 'fact',
      title: 'Viel zu tun',
      text: 'In der Schweiz sind rund 14\u00a0000 Kilometer Bäche und Flüsse stark verbaut. Seit 2011 steht im Gesetz, dass ein Teil davon wieder natürlicher werden soll, Stück für Stück bis gegen Ende dieses Jahrhunderts.',
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'bach-brief',
        answerType: 'essay',
        difficulty: 'hard',
        title: 'Ein Brief für den Bach',
        instruction:
          'Schreibe einen kurzen Brief an deine Gemeinde: Was wünschst du dir für einen Bach in deiner Nähe, und warum?',
        placeholder: 'Liebe Gemeinde …',
        example:
          'Liebe Gemeinde, beim Spielplatz fliesst unser Bach in einem Kanal aus Beton. Ich wünsche mir, dass er wieder Kurven und Büsche bekommt. Dann finden Fische ein Versteck, im Sommer bleibt das Wasser kühl, und wir Kinder können Tiere beobachten. Freundliche Grüsse',
      },
    },
  ],
};

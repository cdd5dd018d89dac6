import type { Page } from './model.ts';
import { bachtierePicture } from './pictures.ts';

export const werLebtImBach: Page = {
  title: 'Wer lebt im Bach?',
  lead: 'Dreh im Bach einen Stein um und schau genau hin: Unter ihm wohnt eine ganze Welt.',
  teacherHints: [
    'Ziel: Die Kinder kennen sechs Tiere am Bach und ihren Lebensraum und wissen, was Zeigertiere sind. Zeit: etwa 45 Minuten, mit Ausflug ein halber Tag.',
    'Am Bach: Nur an flachen Stellen und bei ruhigem Wetter arbeiten, nie nach Gewittern und nie unterhalb von Wehren und Kraftwerken. Tiere nass halten und an denselben Ort zurücksetzen, Steine zurücklegen.',
    'Unterscheiden: Steinfliegenlarven haben zwei Schwanzfäden, Eintagsfliegenlarven meist drei.',
  ],
  blocks: [
    {
      kind: 'paragraph',
      text: 'Wer im Bach lebt, darf sich nicht wegspülen lassen. Die **Bachforelle** ist stark und schwimmt gegen die Strömung. Sie braucht kaltes, klares Wasser mit viel Sauerstoff.',
    },
    {
      kind: 'paragraph',
      text: 'Kleine Tiere halten sich am Grund fest. Die **Köcherfliegenlarve** baut sich aus Steinchen eine Röhre, den Köcher, und klebt ihn mit selbst gesponnener Seide zusammen. Die flache **Steinfliegenlarve** klammert sich an Steine. Der **Bachflohkrebs** schwimmt auf der Seite und frisst Laub, das ins Wasser fällt.',
    },
    {
      kind: 'paragraph',
      text: 'Am Ufer jagt der **Eisvogel**: Er lauert auf einem Ast und stürzt sich kopfüber auf kleine Fische. Die **Wasseramsel** kann etwas, was bei uns sonst kein Singvogel kann: Sie taucht und läuft am Grund des Baches, um Larven zu suchen.',
    },
    {
      kind: 'picture',
      picture: bachtierePicture,
      caption: 'Oben Eisvogel und Wasseramsel, im Wasser die Bachforelle, am Grund die Kleintiere.',
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'bach-tiere',
        answerType: 'match_place',
        difficulty: 'medium',
        title: 'Wer wohnt wo?',
        instruction:
          'Bringe jedes Tier an seinen Ort: Ziehe die Karte in ein Feld, oder wähle zuerst die Karte und dann das Feld.',
        cards: [
          { id: 'flohkrebs', text: 'Bachflohkrebs' },
          { id: 'eisvogel', text: 'Eisvogel' },
          { id: 'koecherfliege', text: 'Köcherfliegenlarve' },
          { id: 'forelle', text: 'Bachforelle' },
          { id: 'wasseramsel', text: 'Wasseramsel' },
          { id: 'steinfliege', text: 'Steinfliegenlarve' },
        ],
        places: [
          { id: 'ufer', name: 'Am Ufer' },
          { id: 'stroemung', name: 'In der Strömung' },
          { id: 'grund', name: 'Zwischen Steinen am Grund' },
        ],
        solution: {
          eisvogel: 'ufer',
          wasseramsel: 'ufer',
          forelle: 'stroemung',
          flohkrebs: 'grund',
          koecherfliege: 'grund',
          steinfliege: 'grund',
        },
      },
    },
    {
      kind: 'fact',
      title: 'Tiere als Messgerät',
      text: 'Steinfliegenlarven ertragen keinen Schmutz. Findest du viele von ihnen, ist das Wasser sauber. Solche Tiere heissen **Zeigertiere**: Sie zeigen, wie gut es dem Bach geht.',
    },
    {
      kind: 'exercise',
      exercise: {
        id: 'tiere-luecken',
        answerType: 'match_keyboard',
        difficulty: 'medium',
        title: 'Im Forscherheft',
        instruction: 'Ergänze den Eintrag. Schreibe in jede Lücke das passende Wort.',
        words: ['Seide', 'Zeigertiere', 'Sauerstoff', 'Laub', 'Wasseramsel'],
        text: 'Heute am Bach: Eine {amsel} tauchte und lief über den Grund. Unter einem Stein fanden wir einen Köcher, zusammengeklebt mit {seide}. Ein Bachflohkrebs frass {laub}. Die Forelle braucht Wasser mit viel {sauerstoff}. Viele Steinfliegenlarven bedeuten sauberes Wasser, denn sie sind {zeiger}.',
        gaps: {
          amsel: ['Wasseramsel'],
          seide: ['Seide'],
          laub: ['Laub', 'Blätter'],
          sauerstoff: ['Sauerstoff'],
          zeiger: ['Zeigertiere'],
        },
      },
    },
  ],
};

import type { InitialPupil } from '@lectern/services';

type Content = Extract<InitialPupil['answers'][number], { readonly content: unknown }>['content'];

/** An exercise of the demo publication, with an answer that is right, and one that is not quite. */
export interface Exercise {
  readonly id: string;
  readonly title: string;
  readonly right: Content;
  readonly nearly: Content;
  /** Of the answer that is not quite right, in percent; absent: nothing is right or wrong. */
  readonly nearlyScore?: number;
}

const positions = (placed: Readonly<Record<string, string>>): Content => ({
  basic_answer_type: 'match_position',
  labels: Object.entries(placed).map(([label_id, position_id]) => ({ label_id, position_id })),
});
const places = (placed: Readonly<Record<string, string>>): Content => ({
  basic_answer_type: 'match_place',
  cards: Object.entries(placed).map(([card_id, place_id]) => ({ card_id, place_id })),
});
const gaps = (typed: Readonly<Record<string, string>>): Content => ({
  basic_answer_type: 'match_keyboard',
  gaps: Object.entries(typed).map(([gap_id, text]) => ({ gap_id, text })),
});
const choices = (...choice_ids: string[]): Content => ({ basic_answer_type: 'choice', choice_ids });
const essay = (text: string): Content => ({ basic_answer_type: 'essay', text, shared_text: text });
const drawing = (...strokes: number[][]): Content => ({
  basic_answer_type: 'sketchpad',
  drawing: { width: 1000, height: 625, strokes },
});

const cycle = {
  verdunstung: 'see',
  kondensation: 'wolke',
  niederschlag: 'berg',
  abfluss: 'bach',
  grundwasser: 'boden',
};
const journey = {
  sonne: 'Sonne',
  dampf: 'Wasserdampf',
  troepfchen: 'Tröpfchen',
  wolke: 'Wolke',
  niederschlag: 'Niederschlag',
  meer: 'Meer',
};
const precipitation = {
  schnee: 'fest',
  hagel: 'fest',
  graupel: 'fest',
  niesel: 'fluessig',
  platzregen: 'fluessig',
  sommerregen: 'fluessig',
};
const course = { quelle: 'hang', seitenbach: 'zufluss', schlaufe: 'bogen', muendung: 'see' };
const animals = {
  eisvogel: 'ufer',
  wasseramsel: 'ufer',
  forelle: 'stroemung',
  flohkrebs: 'grund',
  koecherfliege: 'grund',
  steinfliege: 'grund',
};
const notebook = {
  amsel: 'Wasseramsel',
  seide: 'Seide',
  laub: 'Laub',
  sauerstoff: 'Sauerstoff',
  zeiger: 'Zeigertiere',
};
/** Pen 1 is blue: from the spring at the upper left to the lake. */
const stream = [1, 120, 80, 90, 60, 80, 40, 60, 90, -40, 80, 60, 60, 140, 20, 120, 40, 90, 60];
const sideStream = [1, 560, 60, -20, 60, -60, 70, -60, 60];

/** In the order of the publication. */
export const exercises: readonly Exercise[] = [
  {
    id: 'kreislauf-beschriften',
    title: 'Den Kreislauf beschriften',
    right: positions(cycle),
    nearly: positions({ ...cycle, verdunstung: 'wolke', kondensation: 'see' }),
    nearlyScore: 60,
  },
  {
    id: 'kreislauf-luecken',
    title: 'Die Reise eines Tropfens',
    right: gaps(journey),
    nearly: gaps({ ...journey, troepfchen: 'Wolke', wolke: 'Tröpfchen' }),
    nearlyScore: 67,
  },
  {
    id: 'nebel-waehlen',
    title: 'Mitten in der Wolke',
    right: choices('wolke'),
    nearly: choices('dampf'),
    nearlyScore: 0,
  },
  {
    id: 'niederschlag-sortieren',
    title: 'Fest oder flüssig?',
    right: places(precipitation),
    nearly: places({ ...precipitation, graupel: 'fluessig' }),
    nearlyScore: 83,
  },
  {
    id: 'wasser-sparen',
    title: 'Was spart wirklich Wasser?',
    right: choices('duschen', 'taste', 'zaehne'),
    nearly: choices('duschen', 'warm'),
    nearlyScore: 40,
  },
  {
    id: 'wasser-tagebuch',
    title: 'Mein Wassertagebuch',
    right: essay(
      'Am Morgen wasche ich mein Gesicht und putze die Zähne. Zum Frühstück trinke ich einen Kakao. In der Pause fülle ich meine Flasche am Brunnen. Nach dem Fussball dusche ich. Vor dem Schlafen putze ich nochmals die Zähne. Sparen könnte ich beim Duschen, wenn ich nicht so lange singe.',
    ),
    nearly: essay('Ich dusche jeden Tag. Ich trinke Wasser und putze die Zähne.'),
  },
  {
    id: 'bach-lauf',
    title: 'Vom Berg ins Tal',
    right: positions(course),
    nearly: positions({ ...course, seitenbach: 'bogen', schlaufe: 'zufluss' }),
    nearlyScore: 50,
  },
  {
    id: 'bach-zeichnen',
    title: 'Mein Bach',
    right: drawing(stream, sideStream),
    nearly: drawing(stream),
  },
  {
    id: 'bach-tiere',
    title: 'Wer wohnt wo?',
    right: places(animals),
    nearly: places({ ...animals, wasseramsel: 'stroemung', flohkrebs: 'ufer' }),
    nearlyScore: 67,
  },
  {
    id: 'tiere-luecken',
    title: 'Im Forscherheft',
    right: gaps(notebook),
    nearly: gaps({ ...notebook, zeiger: 'Sauerstoff', sauerstoff: 'Laub', laub: '' }),
    nearlyScore: 40,
  },
  {
    id: 'bach-schutz',
    title: 'Was hilft dem Bach?',
    right: choices('baeume', 'kies', 'abfall'),
    nearly: choices('baeume', 'beton'),
    nearlyScore: 40,
  },
  {
    id: 'bach-brief',
    title: 'Ein Brief für den Bach',
    right: essay(
      'Liebe Gemeinde\n\nUnser Bach hinter dem Schulhaus fliesst in einem Kanal aus Beton. Ich wünsche mir, dass er wieder Kurven und Kies bekommt. Dann könnten Forellen dort leben, und wir könnten sie im Unterricht beobachten. Am Ufer sollten Weiden stehen, die Schatten geben.\n\nFreundliche Grüsse',
    ),
    nearly: essay('Liebe Gemeinde\n\nMacht den Bach schöner. Ich möchte mehr Tiere sehen.'),
  },
];

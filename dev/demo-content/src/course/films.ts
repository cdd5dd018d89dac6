import type { Film } from './model.ts';
import { wasserkreislaufPicture } from './pictures.ts';

/* Films lie in `public/`: their files keep their names, so that a publication can say by path which one it means. */

export const wasserkreislaufFilm: Film = {
  path: 'film/wasserkreislauf.webm',
  title: 'Der Kreislauf des Wassers in einer halben Minute',
  captions: 'film/wasserkreislauf.de.vtt',
  poster: wasserkreislaufPicture,
  description: [
    'Eine Landschaft mit See, Bergen und einem Bach, im Schnitt: Unter der Wiese liegt Grundwasser. Die Sonne scheint. Aus dem See steigen winzige Teilchen auf; dazu steht das Wort «Verdunstung».',
    'Weit oben sammeln sich die Teilchen zu einer weissen Wolke: «Kondensation». Der Wind treibt sie nach rechts zu den Bergen. Dort wird sie grau, und es regnet: «Niederschlag».',
    'Im Bach fliesst das Wasser zum See zurück: «Abfluss». Einzelne Tropfen sinken in den Boden zum «Grundwasser». Die Wolke wird kleiner, und die Sonne scheint weiter. Der Film hat keinen Ton.',
  ],
  width: 800,
  height: 500,
};

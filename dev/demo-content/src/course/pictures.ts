import bachlauf from './pictures/bachlauf.svg';
import bachschutz from './pictures/bachschutz.svg';
import bachtiere from './pictures/bachtiere.svg';
import haus from './pictures/haus.svg';
import titelbild from './pictures/titelbild.svg';
import wasserkreislauf from './pictures/wasserkreislauf.svg';
import wolken from './pictures/wolken.svg';
import type { Picture } from './model.ts';

/** All pictures of the course are drawn on a sheet of this size. */
const sheet = { width: 960, height: 600 } as const;

export const titlePicture: Picture = {
  ...sheet,
  source: titelbild,
  alt: '',
};

export const wasserkreislaufPicture: Picture = {
  ...sheet,
  source: wasserkreislauf,
  alt: 'Landschaft mit Sonne, See, Bergen und Wolken. Vom See steigen Pfeile zur Wolke auf, über den Bergen regnet es, ein Bach fliesst zum See zurück, und tief im Boden liegt Wasser.',
};

export const wolkenPicture: Picture = {
  ...sheet,
  source: wolken,
  alt: 'Drei Wolkenarten übereinander: ganz oben zarte Federwolken, in der Mitte weisse Haufenwolken, unten eine graue Schichtwolke, aus der Nieselregen auf Hügel fällt.',
};

export const hausPicture: Picture = {
  ...sheet,
  source: haus,
  alt: 'Aufgeschnittenes Haus: oben ein Bad mit Dusche und Toilette, unten eine Küche mit Spülbecken und eine Waschmaschine. Eine blaue Leitung bringt Trinkwasser, eine braune führt Abwasser weg.',
};

export const bachlaufPicture: Picture = {
  ...sheet,
  source: bachlauf,
  alt: 'Ein Bach von oben gesehen: Er entspringt am Berghang, nimmt einen kleineren Bach auf, macht im flachen Tal weite Schlaufen und fliesst in einen See.',
};

export const bachtierePicture: Picture = {
  ...sheet,
  source: bachtiere,
  alt: 'Schnitt durch einen Bach: Auf einem Ast sitzt ein blau-oranger Eisvogel, auf einem Stein eine Wasseramsel. Im Wasser steht eine Bachforelle, zwischen den Steinen am Grund sitzen eine Köcherfliegenlarve, eine Steinfliegenlarve und ein Bachflohkrebs.',
};

export const bachschutzPicture: Picture = {
  ...sheet,
  source: bachschutz,
  alt: 'Zwei Bäche im Vergleich: links ein schnurgerader Bach zwischen Betonmauern ohne Pflanzen, rechts ein Bach mit Kurven, Kies, Büschen, Bäumen und Tieren.',
};

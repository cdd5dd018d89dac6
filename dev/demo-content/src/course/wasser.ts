import type { Course } from './model.ts';
import { einBachEntsteht } from './bach-1-entstehung.ts';
import { werLebtImBach } from './bach-2-tiere.ts';
import { denBachSchuetzen } from './bach-3-schutz.ts';
import { bachlaufPicture, wasserkreislaufPicture } from './pictures.ts';
import { woherKommtDerRegen } from './wasserkreislauf-1-regen.ts';
import { wolkenUndNiederschlag } from './wasserkreislauf-2-wolken.ts';
import { wasserZuHause } from './wasserkreislauf-3-zuhause.ts';

/** The course «Wasser entdecken» for the fifth and sixth grade. */
export const wasser: Course = {
  courseId: 'wasser',
  issueId: 'wasser-2026',
  title: 'Wasser entdecken',
  themen: [
    {
      id: 'wasserkreislauf',
      title: 'Der Wasserkreislauf',
      summary: 'Warum uns das Wasser nie ausgeht und wie der See in die Wolke kommt.',
      picture: { ...wasserkreislaufPicture, alt: '' },
      pages: [woherKommtDerRegen, wolkenUndNiederschlag, wasserZuHause],
    },
    {
      id: 'bach',
      title: 'Leben am Bach',
      summary: 'Von der Quelle bis zur Mündung: wer hier wohnt und was der Bach braucht.',
      picture: { ...bachlaufPicture, alt: '' },
      pages: [einBachEntsteht, werLebtImBach, denBachSchuetzen],
    },
  ],
};

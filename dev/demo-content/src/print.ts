import { wasser } from './course/wasser.ts';
import { el } from './dom.ts';
import { placeOfFragment } from './navigation.ts';
import { createPaper, type Printed } from './print/paper.ts';

/*
 * A page of the course on paper. It stands in a tab of its own, without the container: there is nothing of anybody on
 * it. A press opens the dialog, because Safari asks once more where a page opens it by itself.
 */

const form = document.querySelector<HTMLFormElement>('#choice');
const paper = document.querySelector('#paper');
const place = placeOfFragment(wasser, location.hash);

function show(): void {
  if (!form || !place) return;
  paper?.replaceChildren(...createPaper(place, new FormData(form).get('what') as Printed));
}

if (form && place) {
  form.hidden = false;
  // The name of a file, too, where it is printed into one.
  document.title = `${place.page.title} – ${wasser.title}`;
  form.addEventListener('change', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    print();
  });
  show();
} else
  paper?.append(
    el('p', 'Diese Seite gibt es nicht. Öffne eine Seite des Buchs, und drück dort «Drucken».'),
  );

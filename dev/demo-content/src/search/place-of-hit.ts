import type { SearchHit } from '@lectern/sdk';
import type { Course } from '../course/model.ts';
import { placeOfExercise, placesOf, topicIdOf, type Place } from '../navigation.ts';

/** The page of a hit, of a whole Thema its first one; what an older edition had may be nowhere. */
export function placeOfHit(course: Course, hit: SearchHit): Place | undefined {
  if (hit.exercise_id) {
    const place = placeOfExercise(course, hit.exercise_id);
    if (place) return place;
  }
  const places = placesOf(course);
  const place =
    places.find((each) => topicIdOf(each) === hit.topic_id) ??
    places.find(({ thema }) => thema.id === hit.topic_id);
  return place && hit.note_id ? { ...place, noteId: hit.note_id } : place;
}

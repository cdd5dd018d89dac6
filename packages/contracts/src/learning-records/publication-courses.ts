/** Most courses of a publication: each statement of its content is stored with all of them. */
export const publicationCoursesMaximum = 100;

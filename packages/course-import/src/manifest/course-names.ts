/** Names that an author may set in the place of the package's. */
export interface CourseNames {
  /** Default: the manifest's identifier. Authoring tools may give the same to many courses. */
  readonly courseId?: string;
  /** Another issue begins without anybody's state. Default: {@link defaultIssueId}. */
  readonly issueId?: string;
  /** Default: a URN made of the course's id. */
  readonly activityBase?: string;
}

/** Not the package's version: a corrected one must not lose what learners have done. */
export const defaultIssueId = '1';

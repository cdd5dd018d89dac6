/** Tables of the search. `annotations/search` says what stands in keys and stems. */
export interface SearchTables {
  /** The texts of a subject, each with what it is found by. */
  'clag.search_own_texts': {
    subject: string;
    course_id: string;
    issue_id: string;
    source: 'answer' | 'highlight' | 'note';
    model_type: 'topic' | 'exercise';
    model_id: string;
    item_id: string;
    /** The keyset that pages go by. */
    text_id: string;
    target: 'topic' | 'exercise' | 'note';
    note_id: string | null;
    note_type: string | null;
    /** Empty: it has none. */
    title: string;
    text: string;
    title_keys: string;
    text_keys: string;
    title_stems: string;
    text_stems: string;
    /** When it was last indexed. */
    updated_at: Date;
  };
  /** Which issues of a course can be searched. */
  'clag.search_issues': { course_id: string; issue_id: string; keys_version: number };
  'clag.search_course_texts': {
    course_id: string;
    issue_id: string;
    text_no: number;
    topic_id: string;
    exercise_id: string | null;
    title: string;
    text: string;
    title_stems: string;
    text_stems: string;
  };
  /** The different words of an issue. */
  'clag.search_course_words': {
    course_id: string;
    issue_id: string;
    word_no: number;
    word: string;
    keys: string;
    /** How many texts have it: of topics in the title, the text, or either; the same of exercises. */
    counts: number[];
    /** Numbers of the texts that have it in their title. */
    titles: number[];
    /** Of those that have it in the text itself, */
    texts: number[];
    /** and after how many code points first. */
    offsets: number[];
  };
  /** Keys that find words: their forms, stems and trigrams. */
  'clag.search_course_keys': {
    course_id: string;
    issue_id: string;
    key: string;
    word_nos: number[];
  };
}

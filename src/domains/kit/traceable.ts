/**
 * Says what a support trace does with each field, by field name; names are separated by white space. One name may have
 * a text or a number as value. The trace masks an undeclared field, and a test fails for it.
 */
export interface Traceable {
  /** Words from the contract's fixed lists, names of products, titles of jobs. */
  words?: string;
  /** Every text below these fields is public, such as the features of a package. */
  wordsBelow?: string;
  /** One word of letters; any other text is masked. For names that also belong to longer texts. */
  choices?: string;
  /** Keys of errors and texts, and ids that the program generates: letters, digits and `. _ : / -`. */
  codes?: string;
  /** Every value below these fields is a code. */
  codesBelow?: string;
  /** Below these fields, `name` and `label` are product words, not personal names. */
  namesBelow?: string;
  /** Dates and instants; the trace keeps only values of that form. */
  dates?: string;
  /** Ids, money, counts, scores, instants in milliseconds. Never coordinates, phones or account numbers. */
  numbers?: string;
  /**
   * Addresses of pictures. The trace replaces them by a transparent pixel, because they contain signatures and show
   * faces.
   */
  pictures?: string;
  /** Addresses of the product; the trace checks each segment. */
  paths?: string;
  /** Replaced without a hint of their length. */
  secrets?: string;
  /**
   * Personal data and texts by users: a text keeps only its length, a date becomes another date, a number 0. `a.b`
   * masks the texts of `b` directly below `a`, although `b` is shown elsewhere.
   */
  masked?: string;
  /** Masked as a text, while `numbers` shows the number of the same name, such as a place's name or id. */
  maskedTexts?: string;
}

/**
 * What a support trace does with a field, by the field's name: names separated by white space. A name may stand for a text
 * and for a number. A field that no domain declares is masked, and a test fails for it.
 */
export interface Traceable {
  /** Words from fixed lists of the contract, names of the product's own things, titles of jobs. */
  words?: string;
  /** Keys of errors and texts, and ids that the program makes: letters, digits and `. _ : / -`. */
  codes?: string;
  /** Each value below these is the key of an error. */
  codesBelow?: string;
  /** Below these, `name` and `label` are words of the product, not of a person. */
  namesBelow?: string;
  /** Days and instants; a value stays only if it looks like one. */
  dates?: string;
  /** Ids, counts, scores, instants in milliseconds. Never coordinates, phones or account numbers. */
  numbers?: string;
  /** Addresses of pictures: they hold signatures, and the pictures show faces. A clear pixel replaces them. */
  pictures?: string;
  /** Addresses of the product, whose parts are checked one by one. */
  paths?: string;
  /** Replaced without a trace of their length. */
  secrets?: string;
  /** What persons are or wrote: texts keep their length alone, numbers become 0. */
  masked?: string;
}

/** The fields that several domains have. */
export const traceable: Traceable = {
  words: 'currency kind languageCode status title',
  codes: 'id key requestId',
  codesBelow: 'fields validation_errors',
  namesBelow: 'status',
  dates: 'createdAt',
  numbers: 'count counts id jobCreationBalance jobId limit ownerId retryAfter status userId',
  pictures: 'imageUrl preview',
  masked: 'address companyName email firstName lastName latitude location longitude name phone q',
};

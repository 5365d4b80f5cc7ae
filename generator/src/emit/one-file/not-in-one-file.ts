/** Something that cannot be part of a single file; the message says what. */
export class NotInOneFile extends Error {}

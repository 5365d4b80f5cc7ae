/**
 * In place of the modules of json-schema-ref-parser that fetch URLs and parse YAML, with two packages for that. Both are
 * turned off where it is called (`source/files.ts`), which reads and parses all files itself.
 */
export default { order: 0, canRead: false, canParse: false }

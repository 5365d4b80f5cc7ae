/** The part of Handlebars that renders templates, which are compiled when the generator is built. */
declare const handlebars: {
  /** `compiled` is the result of `Handlebars.precompile`. */
  readonly template: (compiled: unknown) => (view: object) => string
}
export default handlebars

/** Which changes of a document are meant. Everything that is given has to fit; `*` is any text. */
export interface ChangeSelector {
  /** The kind of change, as `field-removed` or `field-*`, or an id of oasdiff, as `response-property-removed`. */
  readonly rule?: string
  /** The type, field or operation: `Route.fee`, `Route.*` */
  readonly subject?: string
  /** The id of the operation that it is a part of. */
  readonly operation?: string
  /** The path of that operation, in which `*` does not contain a slash and `**` does: `/internal/**` */
  readonly path?: string
}

/** Breaking changes of this package that callers know about. */
export interface AcceptedBreak {
  /** The kind of change, as `field-removed`, or an id of oasdiff. */
  readonly change: string
  /** These are as in a policy; at least one is needed. */
  readonly subject?: string
  readonly operation?: string
  readonly path?: string
  readonly reason: string
  /** The last day on which it is accepted, as `2027-01-31`. */
  readonly until?: string
}

/** How severe a change is for this package, whatever it is in general. */
export interface PolicyEntry extends ChangeSelector {
  readonly severity: 'breaking' | 'additive' | 'docs'
  readonly reason?: string
}

/** Registered statuses, for documents that describe a range (`4XX`) or `default`. */
export type ClientErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414)
  | (415 | 416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)

export type ServerErrorStatus = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511

/** The statuses of an entry of `Failures`: its exact one, or those that no more specific entry has. */
export type StatusesOf<Entry, Failures> = Entry extends number
  ? Entry
  : Entry extends '4XX'
    ? Exclude<ClientErrorStatus, keyof Failures>
    : Entry extends '5XX'
      ? Exclude<ServerErrorStatus, keyof Failures>
      : Entry extends 'default'
        ? Exclude<
            | ('4XX' extends keyof Failures ? never : ClientErrorStatus)
            | ('5XX' extends keyof Failures ? never : ServerErrorStatus),
            keyof Failures
          >
        : never

/** Words that the language keeps for itself, at least in some places: never the name of something of ours. */
const RESERVED = new Set(
  (
    'abstract any as asserts async await break case catch class const continue debugger declare default ' +
    'delete do else enum export extends false finally for function if implements import in infer ' +
    'instanceof interface intrinsic is keyof let new null of package private protected public readonly ' +
    'return satisfies static super switch this throw true try type typeof unique var void while with yield'
  ).split(' '),
)

const NAME = /[A-Za-z_$][\w$]*/y
const STRING = /'(?:[^'\\\n\r\u2028\u2029]|\\(?:[nrtbfv'"\\]|u[\dA-Fa-f]{4}))*'/y
const QUOTED_TWICE = /"(?:[^"\\\n\r\u2028\u2029]|\\(?:[nrtbfv'"\\]|u[\dA-Fa-f]{4}))*"/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w$.])/y
/** Three slashes can say something to the compiler. */
const LINE_COMMENT = /\/\/(?!\/)[^\n\r\u2028\u2029]*/y

export function isReserved(word: string): boolean {
  return RESERVED.has(word)
}

const NEWLINE = 10
const SPACE = 32
const DOUBLE_QUOTE = 34
const QUOTE = 39
const STAR = 42
const MINUS = 45
const SLASH = 47
const NINE = 57

/** A place in a text, and the smallest pieces of TypeScript that can stand there. */
export class Cursor {
  /** What was skipped last: forms are often asked one after the other what stands behind the same space. */
  private readonly skipped = { from: -1, to: -1, ended: false }

  constructor(
    readonly text: string,
    public at: number,
  ) {}

  /** Spaces, line ends and comments. Says whether a line ended outside of comments. */
  skip(): boolean {
    const { skipped } = this
    if (skipped.from !== this.at) {
      skipped.from = this.at
      skipped.ended = this.skipOn()
      skipped.to = this.at
    }
    this.at = skipped.to
    return skipped.ended
  }

  private skipOn(): boolean {
    let ended = false
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code === SLASH) {
        if (!this.comment()) return ended
      } else if (code === SPACE || code === NEWLINE) {
        ended ||= code === NEWLINE
        this.at += 1
      } else return ended
    }
  }

  private comment(): boolean {
    if (this.text.charCodeAt(this.at + 1) !== STAR) return this.matches(LINE_COMMENT)
    const end = this.text.indexOf('*/', this.at + 2)
    if (end < 0) return false
    this.at = end + 2
    return true
  }

  /** Whether this stands here; then the place is behind it. */
  takes(piece: string): boolean {
    if (!this.text.startsWith(piece, this.at)) return false
    this.at += piece.length
    return true
  }

  /** The same behind space; the place stays before the space if it does not. */
  takesNext(piece: string): boolean {
    const start = this.at
    this.skip()
    if (this.takes(piece)) return true
    this.at = start
    return false
  }

  matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    if (!pattern.test(this.text)) return false
    this.at = pattern.lastIndex
    return true
  }

  /** Any word, as behind a dot. */
  word(): string | undefined {
    const start = this.at
    return this.matches(NAME) ? this.text.slice(start, this.at) : undefined
  }

  /** A word that can be the name of something. */
  name(): string | undefined {
    const word = this.word()
    return word === undefined || isReserved(word) ? undefined : word
  }

  string(): boolean {
    const code = this.text.charCodeAt(this.at)
    if (code === QUOTE) return this.matches(STRING)
    return code === DOUBLE_QUOTE && this.matches(QUOTED_TWICE)
  }

  literal(): boolean {
    const code = this.text.charCodeAt(this.at)
    // From the minus sign on to the last digit.
    if (code >= MINUS && code <= NINE) return this.matches(NUMBER)
    return this.string()
  }

  /** What can stand in front of the colon of a member. */
  key(): boolean {
    return this.matches(NAME) || (!this.text.startsWith('-', this.at) && this.literal())
  }
}

import { callOf, type Layout, linesOf, print, word } from '../typescript/layout.js'
import { LINE_WIDTH } from '../typescript/text.js'

/** `a && b`, or one a line; never in parentheses of its own. */
export function allHold(parts: readonly Layout[]): Layout {
  const [only] = parts
  if (!only) return word('true')
  if (only && parts.length === 1) return isGuarded(only) ? only.bare : only
  const flat = parts.map((part) => part.flat)
  const whole = flat.every((each) => each !== undefined) ? flat.join(' && ') : undefined
  return {
    ...(whole === undefined ? {} : { flat: whole }),
    broken: (indent) => {
      const pad = ' '.repeat(indent)
      const lines = parts.map((part, index) =>
        print(part, indent, indent + (index === parts.length - 1 ? ','.length : ' &&'.length)),
      )
      return lines.join(` &&\n${pad}`)
    },
  }
}

/** Something that needs parentheses beside others, and none by itself. */
interface Guarded extends Layout {
  readonly bare: Layout
}

function isGuarded(layout: Layout): layout is Guarded {
  return 'bare' in layout
}

/** `(test || rule)`: the rule only matters where the test does not hold. */
export function unless(test: string, rule: Layout): Guarded {
  return {
    bare: {
      ...(rule.flat === undefined ? {} : { flat: `${test} || ${rule.flat}` }),
      broken: (indent) => `${test} ||\n${' '.repeat(indent)}${print(rule, indent, indent + 1)}`,
    },
    ...(rule.flat === undefined ? {} : { flat: `(${test} || ${rule.flat})` }),
    broken: (indent) => {
      const pad = ' '.repeat(indent + 2)
      return `(${test} ||\n${pad}${print(rule, indent + 2, indent + 3)})`
    },
  }
}

/** `(v, at) => body` */
export function arrow(parameters: string, body: Layout): Layout {
  const head = `(${parameters}) =>`
  return {
    ...(body.flat === undefined ? {} : { flat: `${head} ${body.flat}` }),
    broken: (indent) => {
      const inner = indent + 2
      return `${head}\n${' '.repeat(inner)}${print(body, inner, inner + 1)}`
    },
  }
}

/** A call that can keep the beginning of its last argument on its first line. */
export interface Hugging extends Layout {
  readonly hugged: { readonly firstLine: string; readonly rest: string }
}

/**
 * `name([names], (v, at) => rules)`. Where one line is too short, a body that is one call stays with
 * its head, and everything else gets lines of its own.
 */
export function recordCall(
  name: string,
  names: Layout,
  parameters: string,
  body: Layout,
): Layout | Hugging {
  const whole = pureCall(name, [names, arrow(parameters, body)])
  if (names.flat === undefined || !/^[\w$]+\(/.test(body.flat ?? body.broken(2))) return whole
  const firstLine = `/*@__PURE__*/ ${name}(${names.flat}, (${parameters}) =>`
  return { ...whole, hugged: { firstLine, rest: `  ${print(body, 2, 3)},\n)` } }
}

export function isHugging(layout: Layout): layout is Hugging {
  return 'hugged' in layout
}

/** A call whose arguments stand on lines of their own as soon as one line is too short. */
export function pureCall(name: string, args: readonly Layout[]): Layout {
  const { flat } = callOf(name, args)
  return {
    ...(flat === undefined ? {} : { flat: `/*@__PURE__*/ ${flat}` }),
    broken: (indent) => {
      const lines = linesOf(args, indent, ',').map((line) => `${line},\n`)
      return `/*@__PURE__*/ ${name}(\n${lines.join('')}${' '.repeat(indent)})`
    },
  }
}

/** `{ a: x, b: y }` behind `() =>`. */
export function tableOf(entries: readonly string[]): Layout {
  const flat = `() => ({ ${entries.join(', ')} })`
  return {
    ...(flat.length > LINE_WIDTH ? {} : { flat }),
    broken: (indent) => {
      const pad = ' '.repeat(indent)
      return `() => ({\n${entries.map((entry) => `${pad}  ${shortened(entry, indent)},\n`).join('')}${pad}})`
    },
  }
}

/** What is too long for one line starts a line of its own behind its name. */
function shortened(entry: string, indent: number): string {
  const pad = ' '.repeat(indent + 4)
  const fits = indent + 2 + entry.length + 1 <= LINE_WIDTH
  return fits ? entry : entry.replace(/: (?=\w+$)/, `:\n${pad}`)
}

export function words(texts: readonly string[]): Layout[] {
  return texts.map(word)
}

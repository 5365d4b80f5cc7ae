import { LINE_WIDTH } from './text.js'

/** A piece of a type: on one line where it fits, else broken. */
export interface Layout {
  /** Absent when the piece never stands on one line. */
  readonly flat?: string
  readonly broken: (indent: number) => string
}

export function word(text: string): Layout {
  return { flat: text, broken: () => text }
}

/** Prints after `used` characters of a line that is indented by `indent`. */
export function print(layout: Layout, indent: number, used: number): string {
  const { flat } = layout
  return flat !== undefined && used + flat.length <= LINE_WIDTH ? flat : layout.broken(indent)
}

/** `a | b`, or one member a line. */
export function unionOf(members: readonly Layout[]): Layout {
  const [single] = members
  if (members.length === 1 && single) return single
  return infix(members, '|')
}

/** `a & b`; what is there twice says no more than once. */
export function intersectionOf(all: readonly Layout[]): Layout {
  const members = all.filter(
    ({ flat }, index) =>
      flat === undefined || all.findIndex((other) => other.flat === flat) === index,
  )
  const [single] = members
  if (members.length === 1 && single) return single
  const flat = allFlat(members)?.join(' & ')
  return {
    ...(flat === undefined ? {} : { flat }),
    broken: (indent) => members.map((each) => print(each, indent, indent)).join(' & '),
  }
}

function infix(members: readonly Layout[], operator: string): Layout {
  const flat = allFlat(members)?.join(` ${operator} `)
  return {
    ...(flat === undefined ? {} : { flat }),
    broken: (indent) =>
      members
        .map(
          (each) => `\n${' '.repeat(indent + 2)}${operator} ${print(each, indent + 4, indent + 4)}`,
        )
        .join(''),
  }
}

function allFlat(members: readonly Layout[]): string[] | undefined {
  const flat = members.flatMap((each) => (each.flat === undefined ? [] : [each.flat]))
  return flat.length === members.length ? flat : undefined
}

/** `Name<a, b>`, or an argument a line. */
export function typeArguments(name: string, args: readonly Layout[]): Layout {
  const flat = allFlat(args)?.join(', ')
  return {
    ...(flat === undefined ? {} : { flat: `${name}<${flat}>` }),
    broken: (indent) =>
      `${name}<\n${linesOf(args, indent, ',').join(',\n')}\n${' '.repeat(indent)}>`,
  }
}

/** `call(a, b)`, or an argument a line. */
export function callOf(name: string, args: readonly Layout[]): Layout {
  const flat = allFlat(args)?.join(', ')
  return {
    ...(flat === undefined ? {} : { flat: `${name}(${flat})` }),
    broken: (indent) => {
      const lines = linesOf(args, indent, ',').map((line) => `${line},\n`)
      return `${name}(\n${lines.join('')}${' '.repeat(indent)})`
    },
  }
}

/** `(a: A, b: B) => Result`, or a parameter a line. */
export function functionType(parameters: readonly Layout[], result: string): Layout {
  const flat = allFlat(parameters)?.join(', ')
  return {
    ...(flat === undefined ? {} : { flat: `(${flat}) => ${result}` }),
    broken: (indent) => {
      const lines = linesOf(parameters, indent, ',').map((line) => `${line},\n`)
      return `(\n${lines.join('')}${' '.repeat(indent)}) => ${result}`
    },
  }
}

/** `name: Type` */
export function labelled(name: string, type: Layout): Layout {
  return {
    ...(type.flat === undefined ? {} : { flat: `${name}: ${type.flat}` }),
    broken: (indent) => {
      const text = type.broken(indent)
      return text.startsWith('\n') ? `${name}:${text}` : `${name}: ${text}`
    },
  }
}

/** `[a, b]`, or an item a line. */
export function arrayOf(items: readonly string[]): Layout {
  return {
    flat: `[${items.join(', ')}]`,
    broken: (indent) => {
      const pad = ' '.repeat(indent)
      return `[\n${items.map((item) => `${pad}  ${item},\n`).join('')}${pad}]`
    },
  }
}

/** `{ a, b }`, or a member a line. */
export function objectOf(parts: readonly Layout[]): Layout {
  const flat = allFlat(parts)?.join(', ')
  return {
    ...(flat === undefined ? {} : { flat: `{ ${flat} }` }),
    broken: (indent) => {
      const lines = linesOf(parts, indent, ',').map((line) => `${line},\n`)
      return `{\n${lines.join('')}${' '.repeat(indent)}}`
    },
  }
}

/** Each piece on a line of its own, one step in, with room for what follows it. */
export function linesOf(pieces: readonly Layout[], indent: number, after: string): string[] {
  const pad = ' '.repeat(indent + 2)
  return pieces.map((each) => {
    const text = print(each, indent + 2, indent + 2 + after.length)
    // A union that breaks has each member on a line of its own, the first one as well.
    return text.startsWith('\n') ? each.broken(indent).slice(1) : pad + text
  })
}

/** `open … close` around something that breaks inside. */
export function around(open: string, inner: Layout, close: string): Layout {
  return {
    ...(inner.flat === undefined ? {} : { flat: open + inner.flat + close }),
    broken: (indent) => {
      const pad = ' '.repeat(indent)
      const body = print(inner, indent, indent + 2)
      return body.startsWith('\n') ? `${open}${body}\n${pad}${close}` : `${open}${body}${close}`
    },
  }
}
